import { campaignLink } from "#app/features/mail/frame/campaign-link.ts";
import { MailFrame } from "#app/features/mail/frame/frame.tsx";
import { mailParts } from "#app/features/mail/frame/markdown-mail.tsx";
import { renderMail } from "#app/features/mail/frame/rendering.server.ts";
import type { BatchMail } from "#app/features/mail/sending/batches.server.ts";
import { place } from "#app/features/mail/sending/shared-bodies.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { fillVariables, sharedVariables, type VariableValues } from "#app/lib/formats/mail-variables.ts";
import { env } from "#app/platform/env.server.ts";
import type { MailContent } from "../definitions/definition.ts";
import { outreachHeaders, outreachLeaveUrl } from "../enrollments/leave-link.server.ts";

/*
 * A mail of a sequence. All mails of a step share one body with placeholders for the variables
 * (mail/sending/shared-bodies.server.ts), so names are filled in as text and never parsed as Markdown.
 */

export const sequenceBatch = () => ({
  kind: "sequence-mail",
  list: "outreach" as const,
  subject: "sequence-mail",
  replyTo: env().CONTACT_EMAIL,
  /** With inbound mail set up, replies arrive here and are forwarded (replies.server.ts). */
  acceptsReplies: true,
});

/**
 * A step's mail for all its recipients, with placeholders for its variables, the address and the unsubscribe link. Previews and test
 * mails fill the same body, so that they cannot differ from what is sent.
 */
export const renderStep = (content: MailContent, campaign: string) => renderMail(stepBody(content, campaign));

export function stepBody({ subject, preview, body }: MailContent, campaign: string) {
  const { withPlaces } = sharedVariables([subject, preview, body], place);
  return (
    <MailFrame
      preview={withPlaces(preview)}
      title={withPlaces(subject)}
      reason={`You get this follow-up at ${place("address")} because you were in touch with ${firmName()}.`}
      unsubscribeHref={place("leaveUrl")}
      unsubscribeLabel="Unsubscribe from follow-ups"
    >
      {mailParts(withPlaces(body), (href) => campaignLink(href, { source: "sequence", campaign }), env().SITE_URL)}
    </MailFrame>
  );
}

type StepReader = {
  to: string;
  unsubscribeKey: string;
  values: VariableValues;
  /** Message-IDs of the mails that this enrollment has sent or queued, oldest first: the thread that this one continues. */
  earlier?: readonly string[];
};

/** One recipient's mail of a step: subject, headers and the values of the body's placeholders. */
export function sequenceReader(
  content: MailContent,
  { to, unsubscribeKey, values, earlier = [] }: StepReader,
): BatchMail & { subject: string } {
  const { fillFor } = sharedVariables([content.subject, content.preview, content.body], place);
  const last = earlier.at(-1);
  return {
    to,
    subject: fillVariables(content.subject, values),
    headers: {
      ...outreachHeaders(unsubscribeKey),
      ...(last && { "In-Reply-To": last, References: earlier.slice(-maxReferences).join(" ") }),
    },
    fill: { ...fillFor(values), address: to, leaveUrl: outreachLeaveUrl(unsubscribeKey) },
  };
}
const maxReferences = 20;

/** A test mail of a step, marked in its subject. Its link unsubscribes no one, and a reply to it belongs to no prospect. */
export const sequenceTestBatch = () => ({ ...sequenceBatch(), kind: "sequence-test", acceptsReplies: false });
