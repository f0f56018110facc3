import { sql } from "drizzle-orm";
import { analyticsHit } from "#app/features/analytics/tables.server.ts";
import { demoKeys } from "#app/features/demo/demo.server.ts";
import { removeDemo } from "#app/features/demo/removal.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";

/** Removes all demo data in one transaction. Returns the number of rows, without hits of visits; 0 without demo data. */
export const removeDemoData = (ctx: Ctx): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    // Hits have no primary key and no foreign key, so the list of demo rows cannot reference them.
    await tx.db.execute(
      sql`delete from ${analyticsHit} where session_id in (select key::int from ${demoKeys("analytics_session")} as demo(key))`,
    );
    return removeDemo(tx);
  });
