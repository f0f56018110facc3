import { MailButton, MailFrame, MailLink, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";

type NoticedRequest = {
  requestId: string;
  email: string;
  companyName: string;
  companyWebsite: string | null;
  /** What was typed as the website, if it is not a web address. */
  oddWebsite?: string | undefined;
  role: string | null;
  industry: string | null;
  /** Null if an admin must decide. */
  dueAt: Date | null;
  waitsBecause: "consumer_domain" | "declined_before" | "blocked" | null;
};

/** Replies go to the requester's address. */
export const accessNoticeMail = (request: NoticedRequest): MailDraft => ({
  kind: "access-notice",
  to: env().CONTACT_EMAIL,
  subject: request.waitsBecause ? "Access request: needs your decision" : "Access request",
  replyTo: request.email,
  body: (
    <MailFrame
      preview={`${request.companyName}: ${request.waitsBecause ? "needs your decision." : "approved automatically unless you decide."}`}
      title="A new access request"
      reason="Sent because this team decides access requests."
    >
      <MailText>{nextStep(request)}</MailText>
      <MailTable
        rows={[
          { label: "Email", value: <MailLink href={`mailto:${request.email}`}>{request.email}</MailLink> },
          { label: "Company", value: request.companyName },
          { label: "Website", value: websiteText(request) },
          { label: "Role", value: request.role ?? "Not given" },
          { label: "Industry", value: request.industry ?? "Not given" },
        ]}
      />
      <MailButton href={`${env().SITE_URL}/admin/access-requests/${request.requestId}`}>Review the request</MailButton>
      <MailText>The address is not verified: anyone can enter it in the form.</MailText>
    </MailFrame>
  ),
});

const websiteText = ({ companyWebsite, oddWebsite }: NoticedRequest): string =>
  companyWebsite ?? (oddWebsite === undefined ? "Not given" : `${oddWebsite} (not a web address)`);

const reasons = {
  consumer_domain: "It came from a consumer email address",
  declined_before: "An earlier request from this address was declined",
  blocked: "This address is blocked",
} as const;

function nextStep({ waitsBecause, dueAt }: NoticedRequest): string {
  if (waitsBecause)
    return `${reasons[waitsBecause]}, so the request stays pending until an admin decides. We did not promise the sender a date.`;
  return dueAt
    ? `It is approved automatically on ${companyDates().longDay(dueAt)} unless an admin decides earlier.`
    : "It was approved automatically, and the code is on its way.";
}
