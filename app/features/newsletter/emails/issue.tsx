import type { BatchMail } from "#app/features/mail/sending/batches.server.ts";
import { fillVariables, type VariableValues } from "#app/lib/formats/mail-variables.ts";
import { env } from "#app/platform/env.server.ts";
import { type IssueText, issueVariables } from "../issues/issue-body.tsx";
import { leaveUrl, newsletterHeaders, testToken } from "../subscribers/leave-link.server.ts";

export const issueBatch = ({ subject }: Pick<IssueText, "subject">) => ({
  kind: "newsletter-issue",
  list: "newsletter" as const,
  subject,
  replyTo: env().CONTACT_EMAIL,
});

/** A test mail of an issue, marked in its subject. */
export const issueTestBatch = (issue: Pick<IssueText, "subject">) => ({
  ...issueBatch(issue),
  kind: "newsletter-test",
});

/**
 * Returns the parts of an issue's mail that differ per reader: subject, address, unsubscribe link, and the values within the body. Without
 * `token` (`leaveToken`), for previews and tests, the link only explains itself.
 */
export function issueReader(
  issue: IssueText,
  { to, token = testToken, values = {} }: { to: string; token?: string; values?: VariableValues },
): BatchMail & { subject: string } {
  return {
    to,
    subject: fillVariables(issue.subject, values),
    headers: newsletterHeaders(token),
    fill: { ...issueVariables(issue).fillFor(values), address: to, leaveUrl: leaveUrl(token) },
  };
}
