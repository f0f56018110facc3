import { MailButton, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";

export const teamInvitationMail = (props: { to: string; role: string; href: string; days: number }): MailDraft => ({
  kind: "team-invitation",
  to: props.to,
  secret: true,
  subject: `You are invited to the team of ${firmName()}`,
  body: (
    <MailFrame
      title="You are invited to the team"
      preview={`Your role is ${props.role}. Set a password and an authenticator app.`}
      reason={`Sent because an admin of ${firmName()} invited this address to the team.`}
    >
      <MailText>
        You get access to the admin area with the role {props.role}. Open the link to set a password and an
        authenticator app. If you already have an account with this address, sign in to it first.
      </MailText>
      <MailButton href={props.href}>Join the team</MailButton>
      <MailNote>The link expires in {props.days} days and can be used once. Do not forward this email.</MailNote>
    </MailFrame>
  ),
});
