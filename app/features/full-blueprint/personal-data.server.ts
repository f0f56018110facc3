import { and, asc, eq, or } from "drizzle-orm";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { completedTask, fullBlueprintVersion, heldCall, sectionComment, unlock } from "./tables.server.ts";

export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: DataSubject): Promise<PersonalData> {
  const { userId } = person;
  const calls = await ctx.db.select().from(heldCall).where(isTheirCall(person));
  if (userId === null) return { held_calls: calls };
  const own = eq(blueprint.userId, userId);
  const [unlocks, versions, ticks, comments] = await Promise.all([
    ctx.db.select({ row: unlock }).from(unlock).innerJoin(blueprint, eq(blueprint.id, unlock.blueprintId)).where(own),
    ctx.db
      .select({ row: fullBlueprintVersion })
      .from(fullBlueprintVersion)
      .innerJoin(blueprint, eq(blueprint.id, fullBlueprintVersion.blueprintId))
      .where(own),
    ctx.db
      .select({ row: completedTask })
      .from(completedTask)
      .innerJoin(blueprint, eq(blueprint.id, completedTask.blueprintId))
      .where(own),
    ctx.db
      .select({ row: sectionComment })
      .from(sectionComment)
      .innerJoin(blueprint, eq(blueprint.id, sectionComment.blueprintId))
      .where(or(own, eq(sectionComment.authorId, userId)))
      .orderBy(asc(sectionComment.createdAt), asc(sectionComment.id)),
  ]);
  return {
    held_calls: calls,
    unlocks: unlocks.map(({ row }) => row),
    full_blueprint_versions: versions.map(({ row: { publishedBy: _, ...version } }) => version),
    ticked_tasks: ticks.map(({ row }) => row),
    section_comments: comments.map(({ row: { authorId: _, ...comment } }) => comment),
  };
}

/** Everything but calls is deleted with its blueprint; an architect's replies lose their author. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, person: DataSubject): Promise<void> {
  await ctx.db.delete(heldCall).where(isTheirCall(person));
}

const isTheirCall = (person: DataSubject) =>
  or(
    person.userId === null ? undefined : eq(heldCall.userId, person.userId),
    and(eq(heldCall.email, person.email), isBeforeMove(person, heldCall.heldAt)),
  );
