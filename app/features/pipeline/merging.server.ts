import { and, eq, inArray, isNull } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "./audit.ts";
import { addressesOf, refreshProspect } from "./projecting.server.ts";
import { lockProspect } from "./prospect-commands.server.ts";
import { prospect, prospectAddress, prospectMerge, prospectNote, prospectTask } from "./tables.server.ts";

/*
 * Merging makes two prospects one: addresses, notes and tasks move to the one that is kept, and what follows from events is
 * worked out again from those of all addresses. The other row stays, hidden, so that the merge can be undone.
 */

/** Merges `mergedId` into `keptId`. Refusals: not_found, same (a prospect cannot be merged into itself). For admins. */
export function mergeProspects(
  ctx: Ctx,
  { keptId, mergedId }: { keptId: string; mergedId: string },
): Promise<Result<{ mergeId: string }, NotAdmin | NotFound | Refusal<"same">>> {
  return adminCommand(ctx, async (tx) => {
    if (keptId === mergedId) return refuse("same");
    // In one order, so that two merges of the same pair never wait for each other.
    const locked = [];
    for (const id of [keptId, mergedId].sort()) locked.push(await lockProspect(tx, id));
    if (locked.includes(undefined)) return notFound();
    const addresses = await addressesOf(tx, mergedId);
    const here = { prospectId: keptId };
    await tx.db.update(prospectAddress).set(here).where(eq(prospectAddress.prospectId, mergedId));
    const notes = await tx.db
      .update(prospectNote)
      .set(here)
      .where(eq(prospectNote.prospectId, mergedId))
      .returning({ id: prospectNote.id });
    const tasks = await tx.db
      .update(prospectTask)
      .set(here)
      .where(eq(prospectTask.prospectId, mergedId))
      .returning({ id: prospectTask.id });
    await tx.db.update(prospect).set({ mergedInto: keptId }).where(eq(prospect.id, mergedId));
    const mergeId = newId();
    await tx.db.insert(prospectMerge).values({
      id: mergeId,
      keptId,
      mergedId,
      moved: { addresses, noteIds: notes.map(({ id }) => id), taskIds: tasks.map(({ id }) => id) },
      mergedAt: tx.now,
      mergedBy: tx.actor.kind === "user" ? tx.actor.userId : null,
    });
    await refreshProspect(tx, keptId, { announce: false });
    return recorded({ action: pipelineAudit.prospectsMerged, subject: keptId, detail: { mergedId } }, { mergeId });
  });
}

/**
 * Takes a merge back: what moved returns, what was written since stays with the kept prospect. Refusals: not_found, undone
 * (it was undone before). For admins.
 */
export function undoMerge(
  ctx: Ctx,
  { mergeId }: { mergeId: string },
): Promise<Result<{ mergedId: string }, NotAdmin | NotFound | Refusal<"undone">>> {
  return adminCommand(ctx, async (tx) => {
    const [merge] = await tx.db.select().from(prospectMerge).where(eq(prospectMerge.id, mergeId)).for("update");
    if (!merge) return notFound();
    if (merge.undoneAt) return refuse("undone");
    const { keptId, mergedId, moved } = merge;
    await lockProspect(tx, keptId);
    const back = { prospectId: mergedId };
    if (moved.addresses.length > 0)
      await tx.db
        .update(prospectAddress)
        .set(back)
        .where(and(inArray(prospectAddress.email, moved.addresses), eq(prospectAddress.prospectId, keptId)));
    if (moved.noteIds.length > 0)
      await tx.db.update(prospectNote).set(back).where(inArray(prospectNote.id, moved.noteIds));
    if (moved.taskIds.length > 0)
      await tx.db.update(prospectTask).set(back).where(inArray(prospectTask.id, moved.taskIds));
    await tx.db
      .update(prospect)
      .set({ mergedInto: null })
      .where(and(eq(prospect.id, mergedId), eq(prospect.mergedInto, keptId)));
    await tx.db
      .update(prospectMerge)
      .set({ undoneAt: tx.now })
      .where(and(eq(prospectMerge.id, mergeId), isNull(prospectMerge.undoneAt)));
    for (const id of [keptId, mergedId]) await refreshProspect(tx, id, { announce: false });
    return recorded({ action: pipelineAudit.mergeUndone, subject: keptId, detail: { mergedId } }, { mergedId });
  });
}
