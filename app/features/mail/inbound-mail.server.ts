import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { canonicalAddress } from "#app/lib/canonical-address.ts";
import { oneLine } from "#app/lib/text.ts";
import { judgeCalendarResponse, judgeReply, type MailHeaders, type ReplyKind } from "./inbound/automatic-replies.ts";
import { bodyText, type MailPart } from "./inbound/body-text.ts";
import { type CalendarAnswer, type CalendarResponse, calendarResponseIn } from "./inbound/calendar-response.ts";
import type { DeliveryReport } from "./inbound/delivery-report.ts";
import { type InboundOriginal, inboundKeyOf, originalOf } from "./inbound/original.ts";
import { readReport } from "./inbound/read-report.server.ts";
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
export type InboundMail =
  /** Without `reports` it could not be read. */
  (
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
  const person = { ...personIn(mail.from), subject: mail.subject ?? "" };
  const report = readReport({ headers, addresses, ...person, text: body, attachments: mail.attachments });
  if (report) return report;
  return readReply({
    headers,
    addresses,
    ...person,
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
  const sender = from && canonicalAddress(oneLine(from)).slice(0, 255);
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

const maxPart = 65_536;

const textOf = ({ content }: Attachment) =>
  (typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer)).slice(0, maxPart);
