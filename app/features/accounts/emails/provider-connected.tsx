import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

export const providerConnectedMail = (about: {
  to: string;
  provider: string;
  now: Date;
  notMe: string;
}): MailDraft => ({
  kind: "provider-connected",
  to: about.to,
  subject: `${about.provider} can now sign in to your ${firmName()} account`,
  secret: true,
  body: (
    <SecurityNotice
      title={`Sign-in with ${about.provider} is on`}
      preview={`The ${about.provider} account with your address can sign in.`}
      facts={[
        { label: "Provider", value: about.provider },
        { label: "Account", value: about.to },
        { label: "Connected", value: companyDates().moment(about.now) },
      ]}
      notMe={about.notMe}
    >
      Someone signed in with the {about.provider} account of this address, and it is now connected to your account. You
      can disconnect it on the Security tab of your account.
    </SecurityNotice>
  ),
});
