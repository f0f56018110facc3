import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

export const passwordChangedMail = ({
  to,
  now,
  notMe,
}: {
  to: string;
  now: Date;
  notMe?: string | undefined;
}): MailDraft => ({
  kind: "password-changed",
  to,
  subject: `Your ${firmName()} password was changed`,
  secret: notMe !== undefined,
  body: (
    <SecurityNotice
      title="Your password was changed"
      preview="The old one no longer works. Other devices were signed out."
      facts={[
        { label: "Account", value: to },
        { label: "Changed", value: companyDates().moment(now) },
      ]}
      notMe={notMe}
    >
      Your account has a new password. The old one no longer works, and every other device was signed out.
    </SecurityNotice>
  ),
});
