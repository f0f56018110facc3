import { eq } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "../audit.ts";
import { addressesOf, type ProspectRow, refreshProspect } from "../pipeline.server.ts";
import { lockProspect } from "../prospects/prospect-commands.server.ts";
import { prospect, prospectAddress, prospectMerge, prospectNote, prospectTask } from "../tables.server.ts";
import { revertChosen, writeChosen } from "./merge-fields.server.ts";
import type { MergeField } from "./merge-fields.ts";
import { addedTags, leavesAddresses, lockMerges, openMergesInto, separate } from "./merged-prospects.server.ts";

/*
 * Merges two prospects: addresses, notes, tasks and tags move to the kept one. Its fields keep their values, except those that the admin
 * takes from the other or that it does not have; stage, score and payments are computed again from the events of all addresses. The other row is kept, hidden, so that the merge can be undone. Merges are undone in reverse
 * order, because a later merge also moved what an earlier one had brought.
 */

/** Merges `mergedId` into `keptId`. `take`: the fields with the value of the other. Refusals: not_found, same (a prospect cannot be merged into itself). For admins. */
export function mergeProspects(
  ctx: Ctx,
  { keptId, mergedId, take = [] }: { keptId: string; mergedId: string; take?: readonly MergeField[] },
): Promise<Result<{ mergeId: string }, NotAdmin | NotFound | Refusal<"same">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    if (keptId === mergedId) return refuse("same");
    await lockMerges(tx);
    const locked = await lockBoth(tx, [keptId, mergedId]);
    const [kept, merged] = [locked.get(keptId), locked.get(mergedId)];
    if (!kept || !merged) return notFound();
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
    const tags = addedTags(kept, merged);
    await writeTags(tx, kept, [...kept.tags, ...tags]);
    await tx.db.update(prospect).set({ mergedInto: keptId }).where(eq(prospect.id, mergedId));
    await refreshProspect(tx, keptId, { announce: false });
    const now = (await lockProspect(tx, keptId))!;
    const fields = await writeChosen(tx, { kept, merged, now, take });
    const mergeId = newId();
    await tx.db.insert(prospectMerge).values({
      id: mergeId,
      keptId,
      mergedId,
      moved: { addresses, noteIds: notes.map(({ id }) => id), taskIds: tasks.map(({ id }) => id), tags, fields },
      mergedAt: tx.now,
      mergedBy: userIdOf(tx.actor),
    });
    await refreshProspect(tx, keptId, { announce: false });
    return recorded(
      {
        action: pipelineAudit.prospectsMerged,
        subject: keptId,
        detail: { mergedId, ...(take.length > 0 && { taken: take.join(", ") }) },
      },
      { mergeId },
    );
  });
}

/**
 * Undoes a merge: what moved returns; later notes and tasks stay with the kept prospect. Refusals: not_found, undone (already undone),
 * later_merge (the kept prospect was merged into another one or has a later merge, which must be undone first), address_gone (one of
 * both would have no address). For admins.
 */
export function undoMerge(
  ctx: Ctx,
  { mergeId }: { mergeId: string },
): Promise<Result<{ mergedId: string }, NotAdmin | NotFound | Refusal<"undone" | "later_merge" | "address_gone">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    await lockMerges(tx);
    const [merge] = await tx.db.select().from(prospectMerge).where(eq(prospectMerge.id, mergeId));
    if (!merge) return notFound();
    if (merge.undoneAt) return refuse("undone");
    const { keptId, mergedId, moved } = merge;
    const kept = (await lockBoth(tx, [keptId, mergedId])).get(keptId);
    const [last] = await openMergesInto(tx, keptId);
    if (!kept || last?.id !== mergeId) return refuse("later_merge");
    if (!leavesAddresses(merge, await addressesOf(tx, keptId))) return refuse("address_gone");
    await revertChosen(tx, merge, { isUndone: true });
    await separate(tx, merge, keptId);
    await writeTags(
      tx,
      { ...kept, version: kept.version + 1 },
      kept.tags.filter((tag) => !moved.tags?.includes(tag)),
    );
    for (const id of [keptId, mergedId]) await refreshProspect(tx, id, { announce: false });
    return recorded({ action: pipelineAudit.mergeUndone, subject: keptId, detail: { mergedId } }, { mergedId });
  });
}

/** Returns the visible prospects of both, locked in the order of their ids, like bulk actions. */
async function lockBoth(tx: Ctx, ids: readonly [string, string]): Promise<Map<string, ProspectRow>> {
  const locked = new Map<string, ProspectRow>();
  for (const id of [...ids].sort()) {
    const row = await lockProspect(tx, id);
    if (row) locked.set(id, row);
  }
  return locked;
}

async function writeTags(tx: Ctx, row: ProspectRow, tags: string[]): Promise<void> {
  if (tags.length === row.tags.length) return;
  await tx.db
    .update(prospect)
    .set({ tags, version: row.version + 1 })
    .where(eq(prospect.id, row.id));
}
