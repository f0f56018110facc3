import { asc, eq, or } from "drizzle-orm";
import type { PersonalData } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import {
  analysis,
  blueprint,
  fullBlueprintVersion,
  heldCall,
  narrative,
  shareLink,
  taskTick,
  unlock,
} from "./tables.server.ts";

type Person = { userId: string | null; email: string };

/**
 * What this room holds about a person: their blueprints with every analysis, its written text and its links, what unlocked
 * the full blueprint, what was published of it and which tasks they ticked off.
 */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: Person): Promise<PersonalData> {
  const { userId } = person;
  const calls = await ctx.db.select().from(heldCall).where(isTheirCall(person));
  if (userId === null) return { held_calls: calls };
  const own = eq(blueprint.userId, userId);
  const [blueprints, analyses, narratives, links, unlocks, versions, ticks] = await Promise.all([
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
    ctx.db.select({ row: unlock }).from(unlock).innerJoin(blueprint, eq(blueprint.id, unlock.blueprintId)).where(own),
    ctx.db
      .select({ row: fullBlueprintVersion })
      .from(fullBlueprintVersion)
      .innerJoin(blueprint, eq(blueprint.id, fullBlueprintVersion.blueprintId))
      .where(own),
    ctx.db
      .select({ row: taskTick })
      .from(taskTick)
      .innerJoin(blueprint, eq(blueprint.id, taskTick.blueprintId))
      .where(own),
  ]);
  return {
    blueprints,
    analyses: analyses.map(({ row }) => row),
    narratives: narratives.map(({ row }) => row),
    share_links: links.map(({ row: { tokenHash: _, ...link } }) => link),
    held_calls: calls,
    unlocks: unlocks.map(({ row }) => row),
    full_blueprint_versions: versions.map(({ row: { publishedBy: _, ...version } }) => version),
    ticked_tasks: ticks.map(({ row }) => row),
  };
}

/**
 * Removes the person's blueprints; analyses, texts, links and the full blueprint go with them, and shared addresses stop
 * working. Calls that were noted for them go as well.
 */
export async function forgetPerson(ctx: Pick<Ctx, "db">, person: Person): Promise<void> {
  await ctx.db.delete(heldCall).where(isTheirCall(person));
  if (person.userId !== null) await ctx.db.delete(blueprint).where(eq(blueprint.userId, person.userId));
}

const isTheirCall = ({ userId, email }: Person) =>
  userId === null ? eq(heldCall.email, email) : or(eq(heldCall.userId, userId), eq(heldCall.email, email));
