import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "../../lib/uuid.ts";

/** Counters of the limits; a row is one key in one window. Addresses and e-mails appear only as keyed hashes. */
export const rateLimit = pgTable(
  "rate_limit",
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limit_expires").on(table.expiresAt)],
);

/** Who did what with authority: admin acts and the operator's command line. Never changed, never deleted by the product. */
export const auditEntry = pgTable(
  "audit_entry",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    at: timestamp({ withTimezone: true }).notNull(),
    actorKind: text("actor_kind").notNull(),
    actorUserId: uuid("actor_user_id"),
    act: text().notNull(),
    subject: text(),
    detail: jsonb().notNull().default(sql`'{}'::jsonb`),
  },
  (table) => [index("audit_entry_at").on(table.at), index("audit_entry_subject").on(table.subject, table.at)],
);
