import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type IssueText, issueBody } from "../issue-body.tsx";
import { leaveUrl, newsletterHeaders, testToken } from "../leave-link.server.ts";

/** An issue for whoever writes it: as its readers will get it, under a subject that says it is a test. */
export function issueTestMail({ to, issue }: { to: string; issue: IssueText }): MailDraft {
  return {
    kind: "newsletter-test",
    list: "newsletter",
    to,
    subject: `[Test] ${issue.subject}`,
    replyTo: env().CONTACT_EMAIL,
    headers: newsletterHeaders(testToken),
    body: issueBody(issue, { address: to, leaveUrl: leaveUrl(testToken) }),
  };
}
