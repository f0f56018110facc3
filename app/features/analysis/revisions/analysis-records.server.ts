import { and, eq, isNull, sql } from "drizzle-orm";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { mayRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { idPagesOf } from "#app/platform/database/id-pages.server.ts";
import { analysis } from "../tables.server.ts";

export type AnalysisRecord = {
  id: string;
  blueprintId: string;
  /** 1, 2, 3 … within its blueprint. */
  revision: number;
  email: string;
  company: string;
  modelVersion: string;
  hoursSavedPerWeek: number;
  annualValueUsd: number;
  implementationCostUsd: number;
  recommendation: string;
  createdAt: Date;
};

const pageSize = 100;

const figure = (name: "hoursSavedPerWeek" | "annualValue" | "implementationCost") =>
  sql<number>`(${analysis.result}->>${sql.raw(`'${name}'`)})::float8`;

/**
 * Newest first, 100 per page, without deleted blueprints. For admins and the scope `read:analyses`. Refusal: not_admin.
 */
export async function listAnalysisRecords(
  ctx: Ctx,
  { cursor }: { cursor: string | null },
): Promise<Result<{ items: AnalysisRecord[]; next: string | null }, NotAdmin>> {
  if (!mayRead(ctx.actor, "read:analyses")) return notAdmin();
  const pages = idPagesOf(analysis.id, { after: cursor }, pageSize);
  const { id, blueprintId, revision, modelVersion, createdAt } = analysis;
  const { rows, next } = pages.of(
    await ctx.db
      .select({
        ...{ id, blueprintId, revision, modelVersion, createdAt },
        company: blueprint.companyName,
        userId: blueprint.userId,
        hoursSavedPerWeek: figure("hoursSavedPerWeek"),
        annualValueUsd: figure("annualValue"),
        implementationCostUsd: figure("implementationCost"),
        recommendation: sql<string>`${analysis.result}->>'recommendation'`,
      })
      .from(analysis)
      .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
      .where(and(isNull(blueprint.deletedAt), pages.where))
      .orderBy(pages.orderBy)
      .limit(pages.limit),
  );
  const people = await listPeople(
    ctx,
    rows.map(({ userId }) => userId),
  );
  const emailOf = new Map(people.map(({ userId, email }) => [userId, email]));
  return ok({ items: rows.map(({ userId, ...row }) => ({ ...row, email: emailOf.get(userId) ?? "" })), next });
}
