import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Actor } from "#app/lib/actor.ts";
import { newId } from "#app/lib/uuid.ts";
import { instant, partOf } from "#app/platform/database/columns.server.ts";

/**
 * The event log: one row per event, written in the publisher's transaction. Never changed, except that deleting a user
 * removes everything that identifies them (`redacted_at`).
 */
export const event = pgTable(
  "event",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    name: text().notNull(),
    version: integer().notNull(),
    subjectEmail: text("subject_email"),
    subjectUserId: uuid("subject_user_id"),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    actorKind: text("actor_kind").$type<Actor["kind"]>().notNull(),
    actorUserId: uuid("actor_user_id"),
    occurredAt: instant("occurred_at").notNull(),
    redactedAt: instant("redacted_at"),
  },
  (table) => [
    index("event_name").on(table.name, table.id),
    index("event_subject_email").on(table.subjectEmail, table.id),
    index("event_timeline").on(table.subjectEmail, table.occurredAt, table.id),
    index("event_subject_user").on(table.subjectUserId, table.id),
    index("event_actor_user").on(table.actorUserId).where(sql`${table.actorUserId} is not null`),
    index("event_occurred").on(table.occurredAt),
    check("event_subject_email_lower_case", sql`${table.subjectEmail} = lower(${table.subjectEmail})`),
  ],
);

/**
 * Which consumer has processed which event. Written in the consumer's transaction, so that an event takes effect once.
 */
export const eventReceipt = pgTable(
  "event_receipt",
  {
    consumer: text().notNull(),
    eventId: partOf("event_id", () => event.id),
    processedAt: instant("processed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.consumer, table.eventId] }), index("event_receipt_event").on(table.eventId)],
);

/** Events that a consumer failed to process at every attempt. A later success removes the row. */
export const eventDeadLetter = pgTable(
  "event_dead_letter",
  {
    consumer: text().notNull(),
    eventId: partOf("event_id", () => event.id),
    /** The error of the last attempt, without personal data (platform/queues/job-failure.server.ts). */
    error: text().notNull(),
    /** Null in rows of earlier versions. */
    attempts: integer(),
    failedAt: instant("failed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.consumer, table.eventId] }),
    index("event_dead_letter_event").on(table.eventId),
    index("event_dead_letter_failed").on(table.failedAt, table.eventId),
  ],
);
