import { and, desc, eq, exists, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { canRead } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsWords, folded, likeness, resemblesWords } from "#app/platform/database/search.server.ts";

export type FoundBlueprint = { id: string; companyName: string; updatedAt: Date };

const maxCandidates = 200;

/**
 * Finds finished blueprints with every word in the company's name or, if there are none, similar names. Best match
 * first, at most `size`. For admins; empty for other users.
 */
export async function searchBlueprints(
  ctx: Ctx,
  { words, size }: { words: readonly string[]; size: number },
): Promise<FoundBlueprint[]> {
  if (!canRead(ctx.actor, "blueprints") || words.length === 0) return [];
  const { id, companyName, updatedAt } = blueprint;
  const isFinished = and(eq(blueprint.status, "completed"), isNull(blueprint.deletedAt));
  const text = folded(companyName);
  const isContained = and(isFinished, containsWords(text, words));
  const found = (where: SQL | undefined) => ctx.db.select({ id }).from(blueprint).where(where).limit(maxCandidates);
  const closest = (where: SQL | undefined) =>
    ctx.db
      .select({ id, companyName, updatedAt })
      .from(blueprint)
      .where(where)
      .orderBy(desc(likeness(text, words)), desc(updatedAt), desc(id))
      .limit(size);
  return unionAll(
    closest(inArray(id, found(isContained))),
    closest(
      and(
        not(exists(ctx.db.select({ one: sql`1` }).from(blueprint).where(isContained))),
        inArray(id, found(and(isFinished, resemblesWords(text, words)))),
      ),
    ),
  );
}
