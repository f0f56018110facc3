import { MailButton, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";

export const signInLinkMail = (props: { to: string; href: string; minutes: number }): MailDraft => ({
  kind: "sign-in-link",
  to: props.to,
  subject: `Your ${firmName()} sign-in link`,
  secret: true,
  body: (
    <MailFrame
      title={`Sign in to ${firmName()}`}
      preview={`One click, valid for ${props.minutes} minutes.`}
      reason="Sent because someone asked for a sign-in link for this address."
    >
      <MailText>Open the page and click the button there. You do not need your password.</MailText>
      <MailButton href={props.href}>Open the sign-in page</MailButton>
      <MailNote>
        The link expires in {props.minutes} minutes and can be used once. If you did not ask for it, ignore this email:
        no one can sign in without it.
      </MailNote>
    </MailFrame>
  ),
});
