import { sql } from "drizzle-orm";

/** Columns of a query of `analyticsDayChange c` that is grouped by day. */
export const dayVersion = {
  version: sql`max(c.id) || '.' || sum(c.changes)`,
  lastAt: sql`max(c.last_at)::text`,
};
