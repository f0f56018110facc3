import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { oneLine } from "#app/lib/text.ts";
import {
  isAbsenceReport,
  judgeCalendarResponse,
  judgeReply,
  type MailHeaders,
  type ReplyKind,
} from "./inbound/automatic-replies.ts";
import { bodyText, type MailPart } from "./inbound/body-text.ts";
import { type CalendarAnswer, type CalendarResponse, calendarResponseIn } from "./inbound/calendar-response.ts";
import { type InboundOriginal, inboundKeyOf, originalOf } from "./inbound/original.ts";
import { cleanBody } from "./inbound/reply-text.ts";
import { signedIdsIn } from "./own-ids.server.ts";
import { messagesNamedBy } from "./reply-address.server.ts";

/*
 * Parses a mail sent back to the sender's address: a delivery status notification (RFC 3464), a complaint in the abuse
 * reporting format (RFC 5965), a mail program's unsubscribe mail (RFC 2369, subject `unsubscribe TOKEN`), or a reply.
 * Its own claims are not trusted: a report or a reply counts only for a mail that it proves to know, by the MAC in the
 * Message-ID or in the reply address.
 *
 * The mail is hostile input. Headers, nesting and lines are limited; attachments are never unpacked, only the parts of
 * reports are read; texts are truncated before anything is searched in them.
 */

/** One recipient of a notification. `action` as in RFC 3464 §2.3.3; `status` is the enhanced code, such as `5.1.1`. */
export type DeliveryReport = {
  action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  status: string | null;
  detail: string;
  /** The provider's own verdict, for reports without a code: mail will never be delivered there. */
  isPermanent?: boolean;
};

/** How a report identifies our mail: ids proven by a MAC or the provider, or the provider's acceptance response. */
export type MailReference = { messageIds: readonly string[]; accepted?: { answer: string; to: string } | undefined };

/** A reply, by a person or a program. Texts are cleaned and truncated. */
export type InboundReply = {
  /** The same for each delivery of the same mail. */
  inboundKey: string;
  /** Lower case; null if missing. */
  from: string | null;
  fromName?: string | null;
  subject: string;
  /** The complete body without HTML; lines of marked quotes begin with ">". */
  text: string;
  kind: ReplyKind;
  /** Why it counts as automatic; null for a person's reply. */
  reason: string | null;
  calendarResponse?: CalendarAnswer;
  /** Our mails that its recipient address names, and those that its references name, nearest first; both proven by a MAC. */
  namedMessages: readonly string[];
  referredIds: readonly string[];
  original?: InboundOriginal | null;
};

/** `original`: the mail as it arrived; missing if a provider sent only what it found in it. */
export type InboundMail = (
  | ({ kind: "notification"; reports: DeliveryReport[] } & MailReference)
  | ({ kind: "complaint" } & MailReference)
  | { kind: "unsubscribe"; token: string }
  | { kind: "reply"; reply: InboundReply }
  | { kind: "other" }
  /** Its headers or its nesting exceed the limits. */
  | { kind: "unreadable" }
) & { original?: InboundOriginal };

const limits = { maxHeadersSize: 64 * 1024, maxNestingDepth: 30, forceRfc822Attachments: true };
/** Further lines are not parsed. The parser takes microseconds for each, even empty ones; attachments are not needed. */
const maxLines = 10_000;
const maxReports = 10;

/** Classifies a raw RFC 5322 message. `other` if it is not recognized; never throws. */
export async function readInboundMail(raw: Uint8Array): Promise<InboundMail> {
  const parser = new PostalMime(limits);
  const mail = await parser.parse(firstLines(raw)).catch(() => null);
  // The tree of parts is not in the parser's types.
  const body = mail ? bodyText((parser as unknown as { root: MailPart }).root) : "";
  const original = originalOf({
    headers: mail?.headers.map(({ value }) => value.slice(0, maxHeader)) ?? [],
    messageId: mail?.headers.find(({ key }) => key === "message-id")?.value,
    from: personIn(mail?.from).from,
    subject: mail?.subject ?? "",
    ...{ body, raw },
  });
  return withOriginal(mail ? classify(mail, body, raw) : { kind: "unreadable" }, original);
}

export const withOriginal = (mail: InboundMail, original: InboundOriginal): InboundMail =>
  mail.kind === "reply" ? { ...mail, original, reply: { ...mail.reply, original } } : { ...mail, original };

function classify(mail: Email, body: string, raw: Uint8Array): InboundMail {
  const headers = firstValues(mail.headers.map(({ key, value }) => [key, value]));
  const addresses = recipientsIn(mail.headers.map(({ key, value }) => [key, value]));
  const part = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
  const returned = part("message/rfc822", "text/rfc822-headers", "message/rfc822-headers");
  const original = returned ? fieldGroups(textOf(returned))[0] : undefined;
  const status = part("message/delivery-status", "message/global-delivery-status");
  if (status && !isAbsenceReport(headers, personIn(mail.from).from, textOf(status))) {
    const [about, ...recipients] = fieldGroups(textOf(status));
    return {
      kind: "notification",
      messageIds: [
        ...signedIdsIn(idsOf(original?.get("message-id"), about?.get("original-envelope-id"))),
        ...messagesNamedBy([...addresses, original?.get("reply-to") ?? ""]),
      ],
      reports: recipients.slice(0, maxReports).flatMap(readReport),
    };
  }
  const feedback = part("message/feedback-report");
  if (feedback) {
    const [about] = fieldGroups(textOf(feedback));
    const type = about?.get("feedback-type")?.toLowerCase();
    if (type === "abuse" || type === "fraud" || type === "opt-out")
      return {
        kind: "complaint",
        messageIds: [
          ...signedIdsIn(idsOf(original?.get("message-id"), undefined)),
          ...messagesNamedBy([original?.get("reply-to") ?? ""]),
        ],
      };
    return { kind: "other" };
  }
  return readReply({
    headers,
    addresses,
    ...personIn(mail.from),
    subject: mail.subject ?? "",
    body: () => body,
    calendar: calendarResponseIn(
      mail.attachments
        .filter(({ mimeType }) => /^(text\/calendar|application\/ics)$/i.test(mimeType))
        .map((attachment) => textOf(attachment)),
    ),
    raw,
  });
}

