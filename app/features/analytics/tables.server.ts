import { index, jsonb, numeric, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * One step of somebody's way to an analysis or a call. The ids are references without a foreign key: this room stands
 * below the rooms that own them, and a count outlives what it counted. Without any id it is a mere count.
 */
export const funnelEvent = pgTable(
  "funnel_event",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** The visit's own id; null for visitors who ask not to be tracked. */
    sessionId: text("session_id"),
    userId: uuid("user_id"),
    stage: text().notNull(),
    substage: text(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** USD. */
    value: numeric({ precision: 14, scale: 2, mode: "number" }),
    companyId: uuid("company_id"),
    blueprintId: uuid("blueprint_id"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    index("funnel_event_stage").on(table.stage, table.substage, table.occurredAt),
    index("funnel_event_session").on(table.sessionId, table.occurredAt),
    index("funnel_event_user").on(table.userId),
    index("funnel_event_time").on(table.occurredAt),
  ],
);
