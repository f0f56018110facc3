import { and, desc, eq, isNull } from "drizzle-orm";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
import { blueprintOf } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FinishedAnalysis } from "./analysis.server.ts";
import { analysis } from "./tables.server.ts";

/** For the firm only, never for another user's page. */
export type NewestAnalysis = Pick<
  FinishedAnalysis,
  "blueprintId" | "about" | "revision" | "createdAt" | "inputs" | "result"
>;

/** The newest of the user's blueprints that are not deleted, or of `blueprintId` among them; null if there is none. */
export async function findNewestAnalysis(
  ctx: Pick<Ctx, "db">,
  userId: string,
  blueprintId?: string,
): Promise<NewestAnalysis | null> {
  const [row] = await ctx.db
    .select({ blueprint, analysis })
    .from(analysis)
    .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
    .where(
      and(
        eq(blueprint.userId, userId),
        blueprintId ? eq(blueprint.id, blueprintId) : undefined,
        isNull(blueprint.deletedAt),
      ),
    )
    .orderBy(desc(analysis.createdAt), desc(analysis.id))
    .limit(1);
  if (!row) return null;
  const { revision, createdAt, inputs, result } = row.analysis;
  return {
    blueprintId: row.blueprint.id,
    about: blueprintOf(row.blueprint).about,
    revision,
    createdAt,
    inputs,
    result: completeAnalysis(inputs, result),
  };
}
