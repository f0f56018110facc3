import { z } from "zod";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { oneLine } from "#app/lib/text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { hashToken, isSameText } from "#app/platform/hashes.server.ts";
import { calendarResponseIn } from "./inbound/calendar-response.ts";
import type { DeliveryReport } from "./inbound/delivery-report.ts";
import { textOfHtml } from "./inbound/html-text.ts";
import { maxOriginal, originalOf } from "./inbound/original.ts";
import { addressOf } from "./inbound/report-fields.ts";
import { firstValues, type InboundMail, readReply, withOriginal } from "./inbound-mail.server.ts";
import type { RefusalCause } from "./refusal-causes.ts";

/*
 * Webhook requests of Postmark: bounces, spam complaints and deliveries of mails that it sent, and mails that it
 * received. Postmark does not sign its requests; it sends the user and password of the webhook's URL. Mails are found
 * by the metadata that the mailer adds for Postmark (platform/provider-headers.ts).
 */

/** Whether an Authorization header has MAIL_WEBHOOK_SECRET as its password; ignores the user name. */
export function isPostmark(header: string | undefined, secret: string): boolean {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header ?? "")?.[1];
  const given = encoded && /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8"))?.[1];
  return given !== undefined && given !== "" && isSameText(hashToken(given), hashToken(secret));
}

const line = z.string().max(10_000);
const Report = z.object({
  RecordType: line,
  Type: line.nullish(),
  Email: line.nullish(),
  Details: line.nullish(),
  Description: line.nullish(),
  Metadata: z.record(z.string(), z.unknown()).nullish(),
});
type Report = z.infer<typeof Report>;

const Person = z.object({ Email: line, Name: line.nullish() });
const Inbound = z.object({
  MessageID: line,
  FromFull: Person.nullish(),
  From: line.nullish(),
  ToFull: z.array(Person).nullish(),
  CcFull: z.array(Person).nullish(),
  OriginalRecipient: line.nullish(),
  Subject: z.string().nullish(),
  TextBody: z.string().nullish(),
  HtmlBody: z.string().nullish(),
  /** Sent if the inbound server is set to include the raw email. */
  RawEmail: z.string().nullish(),
  Attachments: z.array(z.object({ ContentType: line.nullish(), Content: z.string().nullish() })).nullish(),
  Headers: z.array(z.object({ Name: line, Value: z.string() })).max(1000),
});

export function readPostmark(body: unknown): Result<InboundMail, Refusal<"malformed">> {
  const inbound = Inbound.safeParse(body);
  if (inbound.success) return ok(received(inbound.data));
  const report = Report.safeParse(body);
  return report.success ? ok(mailOf(report.data)) : refuse("malformed");
}

function mailOf(report: Report): InboundMail {
  const id = report.Metadata?.["gtmarc-message"];
  const messageIds = typeof id === "string" && isUuid(id) ? [id] : [];
  if (report.RecordType === "SpamComplaint" || report.Type === "SpamComplaint")
    return { kind: "complaint", messageIds };
  if (report.RecordType === "Delivery")
    return { kind: "notification", messageIds, reports: [{ action: "delivered", status: null, detail: text(report) }] };
  const action = report.RecordType === "Bounce" ? bounceActions[report.Type ?? ""] : undefined;
  if (!action) return { kind: "other" };
  const verdict = report.Type === "HardBounce" || report.Type === "BadEmailAddress" ? "hard" : "soft";
  const cause = causes[report.Type ?? ""];
  return {
    kind: "notification",
    messageIds,
    reports: [
      {
        action,
        status: null,
        detail: text(report),
        verdict,
        mailbox: addressOf(report.Email ?? ""),
        ...(cause && { cause }),
      },
    ],
  };
}

/** Postmark retries the delayed ones. Its other types are not bounces, such as automatic replies. */
const bounceActions: Readonly<Record<string, DeliveryReport["action"]>> = {
  HardBounce: "failed",
  BadEmailAddress: "failed",
  SoftBounce: "failed",
  DnsError: "failed",
  SpamNotification: "failed",
  VirusNotification: "failed",
  Blocked: "failed",
  DMARCPolicy: "failed",
  Unknown: "failed",
  Transient: "delayed",
};

/** Types that name a cause because of us. */
const causes: Readonly<Record<string, RefusalCause>> = {
  SpamNotification: "content",
  VirusNotification: "content",
  DMARCPolicy: "sender",
};

const text = ({ Details, Description }: Report) =>
  oneLine(Details || Description || "No reason was given.").slice(0, 500);

function received(mail: z.infer<typeof Inbound>): InboundMail {
  const people = [...(mail.ToFull ?? []), ...(mail.CcFull ?? [])].slice(0, 100).map(({ Email }) => Email);
  const subject = mail.Subject ?? "";
  const html = mail.HtmlBody ? textOfHtml(mail.HtmlBody) : "";
  const body = mail.TextBody?.trim() ? mail.TextBody : html;
  const headers = firstValues(mail.Headers.map(({ Name, Value }) => [Name, Value]));
  const read = readReply({
    headers,
    addresses: [...people, mail.OriginalRecipient ?? ""],
    from: mail.FromFull?.Email ?? null,
    fromName: mail.FromFull?.Name ?? null,
    subject,
    body: () => body,
    calendar: calendarResponseIn(
      (mail.Attachments ?? [])
        .filter(({ ContentType }) => /^(text\/calendar|application\/ics)\b/i.test(ContentType ?? ""))
        .map(({ Content }) => Buffer.from((Content ?? "").slice(0, 100_000), "base64").toString("utf8")),
    ),
    raw: mail.MessageID,
  });
  const original = originalOf({
    headers: mail.Headers.map(({ Value }) => Value),
    messageId: headers.get("message-id"),
    from: mail.FromFull?.Email ?? null,
    ...{ subject, body },
    raw: Buffer.from(mail.RawEmail ?? composed(mail)),
  });
  return withOriginal(read, original);
}

/** A mail with the parts that Postmark found, if it does not send the mail itself. */
function composed({ Headers, TextBody, HtmlBody, MessageID, ...mail }: z.infer<typeof Inbound>): string {
  const head = Headers.filter(({ Name }) => !/^(content-.*|mime-version|from|subject|to)$/i.test(Name));
  const lines = [
    `From: ${encoded(mail.FromFull?.Name ?? "")} <${oneLine(mail.FromFull?.Email ?? "")}>`,
    `To: ${(mail.ToFull ?? []).map(({ Email }) => oneLine(Email)).join(", ")}`,
    `Subject: ${encoded(mail.Subject ?? "")}`,
    ...head.map(({ Name, Value }) => `${oneLine(Name)}: ${oneLine(Value)}`),
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${MessageID}"`,
    "",
  ];
  const part = (type: string, content: string) => [
    ...[`--${MessageID}`, `Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: base64", ""],
    ...(Buffer.from(content.slice(0, maxOriginal))
      .toString("base64")
      .match(/.{1,76}/g) ?? []),
  ];
  const parts = [...part("text/plain", TextBody ?? ""), ...part("text/html", HtmlBody ?? "")];
  return [...lines, ...parts, `--${MessageID}--`, ""].join("\r\n");
}

const encoded = (text: string) => (text === "" ? "" : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`);
