import { promised } from "#app/features/content/promises.ts";
import { MailFrame, MailLink, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isAsciiAddress } from "#app/lib/people/email-address.ts";
import { env } from "#app/platform/env.server.ts";

type Registration = {
  email: string;
  companyName: string;
  companyWebsite: string | null;
  role: string | null;
  industry: string | null;
  trainingProgram: string;
  isConsumerDomain: boolean;
};

/** Notifies the firm of a registration; a reply goes to the person who registered. */
export const trainingNoticeMail = (registration: Registration): MailDraft => ({
  kind: "training-notice",
  to: env().CONTACT_EMAIL,
  subject: `Registration: ${registration.trainingProgram}`,
  replyTo: registration.email,
  body: (
    <MailFrame
      preview={`${registration.companyName}: answer ${promised.answer}.`}
      title="A new registration"
      reason="Sent because training registrations are answered by this team."
    >
      <MailText>
        They were promised dates, fee and preparation {promised.answer}.
        {isAsciiAddress(registration.email) && " Reply to this email to write to them."}
      </MailText>
      <MailTable
        rows={[
          { label: "Program", value: registration.trainingProgram },
          { label: "Email", value: <MailLink href={`mailto:${registration.email}`}>{registration.email}</MailLink> },
          {
            label: "Email provider",
            value: registration.isConsumerDomain ? "A consumer provider" : "Their own domain",
          },
          { label: "Company", value: registration.companyName },
          { label: "Website", value: registration.companyWebsite ?? "Not given" },
          { label: "Role", value: registration.role ?? "Not given" },
          { label: "Industry", value: registration.industry ?? "Not given" },
        ]}
      />
    </MailFrame>
  ),
});
