import { MailFrame } from "#app/features/mail/frame/frame.tsx";
import { mailParts } from "#app/features/mail/frame/markdown-mail.tsx";
import { place } from "#app/features/mail/sending/shared-bodies.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { fillVariables, sharedVariables } from "#app/lib/mail-variables.ts";
import { env } from "#app/platform/env.server.ts";

export type IssueText = { id: string; subject: string; preview: string; body: string };

/** Values that differ per reader. A batch uses placeholders (mail/shared-bodies) that are filled in per mail. */
export type IssueReader = { address: string; leaveUrl: string };

/** An issue as a mail, with the subject as the title. Links to this site identify the issue. */
/** The variables of an issue, in the texts of one body for all its readers. */
export const issueVariables = ({ subject, preview, body }: Omit<IssueText, "id">) =>
  sharedVariables([subject, preview, body], place);

/** The issue with each variable's fallback: for previews, tests and the archive. */
export const withFallbacks = <Text extends Omit<IssueText, "id">>(issue: Text): Text => ({
  ...issue,
  subject: fillVariables(issue.subject, {}),
  preview: fillVariables(issue.preview, {}),
  body: fillVariables(issue.body, {}),
});

export const issueBody = (issue: IssueText, reader: IssueReader) => (
  <MailFrame
    preview={issue.preview}
    title={issue.subject || "No subject yet"}
    reason={`You get this because ${reader.address} is subscribed to the ${firmName()} newsletter.`}
    unsubscribeHref={reader.leaveUrl}
    unsubscribeLabel="Unsubscribe or choose topics"
  >
    {mailParts(issue.body, (href) => linkOf(href, issue.id), env().SITE_URL)}
  </MailFrame>
);

function linkOf(href: string, issue: string): string | null {
  const { SITE_URL } = env();
  if (!URL.canParse(href, SITE_URL)) return null;
  const url = new URL(href, SITE_URL);
  if (!["http:", "https:", "mailto:"].includes(url.protocol)) return null;
  if (url.origin === new URL(SITE_URL).origin && !url.searchParams.has("utm_source")) {
    url.searchParams.set("utm_source", "newsletter");
    url.searchParams.set("utm_medium", "email");
    url.searchParams.set("utm_campaign", `issue-${issue.slice(0, 8)}`);
  }
  return url.href;
}
