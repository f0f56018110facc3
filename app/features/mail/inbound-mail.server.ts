import { createHash } from "node:crypto";
import PostalMime, { type Address } from "postal-mime";
import { oneLine } from "#app/lib/text.ts";
import { judgeReply, type MailHeaders, type ReplyKind } from "./inbound/automatic-replies.ts";
import type { DeliveryReport } from "./inbound/delivery-report.ts";
import { textOfHtml } from "./inbound/html-text.ts";
import { addressesIn, type InboundOriginal, maxOriginal } from "./inbound/original.ts";
import { readReport } from "./inbound/read-report.server.ts";
import { replyText } from "./inbound/reply-text.ts";
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

/** A reply, by a person or a program. Texts are cleaned and truncated; `text` has no quoted mail and no HTML. */
export type InboundReply = {
  /** The same for each delivery of the same mail. */
  inboundKey: string;
  /** Lower case; null if missing. */
  from: string | null;
  fromName?: string | null;
  subject: string;
  text: string;
  kind: ReplyKind;
  /** Why it counts as automatic; null for a person's reply. */
  reason: string | null;
  /** Our mails that its recipient address names, and those that its references name, nearest first; both proven by a MAC. */
  namedMessages: readonly string[];
  referredIds: readonly string[];
};

export type InboundMail =
  /** Without `reports` it could not be read. `original`: the report itself; missing if a provider read it. */
  | ({ kind: "notification"; reports: DeliveryReport[]; original?: InboundOriginal } & MailReference)
  | ({ kind: "complaint" } & MailReference)
  | { kind: "unsubscribe"; token: string }
  | { kind: "reply"; reply: InboundReply }
  | { kind: "other" }
  /** Its headers or its nesting exceed the limits. */
  | { kind: "unreadable" };

const limits = { maxHeadersSize: 64 * 1024, maxNestingDepth: 30, forceRfc822Attachments: true };
/** Further lines are not parsed. The parser takes microseconds for each, even empty ones; attachments are not needed. */
const maxLines = 10_000;

/** Classifies a raw RFC 5322 message. `other` if it is not recognized; never throws. */
export async function readInboundMail(raw: Uint8Array): Promise<InboundMail> {
  const mail = await PostalMime.parse(firstLines(raw), limits).catch(() => null);
  if (!mail) return { kind: "unreadable" };
  const headers = firstValues(mail.headers.map(({ key, value }) => [key, value]));
  const addresses = recipientsIn(mail.headers.map(({ key, value }) => [key, value]));
  const person = { ...personIn(mail.from), subject: mail.subject ?? "" };
  const body = () => mail.text ?? (mail.html ? textOfHtml(mail.html) : "");
  const report = readReport({ headers, addresses, ...person, text: body(), attachments: mail.attachments });
  if (report?.kind === "notification")
    return { ...report, original: originalOf(raw, { headers, ...person, texts: [mail.text ?? "", mail.html ?? ""] }) };
  if (report) return report;
  return readReply({
    headers,
    addresses,
    ...person,
    body,
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
  /** Identifies a mail without a Message-ID. */
  raw: Uint8Array | string;
};

/** Classifies a mail to one of our addresses that is not a report: a request to unsubscribe, a reply, or neither. */
export function readReply({ headers, addresses, from, fromName, subject, body, raw }: ReceivedParts): InboundMail {
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
      inboundKey: keyOf(headers.get("message-id"), raw),
      from: sender || null,
      fromName: (fromName && oneLine(fromName.toWellFormed()).slice(0, 100)) || null,
      subject: line,
      text: replyText(body()),
      ...judgeReply(headers, line, sender),
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

const keyOf = (messageId: string | undefined, raw: Uint8Array | string) =>
  createHash("sha256")
    .update(/<[^<>\s]{3,300}>/.exec(messageId ?? "")?.[0] ?? raw)
    .digest("base64url");

function originalOf(
  raw: Uint8Array,
  mail: { headers: MailHeaders; from: string | null; subject: string; texts: readonly string[] },
): InboundOriginal {
  return {
    inboundKey: keyOf(mail.headers.get("message-id"), raw),
    content: raw.subarray(0, maxOriginal),
    size: raw.length,
    fromAddress: mail.from && oneLine(mail.from).toLowerCase().slice(0, 255),
    subject: oneLine(mail.subject.toWellFormed()).slice(0, 300),
    addresses: addressesIn([
      ...mail.headers.values(),
      ...mail.texts,
      new TextDecoder().decode(raw.subarray(0, maxOriginal)),
    ]),
  };
}

function personIn(from: Address | undefined): { from: string | null; fromName: string | null } {
  const person = from?.group ? from.group[0] : from;
  return { from: person?.address ?? null, fromName: person?.name ?? null };
}
