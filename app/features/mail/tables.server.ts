import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";
import { bytes, instant, oneOf } from "#app/platform/database/columns.server.ts";
import type { AgentKind, ClickRule, RequestKind } from "./clicks/judge-clicks.ts";
import type { ReplyKind } from "./inbound/automatic-replies.ts";
import type { CalendarAnswer } from "./inbound/calendar-response.ts";
import { type RefusalCause, refusalCauseKeys } from "./refusals/refusal-causes.ts";
import type { StoredAttachment } from "./sending/drawn-attachments.server.ts";

export type MailStatus = "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
export type MailTrouble = "failed" | "suppressed" | "cancelled" | "bounced" | "complained";
export type MailEventName =
  | "queued"
  | "sent"
  | "retried"
  | "failed"
  | "suppressed"
  | "cancelled"
  | "requeued"
  | "delayed"
  | "delivered"
  | "bounced"
  | "copy_failed"
  | "complained"
  | "replied"
  | "auto_replied"
  | "clicked"
  | "scanned";

/**
 * Lists that people can unsubscribe from: their mails have an unsubscribe link and are stopped by a suppression; other mail
 * is not.
 */
export type MailList = "newsletter" | "outreach";
/** A list, or all of them: a dead mailbox and a complaint end every list. */
export type SuppressionScope = MailList | "lists";
/** Where a person consented: on the page of an email's link, or signed in. */
export type ClickConsentSource = "email-link" | "account";
export type SuppressionReason = "unsubscribed" | "hard-bounce" | "soft-bounces" | "rejected" | "complaint" | "admin";

/** Bodies that many mails share, with placeholders filled in per mail: a newsletter is stored once, not once per recipient. */
export const mailBody = pgTable("mail_body", {
  id: uuid().primaryKey().$defaultFn(newId),
  html: text().notNull(),
  text: text().notNull(),
  createdAt: instant("created_at").notNull(),
});

/** The outbox: one row is one mail to one address, written by the action that causes it. */
export const message = pgTable(
  "message",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** The type of mail, such as `access-requested`; a label for the operator, never shown to the recipient. */
    kind: text().notNull(),
    toAddress: text("to_address").notNull(),
    subject: text().notNull(),
    /** Both bodies are emptied once a secret mail is sent or has failed, and empty if the body is shared. */
    html: text().notNull(),
    text: text().notNull(),
    /** The shared body of this mail, and the values of its placeholders. All mails of one body are one batch. */
    body: uuid().references(() => mailBody.id),
    fill: jsonb().$type<Record<string, string>>(),
    /** Null for mail caused by the recipient's own action: codes, confirmations, account mail. */
    list: text().$type<MailList>(),
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    attachments: jsonb().$type<StoredAttachment[]>().notNull().default([]),
    replyTo: text("reply_to"),
    /** Contains a code or a token: the body is emptied after sending. */
    secret: boolean().notNull().default(false),
    /** RFC 5322 Message-ID with its angle brackets, fixed when queued: retries of one mail are recognizably one mail. */
    messageId: text("message_id").notNull(),
    status: text().$type<MailStatus>().notNull().default("queued"),
    /** Started attempts, so that a mail that crashes the process is not retried forever. */
    attempts: integer().notNull().default(0),
    /** When it is due; null once the mail is sent or has failed. Not changed by a claim, so that claims stay cheap. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }),
    /** Until then a worker owns the row; afterwards the lease has expired and the mail is sent again. */
    lockedUntil: timestamp("locked_until", { withTimezone: true }),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    providerResponse: text("provider_response"),
    lastError: text("last_error"),
    /** Set only when something went wrong, so that the rare rows can be found by an index that most updates do not touch. */
    trouble: text().$type<MailTrouble>(),
    /** Why a mail server refused it, while sending or in a report. */
    refusal: text().$type<RefusalCause>(),
    /** When the first reply by a person arrived. */
    repliedAt: timestamp("replied_at", { withTimezone: true }),
    links: jsonb().$type<string[]>(),
    /** The mail that this one forwards a reply to; erased and deleted with it. */
    regarding: uuid().references((): AnyPgColumn => message.id, { onDelete: "cascade" }),
    /** Positions of the links that people clicked. */
    clickedLinks: jsonb("clicked_links").$type<number[]>().notNull().default([]),
    /** Requests for its links that were judged to be those of programs. */
    scannerHits: integer("scanner_hits").notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    // Few indexes: every mail is updated twice, and PostgreSQL then writes each of them again. Transactional mail is sorted
    // before that of lists, so that a code overtakes a newsletter.
    index("message_due")
      .on(sql`(${table.list} is not null)`, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index("message_to").on(table.toAddress),
    index("message_body").on(table.body).where(sql`${table.body} is not null`),
    index("message_regarding").on(table.regarding).where(sql`${table.regarding} is not null`),
    index("message_trouble").on(table.trouble, table.id).where(sql`${table.trouble} is not null`),
    check("message_status", sql`${table.status} in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled')`),
    check(
      "message_trouble_name",
      sql`${table.trouble} in ('failed', 'suppressed', 'cancelled', 'bounced', 'complained')`,
    ),
    check("message_refusal", sql`${table.refusal} in (${oneOf(refusalCauseKeys)})`),
    check("message_list", sql`${table.list} in ('newsletter', 'outreach')`),
    check("message_fill", sql`(${table.body} is null) = (${table.fill} is null)`),
    check(
      "message_next_attempt",
      sql`(${table.status} in ('queued', 'sending')) = (${table.nextAttemptAt} is not null)`,
    ),
    check("message_lock", sql`(${table.status} = 'sending') = (${table.lockedUntil} is not null)`),
  ],
);

