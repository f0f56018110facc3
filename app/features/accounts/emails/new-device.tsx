import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

export const newDeviceMail = ({
  to,
  device,
  now,
  notMe,
}: {
  to: string;
  device: string;
  now: Date;
  notMe: string;
}): MailDraft => ({
  kind: "new-device",
  to,
  subject: `New sign-in to your ${firmName()} account`,
  secret: true,
  body: (
    <SecurityNotice
      title="A new device signed in"
      preview={`${device}, ${companyDates().moment(now)}`}
      facts={[
        { label: "Device", value: device },
        { label: "Signed in", value: companyDates().moment(now) },
        { label: "Account", value: to },
      ]}
      notMe={notMe}
    >
      Someone signed in to your account from a new browser.
    </SecurityNotice>
  ),
});
