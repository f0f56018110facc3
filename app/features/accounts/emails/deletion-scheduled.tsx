import { MailButton, MailFrame, MailLink, MailNote, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Names the date and the deleted data, and how to cancel. The last mail: afterwards the address is deleted. */
export const deletionScheduledMail = ({ to, dueAt, notMe }: { to: string; dueAt: Date; notMe: string }): MailDraft => ({
  kind: "deletion-scheduled",
  to,
  subject: `Your ${firmName()} account will be deleted`,
  secret: true,
  body: (
    <MailFrame
      title="Your account will be deleted"
      preview={`On ${companyDates().moment(dueAt)}. Until then, you can keep it with one click.`}
      reason={`Sent because someone signed in to your ${firmName()} account requested its deletion.`}
    >
      <MailTable
        rows={[
          { label: "Account", value: to },
          { label: "Deleted on", value: companyDates().moment(dueAt) },
        ]}
      />
      <MailText>
        Your profile, blueprints, analyses, booked calls, access codes and our emails to you will be deleted with it.
        This cannot be undone, and we will send you no further email.
      </MailText>
      <MailText>Changed your mind? Sign in before that day and click Keep my account.</MailText>
      <MailButton href={`${env().SITE_URL}/account?tab=security`}>Keep my account</MailButton>
      <MailNote>
        Didn’t request this? Then someone else can sign in to your account:{" "}
        <MailLink href={notMe}>sign out all devices and keep the account</MailLink>, then set a new password.
      </MailNote>
    </MailFrame>
  ),
});