/**
 * What a mail is found by: its address and subject, folded (lib/search/search-fold.ts), by their three-letter pieces. Beside the outbox, because
 * PostgreSQL would write such an index again with every update of a row, and this row is never updated.
 */
export const messageSearch = pgTable(
  "message_search",
  {
    message: uuid()
      .primaryKey()
      .references(() => message.id, { onDelete: "cascade" }),
    text: text().notNull(),
  },
  (table) => [index("message_search_text").using("gin", table.text.op("gin_trgm_ops"))],
);

export const messageEvent = pgTable(
  "message_event",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    message: uuid()
      .notNull()
      .references(() => message.id, { onDelete: "cascade" }),
    name: text().$type<MailEventName>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    detail: text(),
  },
  (table) => [
    index("message_event_message").on(table.message, table.at),
    check(
      "message_event_name",
      sql`${table.name} in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'copy_failed', 'complained', 'replied', 'auto_replied', 'clicked', 'scanned')`,
    ),
  ],
);

/**
 * Received mails as they arrived, for what reading them may have lost. Deleted with the mail that they belong to, or
 * after their own retention.
 */
export const mailOriginal = pgTable(
  "mail_original",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** Identifies the received mail, so that a repeated delivery is stored once. */
    inboundKey: text("inbound_key").notNull().unique(),
    /** The mail that it replies to or reports about; null if it could not be read. */
    message: uuid().references(() => message.id, { onDelete: "cascade" }),
    readAs: text("read_as").$type<"reply" | "report" | "unread">().notNull(),
    fromAddress: text("from_address"),
    subject: text().notNull(),
    /** Every address in it, lower case, separated by spaces: the content can be encoded, and erasure has to find them. */
    addresses: text().notNull(),
    /** RFC 5322, at most its first MiB. */
    content: bytes().notNull(),
    /** Bytes of the complete mail. */
    size: integer().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("mail_original_message").on(table.message),
    index("mail_original_at").on(table.at),
    check("mail_original_read_as", sql`${table.readAs} in ('reply', 'report', 'unread')`),
  ],
);

