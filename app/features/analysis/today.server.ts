import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { analysis } from "./tables.server.ts";

/** `annualValue` in US dollars. */
export type NewAnalysis = {
  id: string;
  blueprintId: string;
  userId: string;
  companyName: string;
  createdAt: Date;
  hoursSavedPerWeek: number;
  annualValue: number;
};

export const newAnalysisDays = 7;

const isNewAnalysis = ({ now }: Pick<Ctx, "now">) =>
  and(
    eq(analysis.revision, 1),
    gte(analysis.createdAt, new Date(now.getTime() - newAnalysisDays * dayMs)),
    isNull(blueprint.deletedAt),
  );

/** Subquery for other features: one row per analysis that `listNewAnalyses` counts. */
export const newAnalysisOwners = (ctx: Pick<Ctx, "db" | "now">) =>
  ctx.db
    .select({ userId: sql<string>`${blueprint.userId}`.as("user_id") })
    .from(analysis)
    .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
    .where(isNewAnalysis(ctx));

/** The latest `size` first analyses of the last seven days. `total` counts all. For admins. Refusal: not_admin. */
export async function listNewAnalyses(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: NewAnalysis[]; total: number }, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const isNew = isNewAnalysis(ctx);
  const figure = (name: string) => sql<number>`(${analysis.result} ->> ${name})::float8`;
  const rows = await ctx.db
    .select({
      item: {
        id: analysis.id,
        blueprintId: blueprint.id,
        userId: blueprint.userId,
        companyName: blueprint.companyName,
        createdAt: analysis.createdAt,
        hoursSavedPerWeek: figure("hoursSavedPerWeek"),
        annualValue: figure("annualValue"),
      },
      // A scalar subquery, because a window function would read the figures of every analysis.
      total: sql<number>`(${ctx.db
        .select({ total: sql`count(*)::int` })
        .from(analysis)
        .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
        .where(isNew)})`,
    })
    .from(analysis)
    .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
    .where(isNew)
    .orderBy(desc(analysis.createdAt), desc(analysis.id))
    .limit(size);
  return ok({ items: rows.map(({ item }) => item), total: rows[0]?.total ?? 0 });
}
