import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../../platform/context.server.ts";
import { analysis, blueprint, narrative, shareLink } from "./tables.server.ts";

type Person = { userId: string | null; email: string };

/** What this room holds about a person: their blueprints with every analysis, its written text and its links. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, { userId }: Person) {
  if (userId === null) return { blueprints: [], analyses: [], narratives: [], share_links: [] };
  const own = eq(blueprint.userId, userId);
  const [blueprints, analyses, narratives, links] = await Promise.all([
    ctx.db.select().from(blueprint).where(own).orderBy(asc(blueprint.createdAt)),
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
    blueprints,
    analyses: analyses.map(({ row }) => row),
    narratives: narratives.map(({ row }) => row),
    share_links: links.map(({ row: { tokenHash: _, ...link } }) => link),
  };
}

/** Removes the person's blueprints; analyses, texts and links go with them, and shared addresses stop working. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, { userId }: Person): Promise<void> {
  if (userId !== null) await ctx.db.delete(blueprint).where(eq(blueprint.userId, userId));
}
