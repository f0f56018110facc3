import { MailButton, MailFrame, MailLink, MailNote, MailTable, MailText } from "#app/features/mail/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { companyDates } from "#app/platform/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Says when the account goes, what goes with it, and how to keep it. The last mail: afterwards the address is unknown. */
export const deletionScheduledMail = ({ to, dueAt, notMe }: { to: string; dueAt: Date; notMe: string }): MailDraft => ({
  kind: "deletion-scheduled",
  to,
  subject: "Your GTMarc account will be deleted",
  secret: true,
  body: (
    <MailFrame
      title="Your account will be deleted"
      preview={`On ${companyDates().moment(dueAt)}. Until then one button keeps it.`}
      reason="Sent because the deletion of your GTMarc account was asked for with your password."
    >
      <MailTable
        rows={[
          { label: "Account", value: to },
          { label: "Deleted on", value: companyDates().moment(dueAt) },
        ]}
      />
      <MailText>
        Your profile, blueprints, analyses, booked calls, access codes and our mails to you go with it. Nothing of it
        can be brought back afterwards, and no further mail will follow.
      </MailText>
      <MailText>Changed your mind? Sign in before that day and press Keep my account.</MailText>
      <MailButton href={`${env().SITE_URL}/account?tab=security`}>Keep my account</MailButton>
      <MailNote>
        You did not ask for this? Then someone else knows your password:{" "}
        <MailLink href={notMe}>sign everybody out and keep the account</MailLink>, then set a new one.
      </MailNote>
    </MailFrame>
  ),
});
