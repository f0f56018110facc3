import { z } from "zod";
import { ownValue } from "#app/lib/program/own-value.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { cut, oneLine } from "#app/lib/text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { RefusalCause } from "../refusals/refusal-causes.ts";
import { calendarResponseIn } from "./calendar-response.ts";
import type { DeliveryReport } from "./delivery-report.ts";
import { textOfHtml } from "./html-text.ts";
import { type InboundOriginal, maxOriginal, originalOf } from "./original.ts";
import { firstValues, type ReadMail, readReply } from "./read-mail.ts";
import { addressOf } from "./report-fields.ts";

/* Parses the body of a request of Postmark, outside the serving process: it can have 16 MiB. */

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

/** `report`: of a mail that it sent. Otherwise a received mail. */
export type PostmarkReading = { report: PostmarkReport } | { mail: ReadMail; original: InboundOriginal };

export type PostmarkReport =
  | { kind: "notification"; messageIds: string[]; reports: DeliveryReport[] }
  | { kind: "complaint"; messageIds: string[] }
  | { kind: "other" };

/** Refusals: bad_json, malformed. */
export function readPostmarkBody(json: string): Result<PostmarkReading, Refusal<"bad_json" | "malformed">> {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return refuse("bad_json");
  }
  const inbound = Inbound.safeParse(body);
  if (inbound.success) return ok(received(inbound.data));
  const report = Report.safeParse(body);
  return report.success ? ok({ report: mailOf(report.data) }) : refuse("malformed");
}

function mailOf(report: Report): PostmarkReport {
  const id = report.Metadata?.["gtmarc-message"];
  const messageIds = typeof id === "string" && isUuid(id) ? [id] : [];
  if (report.RecordType === "SpamComplaint" || report.Type === "SpamComplaint")
    return { kind: "complaint", messageIds };
  if (report.RecordType === "Delivery")
    return { kind: "notification", messageIds, reports: [{ action: "delivered", status: null, detail: text(report) }] };
  const action = report.RecordType === "Bounce" ? ownValue(bounceActions, report.Type ?? "") : undefined;
  if (!action) return { kind: "other" };
  const verdict = report.Type === "HardBounce" || report.Type === "BadEmailAddress" ? "hard" : "soft";
  const cause = ownValue(causes, report.Type ?? "");
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

const text = ({ Details, Description }: Report) => cut(oneLine(Details || Description || "No reason was given."), 500);

function received(mail: z.infer<typeof Inbound>): { mail: ReadMail; original: InboundOriginal } {
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
  return { mail: read, original };
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
