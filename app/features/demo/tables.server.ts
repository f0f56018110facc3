import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const demoRow = pgTable(
  "demo_row",
  {
    /** Name of the table, and the primary key of the row as text (parts of a composite key joined by a space). */
    table: text("table_name").notNull(),
    key: text().notNull(),
    loadedAt: timestamp("loaded_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.table, table.key] })],
);
