import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { event } from "#app/features/events/tables.server.ts";
import { id, instant, partOf } from "#app/platform/database/columns.server.ts";
import type { DeliveryKind, DeliveryStatus, DisabledReason, EndpointStatus } from "./webhooks.ts";

/** A program of the firm or of another provider that receives events. */
export const webhookEndpoint = pgTable(
  "webhook_endpoint",
  {
    id: id(),
    url: text().notNull(),
    description: text().notNull(),
    /** Names (`booking.made`), groups (`booking.*`) or `*`. */
    events: text().array().notNull(),
    /** Custom headers as encrypted JSON, because they can carry credentials. */
    headers: text().notNull(),
    headerNames: text("header_names").array().notNull(),
    ratePerMinute: integer("rate_per_minute"),
    /** Deliveries start no earlier than this, because of the rate or a Retry-After. */
    pacedUntil: instant("paced_until"),
    status: text().$type<EndpointStatus>().notNull().default("active"),
    disabledReason: text("disabled_reason").$type<DisabledReason>(),
    disabledAt: instant("disabled_at"),
    /** Encrypted with SECRET, because signing needs the plain secret. */
    secret: text().notNull(),
    secretCreatedAt: instant("secret_created_at").notNull(),
    /** Also signs until `previousSecretUntil`. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
    /** First failed attempt since the last success. */
    failingSince: instant("failing_since"),
    lastFailedAt: instant("last_failed_at"),
    lastDeliveredAt: instant("last_delivered_at"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("webhook_endpoint_status", sql`${table.status} in ('active', 'paused', 'disabled')`),
    check("webhook_endpoint_disabled", sql`(${table.status} = 'disabled') = (${table.disabledAt} is not null)`),
    check(
      "webhook_endpoint_previous_secret",
      sql`(${table.previousSecret} is null) = (${table.previousSecretUntil} is null)`,
    ),
  ],
);

/** One event for one endpoint, with the outcome of its attempts. The body is built from the event at each attempt. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: id(),
    endpointId: partOf("endpoint_id", () => webhookEndpoint.id),
    kind: text().$type<DeliveryKind>().notNull(),
    /** The event; null for a test, which sends a sample. */
    eventId: uuid("event_id").references(() => event.id, { onDelete: "cascade" }),
    /** `webhook-id`: the id of the event, or of the test. The same at every attempt and replay. */
    messageId: uuid("message_id").notNull(),
    eventName: text("event_name").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    status: text().$type<DeliveryStatus>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    /** During an attempt: the end of its lease. */
    nextAttemptAt: instant("next_attempt_at"),
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    deliveredAt: instant("delivered_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_delivery_once").on(table.endpointId, table.eventId).where(sql`${table.kind} = 'event'`),
    index("webhook_delivery_due").on(table.endpointId, table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
    index("webhook_delivery_list").on(table.createdAt, table.id),
    // Includes the status, so that the counts of the last day are read from the index alone.
    index("webhook_delivery_list_of_endpoint").on(table.endpointId, table.createdAt, table.id, table.status),
    index("webhook_delivery_list_of_event").on(table.eventName, table.createdAt, table.id),
    index("webhook_delivery_list_undelivered")
      .on(table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'delivered'`),
    index("webhook_delivery_tests").on(table.endpointId, table.createdAt, table.id).where(sql`${table.kind} = 'test'`),
    index("webhook_delivery_event").on(table.eventId),
    check("webhook_delivery_status", sql`${table.status} in ('pending', 'delivered', 'failed', 'canceled')`),
    check("webhook_delivery_kind", sql`${table.kind} in ('event', 'replay', 'test')`),
    check("webhook_delivery_next", sql`(${table.status} = 'pending') = (${table.nextAttemptAt} is not null)`),
    check("webhook_delivery_test", sql`${table.kind} = 'test' or ${table.eventId} is not null`),
  ],
);

export const webhookAttempt = pgTable(
  "webhook_attempt",
  {
    id: id(),
    deliveryId: partOf("delivery_id", () => webhookDelivery.id),
    number: integer().notNull(),
    at: instant("at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    status: integer(),
    error: text(),
    requestHeaders: jsonb("request_headers").$type<Record<string, string>>().notNull(),
    responseHeaders: jsonb("response_headers").$type<Record<string, string>>().notNull(),
    /** At most 16 KiB. */
    responseBody: text("response_body"),
    isTruncated: boolean("is_truncated").notNull(),
  },
  (table) => [index("webhook_attempt_delivery").on(table.deliveryId, table.number)],
);
