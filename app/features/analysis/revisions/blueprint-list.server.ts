import { desc, eq, sql } from "drizzle-orm";
import {
  accessRefusal,
  type Blueprint,
  blueprintOf,
  type NoAccess,
  ownedBy,
} from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { analysis } from "../tables.server.ts";

export interface BlueprintEntry extends Omit<Blueprint, "inputs" | "assumed"> {
  /** Given by the owner; empty uses the company's name. */
  name: string;
  processCount: number;
  toolCount: number;
  latest: { revision: number; createdAt: Date; hoursSavedPerWeek: number; annualValue: number } | null;
}

/** Most recently changed first. */
export async function listBlueprints(ctx: SignedInCtx): Promise<Result<BlueprintEntry[], NoAccess>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  const rows = await ownBlueprints(ctx.db).execute({ userId: ctx.actor.userId });
  return ok(
    rows.map((row) => {
      const { inputs, assumed: _assumed, ...entry } = blueprintOf(row.blueprint);
      return {
        ...entry,
        name: row.blueprint.name,
        processCount: inputs.processes?.length ?? 0,
        toolCount: inputs.stack?.length ?? 0,
        latest: row.newest && {
          revision: row.newest.revision,
          createdAt: row.newest.analyzedAt,
          hoursSavedPerWeek: row.newest.hours,
          annualValue: row.newest.value,
        },
      };
    }),
  );
}

const ownBlueprints = prepared((db) => {
  const newest = db
    .select({
      revision: analysis.revision,
      analyzedAt: sql<Date>`${analysis.createdAt}`.mapWith(analysis.createdAt).as("analyzed_at"),
      hours: sql<number>`(${analysis.result}->>'hoursSavedPerWeek')::float8`.as("hours"),
      value: sql<number>`(${analysis.result}->>'annualValue')::float8`.as("value"),
    })
    .from(analysis)
    .where(eq(analysis.blueprintId, blueprint.id))
    .orderBy(desc(analysis.revision))
    .limit(1)
    .as("newest");
  return db
    .select()
    .from(blueprint)
    .leftJoinLateral(newest, sql`true`)
    .where(ownedBy(sql.placeholder("userId")))
    .orderBy(desc(blueprint.updatedAt))
    .prepare("analysis_own_blueprints");
});
