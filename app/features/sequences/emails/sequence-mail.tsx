import type { BatchMail } from "#app/features/mail/batches.server.ts";
import { MailFrame } from "#app/features/mail/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { place } from "#app/features/mail/shared-bodies.server.ts";
import { mailParts } from "#app/features/newsletter/markdown-mail.tsx";
import { env } from "#app/platform/env.server.ts";
import type { MailContent } from "../definition.ts";
import { outreachHeaders, outreachLeaveUrl, testUnsubscribeKey } from "../leave-link.server.ts";
import { fillVariables, type Variable, type VariableValues, variablesIn } from "../variables.ts";

/*
 * A mail of a sequence. All mails of a step share one body with placeholders for the variables
 * (mail/shared-bodies.server.ts), so names are filled in as text and never parsed as Markdown.
 */

export const sequenceBatch = () => ({
  kind: "sequence-mail",
  list: "outreach" as const,
  subject: "sequence-mail",
  replyTo: env().CONTACT_EMAIL,
  /** With inbound mail set up, replies arrive here and are forwarded (replies.server.ts). */
  acceptsReplies: true,
});

/** The body of a step with placeholders for its variables, the address and the unsubscribe link. */
export function sequenceBody(content: MailContent, campaign: string) {
  const variables = variablesOf(content);
  const withPlaces = (text: string) =>
    variables.reduce((filled, { written }, at) => filled.replaceAll(written, place(placeName(at))), text);
  return mailBody(content, campaign, { address: place("address"), leaveUrl: place("leaveUrl") }, withPlaces);
}

/** One recipient's mail of a step: subject, headers and the values of the body's placeholders. */
export function sequenceReader(
  content: MailContent,
  { to, unsubscribeKey, values }: { to: string; unsubscribeKey: string; values: VariableValues },
): BatchMail & { subject: string } {
  const filled = variablesOf(content).map(({ name, fallback }, at) => [placeName(at), values[name] ?? fallback]);
  return {
    to,
    subject: fillVariables(content.subject, values),
    headers: outreachHeaders(unsubscribeKey),
    fill: { ...Object.fromEntries(filled), address: to, leaveUrl: outreachLeaveUrl(unsubscribeKey) },
  };
}

type OneMail = { to: string; content: MailContent; values: VariableValues; campaign: string };

export function sequenceMail({
  to,
  content,
  values,
  campaign,
  unsubscribeKey,
}: OneMail & { unsubscribeKey: string }): MailDraft {
  return {
    ...sequenceBatch(),
    to,
    subject: fillVariables(content.subject, values),
    headers: outreachHeaders(unsubscribeKey),
    body: mailBody(content, campaign, { address: to, leaveUrl: outreachLeaveUrl(unsubscribeKey) }, (text) =>
      fillVariables(text, escaped(values)),
    ),
  };
}

/** A test mail of a step, marked in its subject. Its link unsubscribes no one. */
export function sequenceTestMail(mail: OneMail): MailDraft {
  const draft = sequenceMail({ ...mail, unsubscribeKey: testUnsubscribeKey(mail.campaign) });
  // A reply to a test belongs to no prospect.
  return { ...draft, acceptsReplies: false, kind: "sequence-test", subject: `[Test] ${draft.subject}` };
}

const mailBody = (
  { subject, preview, body }: MailContent,
  campaign: string,
  reader: { address: string; leaveUrl: string },
  fill: (text: string) => string,
) => (
  <MailFrame
    preview={fill(preview)}
    title={fill(subject)}
    reason={`You get this follow-up at ${reader.address} because you were in touch with GTMarc.`}
    unsubscribeHref={reader.leaveUrl}
    unsubscribeLabel="Unsubscribe from follow-ups"
  >
    {mailParts(fill(body), (href) => linkOf(href, campaign))}
  </MailFrame>
);

/** Returns an absolute URL, or null if the link is not allowed. Links to this site get the campaign's parameters. */
function linkOf(href: string, campaign: string): string | null {
  const { SITE_URL } = env();
  if (!URL.canParse(href, SITE_URL)) return null;
  const url = new URL(href, SITE_URL);
  if (!["http:", "https:", "mailto:"].includes(url.protocol)) return null;
  if (url.origin === new URL(SITE_URL).origin && !url.searchParams.has("utm_source")) {
    url.searchParams.set("utm_source", "sequence");
    url.searchParams.set("utm_medium", "email");
    url.searchParams.set("utm_campaign", campaign);
  }
  return url.href;
}

/** Escapes values so that Markdown renders them as plain text. */
const escaped = (values: VariableValues): VariableValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`)]),
  );

function variablesOf({ subject, preview, body }: MailContent): Variable[] {
  const all = [subject, preview, body].flatMap((text) => variablesIn(text).variables);
  return [...new Map(all.map((variable) => [variable.written, variable])).values()];
}

/** Letters only: `va`, `vb`, …, `vaa`. */
function placeName(at: number): string {
  const letter = String.fromCharCode(97 + (at % 26));
  return at < 26 ? `v${letter}` : `${placeName(Math.floor(at / 26) - 1)}${letter}`;
}