function firstLines(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < maxLines; lines += 1) {
    end = raw.indexOf(lineFeed, end + 1);
    if (end < 0) return raw;
  }
  return raw.subarray(0, end + 1);
}
const lineFeed = 10;

/** The parts of a mail needed to read a reply, from a parser or a provider. */
export type ReceivedParts = {
  headers: MailHeaders;
  /** Values that can contain the address it was sent to. */
  addresses: readonly string[];
  from: string | null;
  fromName: string | null;
  subject: string;
  /** Called only for a reply. */
  body: () => string;
  calendar: CalendarResponse | null;
  /** Identifies a mail without a Message-ID. */
  raw: Uint8Array | string;
};

/** Classifies a mail to one of our addresses that is not a report: a request to unsubscribe, a reply, or neither. */
export function readReply({
  headers,
  addresses,
  from,
  fromName,
  subject,
  body,
  calendar,
  raw,
}: ReceivedParts): InboundMail {
  const token = /^\s*unsubscribe\s+([\w.-]{10,100})\s*$/i.exec(subject)?.[1];
  if (token) return { kind: "unsubscribe", token };
  const namedMessages = messagesNamedBy(addresses.map((text) => text.slice(0, maxHeader)));
  const referredIds = signedIdsIn(referencesIn(headers));
  if (namedMessages.length === 0 && referredIds.length === 0) return { kind: "other" };
  const line = oneLine(subject.toWellFormed()).slice(0, 300);
  const sender = from && oneLine(from).toLowerCase().slice(0, 255);
  return {
    kind: "reply",
    reply: {
      inboundKey: inboundKeyOf(headers.get("message-id"), raw),
      from: sender || null,
      fromName: (fromName && oneLine(fromName.toWellFormed()).slice(0, 100)) || null,
      subject: line,
      text: cleanBody(body()),
      ...(calendar ? judgeCalendarResponse(calendar) : judgeReply(headers, line, sender)),
      namedMessages,
      referredIds,
    },
  };
}

const maxHeader = 8000;

const recipientHeaders = new Set(["to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to"]);
const recipientsIn = (headers: readonly [name: string, value: string][]) =>
  headers.flatMap(([name, value]) => (recipientHeaders.has(name) ? [value.slice(0, maxHeader)] : []));

/** Returns lower-case names with their first value, as one line that the database can store. */
export const firstValues = (headers: readonly (readonly [name: string, value: string])[]): MailHeaders =>
  new Map(
    headers
      .toReversed()
      .map(([name, value]) => [name.toLowerCase(), oneLine(value.slice(0, maxHeader).toWellFormed())]),
  );

/** Returns the Message-IDs of In-Reply-To and References, nearest first. */
function referencesIn(headers: MailHeaders): string[] {
  const ids = (name: string) => headers.get(name)?.match(/<[^<>\s]{3,300}>/g) ?? [];
  return [...new Set([...ids("in-reply-to"), ...ids("references").toReversed()])].slice(0, 30);
}

function personIn(from: Address | undefined): { from: string | null; fromName: string | null } {
  const person = from?.group ? from.group[0] : from;
  return { from: person?.address ?? null, fromName: person?.name ?? null };
}

const maxDiagnostic = 2000;
const maxReport = 65_536;

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;

function readReport(fields: Map<string, string>): DeliveryReport[] {
  const action = actions.find((known) => known === fields.get("action")?.toLowerCase());
  if (!action) return [];
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0] ?? null;
  const diagnostic = fields
    .get("diagnostic-code")
    ?.slice(0, maxDiagnostic)
    .replace(/^\s*[\w-]+\s*;\s*/, "");
  return [{ action, status, detail: oneLine(diagnostic ?? status ?? "No reason was given.") }];
}

/** Parses groups of header fields separated by blank lines; lower-case names, folded lines joined. */
function fieldGroups(text: string): Map<string, string>[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
        const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/s.exec(line) ?? [];
        if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim());
      }
      return fields;
    })
    .filter((fields) => fields.size > 0);
}

/** The Message-ID of the returned mail; otherwise the envelope id we gave it, which is the same id without its domain. */
const idsOf = (messageId: string | undefined, envelopeId: string | undefined) =>
  [
    messageId && /<[^<>\s]+>/.exec(messageId)?.[0],
    envelopeId && /^[0-9a-f-]{36}\.[0-9a-f]{20}$/.exec(envelopeId)?.[0],
  ].filter((id): id is string => Boolean(id));

const textOf = ({ content }: Attachment) =>
  (typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer)).slice(0, maxReport);
