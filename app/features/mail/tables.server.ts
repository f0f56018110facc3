import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "../../lib/uuid.ts";
import type { MailAttachment } from "../../platform/mailer.server.ts";

export type MailStatus = "queued" | "sending" | "sent" | "failed";
export type MailEventName = "queued" | "sent" | "retried" | "failed";

/** The outbox: one row is one mail to one address, written by the act that causes it. */
export const message = pgTable(
  "message",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** Which mail this is, such as `access-requested`; a label for the operator, never shown to the reader. */
    kind: text().notNull(),
    toAddress: text("to_address").notNull(),
    subject: text().notNull(),
    /** Both bodies are emptied once a secret mail is sent or given up. */
    html: text().notNull(),
    text: text().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    attachments: jsonb().$type<MailAttachment[]>().notNull().default([]),
    replyTo: text("reply_to"),
    /** Carries a code or a token: nobody may read it here once it has been handed over. */
    secret: boolean().notNull().default(false),
    /** RFC 5322 Message-ID with its angle brackets, fixed when queued: repeats of one mail are recognisably one mail. */
    messageId: text("message_id").notNull(),
    status: text().$type<MailStatus>().notNull().default("queued"),
    /** Attempts begun, so that a mail that ends the process does not try forever. */
    attempts: integer().notNull().default(0),
    /** Due from then on; null once the mail is sent or given up. Not touched by a claim, so that claims stay cheap. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }),
    /** Until then a worker owns the row; afterwards it counts as lost and is taken up again. */
    lockedUntil: timestamp("locked_until", { withTimezone: true }),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    providerResponse: text("provider_response"),
    lastError: text("last_error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    // Few indexes on purpose: every mail is updated twice, and PostgreSQL then writes each of them again.
    index("message_due").on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
    index("message_to").on(table.toAddress),
    check("message_status", sql`${table.status} in ('queued', 'sending', 'sent', 'failed')`),
    check(
      "message_next_attempt",
      sql`(${table.status} in ('queued', 'sending')) = (${table.nextAttemptAt} is not null)`,
    ),
    check("message_lock", sql`(${table.status} = 'sending') = (${table.lockedUntil} is not null)`),
  ],
);

/** What became of a mail, step by step. */
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
    check("message_event_name", sql`${table.name} in ('queued', 'sent', 'retried', 'failed')`),
  ],
);
