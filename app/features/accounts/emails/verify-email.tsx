import { MailButton, MailCode, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { withArticle } from "#app/lib/words/article.ts";

/** Sent at sign-up and at a sign-in before verification. The link opens a page with one button. */
export const verifyEmailMail = (props: {
  to: string;
  code: string;
  codeMinutes: number;
  href: string;
  hours: number;
}): MailDraft => ({
  kind: "verify-email",
  to: props.to,
  subject: `Verify your email for ${firmName()}`,
  secret: true,
  body: (
    <MailFrame
      title="Verify your email"
      preview={`One click or six digits, then your ${firmName()} account is ready.`}
      reason={`Sent because someone created ${withArticle(firmName())} account with this address.`}
    >
      <MailCode note={`valid for ${props.codeMinutes} minutes`}>{props.code}</MailCode>
      <MailText>Type the code on the page where you signed up. On another device, use the button instead.</MailText>
      <MailButton href={props.href}>Verify my email</MailButton>
      <MailNote>
        The link expires in {props.hours} hours and can be used once. If you did not create an account, ignore this
        email and do not share the code: without it, no one can sign in with your address.
      </MailNote>
    </MailFrame>
  ),
});
