import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { readableDomain } from "#app/lib/addresses/readable-address.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";

const reason = () => `Sent because you confirmed the domain of your company on ${firmName()}.`;
const companyPage = () => `${env().SITE_URL}/account?tab=profile#company`;

/** The record is missing for the first time. */
export const domainMissingMail = (about: {
  to: string;
  domain: string;
  record: { name: string; value: string };
  endsAt: Date;
}): MailDraft => ({
  kind: "domain-missing",
  to: about.to,
  subject: `The DNS record of ${readableDomain(about.domain)} is missing`,
  body: (
    <MailFrame
      title="Your domain’s DNS record is missing"
      preview={`Add it again by ${companyDates().day(about.endsAt)} to keep ${readableDomain(about.domain)} confirmed.`}
      reason={reason()}
    >
      <MailText>
        The TXT record that confirms {readableDomain(about.domain)} is no longer in the DNS. Add it again by{" "}
        {companyDates().day(about.endsAt)}. After that day, people with an address there no longer join your company;
        those who share it now stay.
      </MailText>
      <MailTable
        rows={[
          { label: "Name", value: about.record.name },
          { label: "Value", value: about.record.value },
        ]}
      />
      <MailButton href={companyPage()}>Open your company</MailButton>
    </MailFrame>
  ),
});

/** The record was missing for seven days. */
export const domainLostMail = (about: { to: string; domain: string }): MailDraft => ({
  kind: "domain-lost",
  to: about.to,
  subject: `${readableDomain(about.domain)} is no longer confirmed`,
  body: (
    <MailFrame
      title="Your domain is no longer confirmed"
      preview="People who share your company stay; new ones no longer join by their address."
      reason={reason()}
    >
      <MailText>
        The TXT record of {readableDomain(about.domain)} was missing for seven days. People who share your company stay
        in it. New people with an address there no longer join by themselves; you can invite them, or confirm the domain
        again.
      </MailText>
      <MailButton href={companyPage()}>Open your company</MailButton>
    </MailFrame>
  ),
});