/** Replies to our mails: text only; the quote of our mail is omitted where it ends the reply. Deleted with the mail. */
export const mailReply = pgTable(
  "mail_reply",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    message: uuid()
      .notNull()
      .references(() => message.id, { onDelete: "cascade" }),
    /** Identifies the received mail, so that a repeated delivery is stored once. */
    inboundKey: text("inbound_key").notNull(),
    /** A calendar response is `automatic`, with its answer below. */
    kind: text().$type<Exclude<ReplyKind, "calendar">>().notNull(),
    calendarResponse: text("calendar_response").$type<CalendarAnswer>(),
    /** Why it counts as automatic. */
    reason: text(),
    fromAddress: text("from_address"),
    fromName: text("from_name"),
    /** False if someone other than the recipient of our mail wrote it. */
    isFromRecipient: boolean("is_from_recipient").notNull(),
    matchedBy: text("matched_by").$type<"address" | "references">().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    unique("mail_reply_message_key").on(table.message, table.inboundKey),
    index("mail_reply_from").on(table.fromAddress),
    check("mail_reply_kind", sql`${table.kind} in ('reply', 'out_of_office', 'automatic', 'colleague')`),
    check(
      "mail_reply_calendar_response",
      sql`${table.calendarResponse} in ('accepted', 'declined', 'tentative', 'counter')`,
    ),
    check("mail_reply_matched_by", sql`${table.matchedBy} in ('address', 'references')`),
    check("mail_reply_reason", sql`(${table.kind} = 'reply') = (${table.reason} is null)`),
  ],
);

/**
 * Requests for wrapped links, like lines of an access log. Stores only the facts needed for the verdict, not the user agent
 * and the address.
 */
export const mailHit = pgTable(
  "mail_hit",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    message: uuid()
      .notNull()
      .references(() => message.id, { onDelete: "cascade" }),
    /** Null for the hidden link. */
    link: integer(),
    at: instant("at").notNull(),
    method: text().$type<"GET" | "HEAD">().notNull(),
    /** Keyed hash of the address; the key changes every day. */
    client: text().notNull(),
    agent: text().$type<AgentKind>().notNull(),
    request: text().$type<RequestKind>().notNull(),
    hasLanguage: boolean("has_language").notNull(),
    /** Null until no later hit can change it. */
    verdict: text().$type<"human" | "scanner">(),
    rules: jsonb().$type<ClickRule[]>().notNull().default([]),
  },
  (table) => [
    index("mail_hit_message").on(table.message, table.at),
    index("mail_hit_client").on(table.client, table.at),
    index("mail_hit_waiting").on(table.at).where(sql`${table.verdict} is null`),
    check("mail_hit_method", sql`${table.method} in ('GET', 'HEAD')`),
    check("mail_hit_agent", sql`${table.agent} in ('browser', 'scanner', 'none')`),
    check("mail_hit_request", sql`${table.request} in ('navigation', 'preview', 'bare', 'unknown')`),
    check("mail_hit_verdict", sql`${table.verdict} in ('human', 'scanner')`),
  ],
);

/** Consents to counted clicks in follow-up emails; see click-consent.server.ts. */
export const clickConsent = pgTable(
  "click_consent",
  {
    address: text().primaryKey(),
    /** The version of the consent text. */
    wording: text().notNull(),
    source: text().$type<ClickConsentSource>().notNull(),
    givenAt: instant("given_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    check("click_consent_lower_case", sql`${table.address} = lower(${table.address})`),
    check("click_consent_source", sql`${table.source} in ('email-link', 'account')`),
  ],
);

/** Addresses that a list must not mail, and why. Never applied to mail outside of lists. */
export const suppression = pgTable(
  "suppression",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    address: text().notNull(),
    scope: text().$type<SuppressionScope>().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    detail: text(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("suppression_folded").using("gin", sql`search_fold(${table.address}) gin_trgm_ops`),
    unique("suppression_address_scope").on(table.address, table.scope),
    check("suppression_address_lower_case", sql`${table.address} = lower(${table.address})`),
    check("suppression_scope", sql`${table.scope} in ('newsletter', 'outreach', 'lists')`),
    check(
      "suppression_reason",
      sql`${table.reason} in ('unsubscribed', 'hard-bounce', 'soft-bounces', 'rejected', 'complaint', 'admin')`,
    ),
  ],
);

/**
 * Number of list mails that entered the outbox in each minute, per domain of their recipients and in total (domain ''). The
 * basis of the sequences' sending rate; newsletters are counted as well.
 */
export const mailPace = pgTable(
  "mail_pace",
  { domain: text().notNull(), minute: instant("minute").notNull(), mails: integer().notNull() },
  (table) => [primaryKey({ columns: [table.domain, table.minute] }), index("mail_pace_minute").on(table.minute)],
);
