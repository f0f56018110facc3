import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { listAdmins, listPeople } from "#app/features/accounts/profile/people.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { canRead, userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import {
  countsOf,
  readUrgentBlueprints,
  type UrgentBlueprint,
  type UrgentCounts,
} from "./drawing/blueprints-to-draw.server.ts";
import { fullBlueprint, sectionThread, unlock } from "./tables.server.ts";

export type BlueprintToDraw = Omit<UrgentBlueprint, "userId" | "architectId"> & {
  client: string;
  architect: string | null;
};

/** The first `size` urgent ones, and the counts of all. For admins. Refusal: not_admin. */
export async function listBlueprintsToDraw(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: BlueprintToDraw[] } & UrgentCounts, NotAdmin>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  const urgent = await readUrgentBlueprints(ctx);
  const shown = urgent.slice(0, size);
  const people = await listPeople(
    ctx,
    shown.flatMap(({ userId, architectId }) => [userId, ...(architectId ? [architectId] : [])]),
  );
  const personOf = (userId: string | null) => people.find((person) => person.userId === userId);
  const items = shown.map(({ userId, architectId, ...row }) => ({
    ...row,
    client: personOf(userId)?.email ?? "",
    architect: personOf(architectId)?.name ?? null,
  }));
  return ok({ items, ...countsOf(urgent) });
}

export type OpenQuestion = {
  blueprintId: string;
  sectionId: string;
  title: string;
  companyName: string;
  openSince: Date;
};

/**
 * Lists the first `size` open threads for the acting admin: those on the blueprints they are the architect of, and
 * those without an architect. Longest waiting first; `total` counts all of them. For admins. Refusal: not_admin.
 */
export async function listOpenQuestions(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: OpenQuestion[]; total: number }, NotAdmin>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  const me = userIdOf(ctx.actor);
  const [rows, admins] = await Promise.all([
    ctx.db
      .select({
        blueprintId: sectionThread.blueprintId,
        sectionId: sectionThread.sectionId,
        title: sectionThread.title,
        companyName: blueprint.companyName,
        openSince: sectionThread.openSince,
        architectId: fullBlueprint.architectId,
      })
      .from(sectionThread)
      .innerJoin(fullBlueprint, eq(fullBlueprint.blueprintId, sectionThread.blueprintId))
      .innerJoin(blueprint, and(eq(blueprint.id, sectionThread.blueprintId), isNull(blueprint.deletedAt)))
      .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
      .where(isNotNull(sectionThread.openSince))
      .orderBy(asc(sectionThread.openSince), asc(sectionThread.blueprintId), asc(sectionThread.sectionId)),
    listAdmins(ctx),
  ]);
  const isOtherArchitects = (architectId: string | null) =>
    architectId !== me && admins.some(({ userId }) => userId === architectId);
  const mine = rows.flatMap(({ architectId, openSince, ...row }) =>
    openSince && !isOtherArchitects(architectId) ? [{ ...row, openSince }] : [],
  );
  return ok({ items: mine.slice(0, size), total: mine.length });
}
