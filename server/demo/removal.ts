import { sql } from "drizzle-orm";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { demoKeys } from "#app/features/demo/demo.server.ts";
import { removeDemo } from "#app/features/demo/removal.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";

/** Removes all demo data in one transaction. Returns the number of rows, without hits of visits; 0 without demo data. */
export const removeDemoData = (ctx: Ctx): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    // Hits have no primary key and no foreign key, so the list of demo rows cannot reference them.
    const { rows } = await tx.db.execute<{ id: number }>(
      sql`select key::int as id from ${demoKeys("analytics_session")} as demo(key)`,
    );
    if (rows.length > 0)
      await visitStore().deleteSessions(
        tx,
        rows.map(({ id }) => id),
      );
    return removeDemo(tx);
  });
