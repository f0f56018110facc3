import { MailButton, MailCode, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";

/** The code is for the page that requested it, the link for any other device. */
export const resetPasswordMail = (props: {
  to: string;
  code: string;
  codeMinutes: number;
  href: string;
  minutes: number;
}): MailDraft => ({
  kind: "reset-password",
  to: props.to,
  subject: `Set a new ${firmName()} password`,
  secret: true,
  body: (
    <MailFrame
      title="Set a new password"
      preview="Six digits for the page you have open, or one click."
      reason="Sent because someone asked for a new password for this address."
    >
      <MailCode note={`valid for ${props.codeMinutes} minutes`}>{props.code}</MailCode>
      <MailText>Type the code on the page where you requested it. On another device, use the button instead.</MailText>
      <MailButton href={props.href}>Set a new password</MailButton>
      <MailNote>
        The link expires in {props.minutes} minutes and can be used once. Didn’t request this? Ignore this email and do
        not share the code: your password stays as it is.
      </MailNote>
    </MailFrame>
  ),
});
