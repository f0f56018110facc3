import { and, desc, exists, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { canRead } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsWords, likeness, resemblesWords } from "#app/platform/database/search.server.ts";
import { prospect } from "../tables.server.ts";
import { prospectText } from "./prospect-filter.server.ts";
import type { Stage } from "./stages.ts";

export type FoundProspect = { id: string; email: string; name: string | null; company: string | null; stage: Stage };

/** Maximum number of ranked matches; a search with more is too short to rank. */
const maxCandidates = 200;

/**
 * Finds prospects with every word in address, name or company, or if there are none, similar ones. Most similar first, at most `size`.
 * For admins: an empty list for other users.
 */
export async function searchProspects(
  ctx: Ctx,
  { words, size }: { words: readonly string[]; size: number },
): Promise<FoundProspect[]> {
  if (!canRead(ctx.actor, "pipeline") || words.length === 0) return [];
  const { id, email, name, company, stage } = prospect;
  const isContained = and(isNull(prospect.mergedInto), containsWords(prospectText, words));
  const one = { one: sql`1` };
  const found = (where: SQL | undefined) => ctx.db.select({ id }).from(prospect).where(where).limit(maxCandidates);
  const closest = (where: SQL | undefined) =>
    ctx.db
      .select({ id, email, name, company, stage })
      .from(prospect)
      .where(where)
      .orderBy(desc(likeness(prospectText, words)), desc(prospect.score), desc(id))
      .limit(size);
  return unionAll(
    closest(inArray(id, found(isContained))),
    closest(
      and(
        not(exists(ctx.db.select(one).from(prospect).where(isContained))),
        inArray(id, found(and(isNull(prospect.mergedInto), resemblesWords(prospectText, words)))),
      ),
    ),
  );
}
