import { asc, eq } from "drizzle-orm";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { analysis, narrative, shareLink } from "./tables.server.ts";

export async function exportPersonalData(ctx: Pick<Ctx, "db">, { userId }: DataSubject): Promise<PersonalData> {
  if (userId === null) return {};
  const own = eq(blueprint.userId, userId);
  const [analyses, narratives, links] = await Promise.all([
    ctx.db
      .select({ row: analysis })
      .from(analysis)
      .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
      .where(own)
      .orderBy(asc(analysis.createdAt)),
    ctx.db
      .select({ row: narrative })
      .from(narrative)
      .innerJoin(analysis, eq(analysis.id, narrative.analysisId))
      .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
      .where(own)
      .orderBy(asc(narrative.createdAt)),
    ctx.db
      .select({ row: shareLink })
      .from(shareLink)
      .innerJoin(blueprint, eq(blueprint.id, shareLink.blueprintId))
      .where(own)
      .orderBy(asc(shareLink.createdAt)),
  ]);
  return {
    analyses: analyses.map(({ row }) => row),
    narratives: narratives.map(({ row }) => row),
    share_links: links.map(({ row: { tokenHash: _, ...link } }) => link),
  };
}

/** Nothing to delete here: every row is deleted with its blueprint. */
export async function forgetPerson(): Promise<void> {}
