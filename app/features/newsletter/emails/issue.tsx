import type { MailDraft } from "#app/features/mail/mail.server.ts";
import type { BatchMail } from "#app/features/mail/sending/batches.server.ts";
import { fillVariables, type VariableValues } from "#app/lib/mail-variables.ts";
import { env } from "#app/platform/env.server.ts";
import { type IssueText, issueBody, issueVariables, withFallbacks } from "../issues/issue-body.tsx";
import { leaveToken, leaveUrl, newsletterHeaders } from "../subscribers/leave-link.server.ts";

export const issueBatch = ({ subject }: Pick<IssueText, "subject">) => ({
  kind: "newsletter-issue",
  list: "newsletter" as const,
  subject,
  replyTo: env().CONTACT_EMAIL,
});

/** Returns the parts of an issue's mail that differ per reader: subject, address, unsubscribe link, and the values within the body. */
export function issueReader(
  issue: IssueText,
  { email, unsubscribeKey, values = {} }: { email: string; unsubscribeKey: string; values?: VariableValues },
): BatchMail & { subject: string } {
  const token = leaveToken({ unsubscribeKey, issue: issue.id });
  return {
    to: email,
    subject: fillVariables(issue.subject, values),
    headers: newsletterHeaders(token),
    fill: { ...issueVariables(issue).fillFor(values), address: email, leaveUrl: leaveUrl(token) },
  };
}

export function issueMail({
  to,
  unsubscribeKey,
  issue,
}: {
  to: string;
  unsubscribeKey: string;
  issue: IssueText;
}): MailDraft {
  const { fill, ...reader } = issueReader(issue, { email: to, unsubscribeKey });
  return {
    ...issueBatch(issue),
    ...reader,
    body: issueBody(withFallbacks(issue), { address: to, leaveUrl: fill["leaveUrl"]! }),
  };
}
