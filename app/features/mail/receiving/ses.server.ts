import { z } from "zod";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { oneLine } from "#app/lib/text.ts";
import type { DeliveryReport } from "../inbound/delivery-report.ts";
import { addressOf, statusOf } from "../inbound/report-fields.ts";
import { type Fetch, readSns, type SnsRefusal } from "../inbound/sns.server.ts";
import { type InboundMail, readInboundMail } from "./inbound-mail.server.ts";
import { signedIdsIn } from "./own-ids.server.ts";

/*
 * Reports of Amazon SES through SNS: bounces, complaints and deliveries of mails that it sent, and whole mails that it
 * received. Amazon replaces the Message-ID of sent mail, so a mail is found by the original headers if the topic
 * includes them, and otherwise by Amazon's own id, which our outbox stored as the response to the mail.
 */

const line = z.string().max(2000);
const Recipient = z.object({
  emailAddress: line,
  status: line.optional(),
  diagnosticCode: line.optional(),
});
const recipients = z.array(Recipient).max(100);

const Report = z.object({
  mail: z.object({
    messageId: line,
    destination: z.array(line).max(100).optional(),
    headers: z
      .array(z.object({ name: line, value: z.string() }))
      .max(1000)
      .optional(),
    commonHeaders: z.object({ messageId: line.optional() }).optional(),
  }),
  bounce: z.object({ bounceType: line, bounceSubType: line.optional(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients, complaintFeedbackType: line.nullish() }).optional(),
  delivery: z.object({ recipients: z.array(line).max(100), smtpResponse: line.optional() }).optional(),
  content: z.string().optional(),
  receipt: z.object({ action: z.object({ encoding: line.optional() }).optional() }).optional(),
});
const SesMessage = z.intersection(
  z.union([z.object({ notificationType: line }), z.object({ eventType: line })]),
  Report,
);
type Report = z.infer<typeof Report>;

/** Returns the mails of an SNS request, none for one about the subscription. Refusals: see SnsRefusal, and off. */
export async function readSesRequest(
  body: unknown,
  topics: readonly string[],
  fetch?: Fetch,
): Promise<Result<InboundMail[], SnsRefusal | Refusal<"off">>> {
  if (topics.length === 0) return refuse("off");
  const read = await readSns(body, topics, fetch);
  if (!read.ok) return read;
  if (read.value.text === null) return ok([]);
  const message = jsonIn(read.value.text);
  // Amazon sends a sentence instead of JSON when a topic is connected for the first time.
  if (message === undefined) return ok([]);
  const report = SesMessage.safeParse(message);
  if (!report.success) return refuse("malformed");
  const { data } = report;
  const type = "notificationType" in data ? data.notificationType : data.eventType;
  return ok(await mailsOf(type, data));
}

async function mailsOf(type: string, report: Report): Promise<InboundMail[]> {
  const { mail, bounce, complaint, delivery, content } = report;
  if (type === "Bounce" && bounce)
    return bounce.bouncedRecipients.map((recipient) => ({
      kind: "notification",
      ...referenceTo(mail, recipient.emailAddress),
      reports: [bounceReport(bounce, recipient)],
    }));
  if (type === "Complaint" && complaint && complaint.complaintFeedbackType !== "not-spam")
    return complaint.complainedRecipients.map(({ emailAddress }) => ({
      kind: "complaint",
      ...referenceTo(mail, emailAddress),
    }));
  if (type === "Delivery" && delivery)
    return delivery.recipients.map((to) => ({
      kind: "notification",
      ...referenceTo(mail, to),
      reports: [{ action: "delivered", status: null, detail: oneLine(delivery.smtpResponse ?? "Delivered.") }],
    }));
  if (type === "Received" && content !== undefined) {
    const isBase64 = report.receipt?.action?.encoding?.toUpperCase() === "BASE64";
    return [await readInboundMail(Buffer.from(content, isBase64 ? "base64" : "utf8"))];
  }
  return [];
}

function bounceReport(
  { bounceType, bounceSubType = "" }: NonNullable<Report["bounce"]>,
  { emailAddress, status, diagnosticCode }: z.infer<typeof Recipient>,
): DeliveryReport {
  const isOfThisMail = /^(MessageTooLarge|ContentRejected|AttachmentRejected)$/.test(bounceSubType);
  const verdict =
    bounceType === "Permanent" && !isOfThisMail ? "hard" : bounceType === "Undetermined" ? undefined : "soft";
  const words = oneLine(`${bounceType} ${bounceSubType}`).replace(/([a-z])([A-Z])/g, "$1 $2");
  return {
    action: "failed",
    status: statusOf(status),
    detail: oneLine(diagnosticCode?.replace(/^\s*[\w-]+\s*;\s*/, "") ?? words),
    ...(verdict && { verdict }),
    mailbox: addressOf(plain(emailAddress)),
  };
}

function referenceTo(mail: Report["mail"], recipient: string) {
  const header = mail.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value.trim();
  return {
    messageIds: signedIdsIn([header, mail.commonHeaders?.messageId].filter((id) => id !== undefined)),
    // Amazon's ids look like 0100017f…-000000; a shorter one could be part of any response.
    accepted: /^[\w-]{20,200}$/.test(mail.messageId) ? { answer: mail.messageId, to: plain(recipient) } : undefined,
  };
}

const plain = (recipient: string) => oneLine(/<([^<>\s]+)>\s*$/.exec(recipient)?.[1] ?? recipient);
