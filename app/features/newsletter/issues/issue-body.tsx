import { campaignLink } from "#app/features/mail/frame/campaign-link.ts";
import { MailFrame } from "#app/features/mail/frame/frame.tsx";
import { mailParts } from "#app/features/mail/frame/markdown-mail.tsx";
import { renderMail } from "#app/features/mail/frame/rendering.server.ts";
import { place } from "#app/features/mail/sending/shared-bodies.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { sharedVariables } from "#app/lib/formats/mail-variables.ts";
import { env } from "#app/platform/env.server.ts";

export type IssueText = { id: string; subject: string; preview: string; body: string };

/** The variables of an issue, in the texts of one body for all its readers. */
export const issueVariables = ({ subject, preview, body }: Omit<IssueText, "id">) =>
  sharedVariables([subject, preview, body], place);

/**
 * An issue's mail for all its readers, with placeholders for its variables, the address and the unsubscribe link (`issueReader`). Previews
 * and test mails fill the same body, so that they cannot differ from what is sent.
 */
export const renderIssue = (issue: IssueText) => renderMail(issueBody(issue));

/** An issue as a mail, with the subject as the title. Links to this site identify the issue. */
export function issueBody(issue: IssueText) {
  const { withPlaces } = issueVariables(issue);
  const link = { source: "newsletter", campaign: `issue-${issue.id.slice(0, 8)}` };
  return (
    <MailFrame
      preview={withPlaces(issue.preview)}
      title={withPlaces(issue.subject) || "No subject yet"}
      reason={`You get this because ${place("address")} is subscribed to the ${firmName()} newsletter.`}
      unsubscribeHref={place("leaveUrl")}
      unsubscribeLabel="Unsubscribe or choose topics"
    >
      {mailParts(withPlaces(issue.body), (href) => campaignLink(href, link), env().SITE_URL)}
    </MailFrame>
  );
}
