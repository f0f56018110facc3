import type { BatchMail } from "#app/features/mail/batches.server.ts";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type IssueText, issueBody } from "../issue-body.tsx";
import { leaveToken, leaveUrl, newsletterHeaders } from "../leave-link.server.ts";

export const issueBatch = ({ subject }: Pick<IssueText, "subject">) => ({
  kind: "newsletter-issue",
  list: "newsletter" as const,
  subject,
  replyTo: env().CONTACT_EMAIL,
});

/** Returns the parts of an issue's mail that differ per reader: address, unsubscribe link, and both within the body. */
export function issueReader(
  issueId: string,
  { email, unsubscribeKey }: { email: string; unsubscribeKey: string },
): BatchMail {
  const token = leaveToken({ unsubscribeKey, issue: issueId });
  return { to: email, headers: newsletterHeaders(token), fill: { address: email, leaveUrl: leaveUrl(token) } };
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
  const { fill, ...reader } = issueReader(issue.id, { email: to, unsubscribeKey });
  return { ...issueBatch(issue), ...reader, body: issueBody(issue, { address: to, leaveUrl: fill["leaveUrl"]! }) };
}
