import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

export const passkeyAddedMail = (about: { to: string; name: string; now: Date; notMe: string }): MailDraft => ({
  kind: "passkey-added",
  to: about.to,
  subject: `A passkey was added to your ${firmName()} account`,
  secret: true,
  body: (
    <SecurityNotice
      title="A passkey was added"
      preview={`“${about.name}” can sign in to your account.`}
      facts={[
        { label: "Passkey", value: about.name },
        { label: "Account", value: about.to },
        { label: "Added", value: companyDates().moment(about.now) },
      ]}
      notMe={about.notMe}
    >
      This passkey can now sign in to your account without a password. You can remove it on the Security tab of your
      account.
    </SecurityNotice>
  ),
});
