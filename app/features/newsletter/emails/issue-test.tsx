import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type IssueText, issueBody, withFallbacks } from "../issues/issue-body.tsx";
import { leaveUrl, newsletterHeaders, testToken } from "../subscribers/leave-link.server.ts";

export function issueTestMail({ to, issue }: { to: string; issue: IssueText }): MailDraft {
  return {
    kind: "newsletter-test",
    list: "newsletter",
    to,
    subject: `[Test] ${withFallbacks(issue).subject}`,
    replyTo: env().CONTACT_EMAIL,
    headers: newsletterHeaders(testToken),
    body: issueBody(withFallbacks(issue), { address: to, leaveUrl: leaveUrl(testToken) }),
  };
}
