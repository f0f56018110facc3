import { sql } from "drizzle-orm";
import { boolean, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ApiScope } from "#app/lib/api-scopes.ts";
import { newId } from "#app/lib/uuid.ts";
import type { SecurityKind } from "./security-log/security-kinds.ts";

/** Counters of the limits, one row per key and window. Client and email addresses appear only as keyed hashes. */
export const rateLimit = pgTable(
  "rate_limit",
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limit_expires").on(table.expiresAt)],
);

/** One row: a keyed hash of a constant, by which processes notice that they have another SECRET than the site. */
export const secretFingerprint = pgTable("secret_fingerprint", {
  only: boolean().primaryKey().default(true),
  fingerprint: text().notNull(),
  recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
});

/** Actions of admins, command line and jobs. Never deleted; changed only by repeated saves and the removal of personal data (audit.server.ts). */
export const auditEntry = pgTable(
  "audit_entry",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    at: timestamp({ withTimezone: true }).notNull(),
    /** `user`, `command_line`, or `system` for jobs. */
    actorKind: text("actor_kind").notNull(),
    actorUserId: uuid("actor_user_id"),
    act: text("action").notNull(),
    subject: text(),
    /** Keyed hash of the request's client address; null for jobs and the command line. */
    client: text(),
    detail: jsonb().notNull().default(sql`'{}'::jsonb`),
  },
  (table) => [
    // One index per filter of the audit page, each in the page's order.
    index("audit_entry_at").on(table.at, table.id),
    index("audit_entry_subject").on(table.subject, table.at, table.id),
    index("audit_entry_action").on(table.act, table.at, table.id),
    index("audit_entry_actor").on(table.actorUserId, table.at, table.id),
    index("audit_entry_server").on(table.actorKind, table.at, table.id).where(sql`${table.actorUserId} is null`),
    index("audit_entry_actor_action").on(table.actorUserId, table.act, table.at, table.id),
  ],
);

export const previewToken = pgTable("preview_token", {
  id: uuid().primaryKey().$defaultFn(newId),
  hash: text().notNull().unique(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  revokedAt: timestamp("revoked_at", { withTimezone: true }),
});

/** Tokens of programs that read the API; only a keyed hash is stored. Revoked ones stay in the list. */
export const apiToken = pgTable("api_token", {
  id: uuid().primaryKey().$defaultFn(newId),
  hash: text().notNull().unique("api_token_hash"),
  name: text().notNull(),
  scopes: text().array().$type<ApiScope[]>().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  /** At most a minute old; null before the first request. */
  lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  revokedAt: timestamp("revoked_at", { withTimezone: true }),
});

/**
 * Suspicious requests: one row per kind, rule, client and day, so that a flood increases a count instead of adding
 * rows. `client` is a hash of the address that changes every day.
 */
export const securityEvent = pgTable(
  "security_event",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text().$type<SecurityKind>().notNull(),
    /** The decoy, the form, or the refusal's code. */
    rule: text().notNull(),
    /** Address, referrer and browser of the last request. */
    path: text().notNull(),
    referrer: text(),
    userAgent: text("user_agent").notNull(),
    client: text().notNull(),
    day: date().notNull(),
    count: integer().notNull(),
    lastAt: timestamp("last_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("security_event_once").on(table.day, table.kind, table.client, table.rule),
    index("security_event_last").on(table.lastAt, table.id),
    index("security_event_kind").on(table.kind, table.lastAt, table.id),
    index("security_event_client").on(table.client, table.lastAt, table.id),
    index("security_event_trend").on(table.day, table.kind, table.count),
  ],
);

/** Violations of the content security policy, reported by browsers: one row per kind of violation and day, with its count. */
export type ViolationDetails = {
  violatedDirective: string;
  originalPolicy: string;
  statusCode: number | null;
  lineNumber: number | null;
  columnNumber: number | null;
  /** As the browser reported it. */
  timestamp: string;
  userAgent: string;
  url: string;
};

export const cspReport = pgTable(
  "csp_report",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    day: date().notNull(),
    directive: text().notNull(),
    blocked: text().notNull(),
    page: text().notNull(),
    source: text().notNull(),
    count: integer().notNull(),
    lastAt: timestamp("last_at", { withTimezone: true }).notNull(),
    /** The rest of the latest report, without secrets. Null for reports of earlier versions. */
    latest: jsonb().$type<ViolationDetails>(),
  },
  (table) => [
    uniqueIndex("csp_report_kind").on(table.day, table.directive, table.blocked, table.page, table.source),
    index("csp_report_last").on(table.lastAt),
  ],
);
