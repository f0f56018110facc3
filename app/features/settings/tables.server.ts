import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Values of settings that admins changed, one row per change. The newest row of a name has its value; null is the default. Rows are
 * never changed, except that a new SECRET encrypts secrets again. `version` is in the order of the commits.
 */
export const settingVersion = pgTable(
  "setting_version",
  {
    version: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    value: text(),
    isEncrypted: boolean("is_encrypted").notNull().default(sql`false`),
    /** `user`, `command_line` or `system`. */
    changedByKind: text("changed_by_kind").notNull(),
    changedByUserId: uuid("changed_by_user_id"),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("setting_version_name").on(table.name, table.version)],
);
