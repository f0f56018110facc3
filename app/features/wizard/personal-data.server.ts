import { asc, eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { blueprint } from "./tables.server.ts";

/** The user's stored blueprints. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, { userId }: DataSubject): Promise<PersonalData> {
  if (userId === null) return {};
  return {
    blueprints: await ctx.db
      .select()
      .from(blueprint)
      .where(eq(blueprint.userId, userId))
      .orderBy(asc(blueprint.createdAt)),
  };
}

/** Deletes the person's blueprints, with their analyses, share links and full blueprints. Shared links stop working. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, { userId }: DataSubject): Promise<void> {
  if (userId !== null) await ctx.db.delete(blueprint).where(eq(blueprint.userId, userId));
}
