import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { cut, oneLine } from "#app/lib/text.ts";
import { judgeCalendarResponse, judgeReply, type MailHeaders, type ReplyJudgment } from "./automatic-replies.ts";
import { bodyText, type MailPart } from "./body-text.ts";
import { type CalendarResponse, calendarResponseIn } from "./calendar-response.ts";
import { type ClaimedMails, namedIn, referredIn } from "./claimed-mails.ts";
import { type InboundOriginal, inboundKeyOf, originalOf } from "./original.ts";
import { type ReadReport, readReport } from "./read-report.ts";
import { cleanBody } from "./reply-text.ts";

/*
 * Parses a received mail, outside the serving process: it has no settings and no database, so which of our mails it
 * belongs to is only claimed here and proven by the caller.
 *
 * The mail is hostile input. Headers, nesting and lines are limited; attachments are never unpacked, only the parts of
 * reports are read; texts are truncated before anything is searched in them.
 */

/** A reply, by a person or a program. Texts are cleaned and truncated. */
export type ReadReply = ReplyJudgment & {
  /** The same for each delivery of the same mail. */
  inboundKey: string;
  /** Lower case; null if missing. */
  from: string | null;
  fromName?: string | null;
  subject: string;
  /** The complete body without HTML; lines of marked quotes begin with ">". */
  text: string;
};

export type ReadMail =
  | ReadReport
  | { kind: "unsubscribe"; token: string }
  | { kind: "reply"; reply: ReadReply; claims: ClaimedMails }
  | { kind: "other" }
  /** Its headers or its nesting exceed the limits. */
  | { kind: "unreadable" };

const limits = { maxHeadersSize: 64 * 1024, maxNestingDepth: 30, forceRfc822Attachments: true };
/** Further lines are not parsed. The parser takes microseconds for each, even empty ones; attachments are not needed. */
const maxLines = 10_000;

/** Classifies a raw RFC 5322 message. `other` if it is not recognized. */
export async function readMail(raw: Uint8Array): Promise<{ mail: ReadMail; original: InboundOriginal }> {
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
  return { mail: mail ? classify(mail, body, raw) : { kind: "unreadable" }, original };
}

function classify(mail: Email, body: string, raw: Uint8Array): ReadMail {
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
}: ReceivedParts): ReadMail {
  const token = /^\s*unsubscribe\s+([\w.-]{10,100})\s*$/i.exec(subject)?.[1];
  if (token) return { kind: "unsubscribe", token };
  const claims = {
    named: namedIn(addresses.map((text) => text.slice(0, maxHeader))),
    referred: referredIn(referencesIn(headers)),
  };
  if (claims.named.length === 0 && claims.referred.length === 0) return { kind: "other" };
  const line = cut(oneLine(subject.toWellFormed()), 300);
  const sender = from && cut(canonicalAddress(oneLine(from)), 255);
  return {
    kind: "reply",
    claims,
    reply: {
      inboundKey: inboundKeyOf(headers.get("message-id"), raw),
      from: sender || null,
      fromName: (fromName && cut(oneLine(fromName.toWellFormed()), 100)) || null,
      subject: line,
      text: cleanBody(body()),
      ...(calendar ? judgeCalendarResponse(calendar) : judgeReply(headers, line, sender)),
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
