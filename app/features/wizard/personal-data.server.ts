import { asc, eq, getTableColumns } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { blueprint, colleagueLink } from "./tables.server.ts";

/** Exports the user's blueprints, and their links for colleagues without the tokens. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, { userId }: DataSubject): Promise<PersonalData> {
  if (userId === null) return {};
  return {
    blueprints: await ctx.db
      .select()
      .from(blueprint)
      .where(eq(blueprint.userId, userId))
      .orderBy(asc(blueprint.createdAt)),
    colleagueLinks: await ctx.db
      .select(withoutToken)
      .from(colleagueLink)
      .innerJoin(blueprint, eq(blueprint.id, colleagueLink.blueprintId))
      .where(eq(blueprint.userId, userId))
      .orderBy(asc(colleagueLink.createdAt)),
  };
}

const { tokenHash: _, ...withoutToken } = getTableColumns(colleagueLink);

/** Deletes the person's blueprints, with their analyses, share links, colleagues' links and full blueprints. All links stop working. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, { userId }: DataSubject): Promise<void> {
  if (userId !== null) await ctx.db.delete(blueprint).where(eq(blueprint.userId, userId));
}
