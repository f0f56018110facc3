import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import type { ProspectRow } from "../pipeline.server.ts";
import {
  type MovedParts,
  prospect,
  prospectAddress,
  prospectMerge,
  prospectNote,
  prospectTask,
} from "../tables.server.ts";

/*
 * Shared by merging, undoing a merge and deleting a person. Merged prospects form a tree: the root is visible and holds every address,
 * note and task; each open merge lists what came from the hidden prospect, including what had been merged into it.
 */

export type Merge = typeof prospectMerge.$inferSelect;

/** Serializes changes of merges, so that a tree does not change while it is read. Call it before locking prospects. */
export const lockMerges = (tx: Ctx): Promise<void> => takeTurn(tx, "prospect-merges", "all");

export const openMergesInto = (ctx: Pick<Ctx, "db">, keptId: string): Promise<Merge[]> =>
  ctx.db
    .select()
    .from(prospectMerge)
    .where(and(eq(prospectMerge.keptId, keptId), isNull(prospectMerge.undoneAt)))
    .orderBy(desc(prospectMerge.mergedAt), desc(prospectMerge.id));

/** Returns the open merges that brought an address to the root of its tree, from the root down; empty if it is the root's own. */
export async function mergesOf(
  ctx: Pick<Ctx, "db">,
  { rootId, email }: { rootId: string; email: string },
): Promise<Merge[]> {
  const path: Merge[] = [];
  for (;;) {
    const merges = await openMergesInto(ctx, path.at(-1)?.mergedId ?? rootId);
    const next = merges.find(({ moved }) => moved.addresses.includes(email));
    if (!next) return path;
    path.push(next);
  }
}

export const writeMoved = async (tx: Ctx, { id }: Merge, moved: MovedParts): Promise<void> =>
  void (await tx.db.update(prospectMerge).set({ moved }).where(eq(prospectMerge.id, id)));

/** Moves what a merge brought, if `holderId` still has it, back to the merged prospect and makes that one visible again. */
export async function separate(tx: Ctx, { id, mergedId, moved }: Merge, holderId: string): Promise<void> {
  const back = { prospectId: mergedId };
  await tx.db
    .update(prospectAddress)
    .set(back)
    .where(and(inArray(prospectAddress.email, moved.addresses), eq(prospectAddress.prospectId, holderId)));
  await tx.db
    .update(prospectNote)
    .set(back)
    .where(and(inArray(prospectNote.id, moved.noteIds), eq(prospectNote.prospectId, holderId)));
  await tx.db
    .update(prospectTask)
    .set(back)
    .where(and(inArray(prospectTask.id, moved.taskIds), eq(prospectTask.prospectId, holderId)));
  await tx.db.update(prospect).set({ mergedInto: null }).where(eq(prospect.id, mergedId));
  // The tags and values of an undone merge are no longer needed, and may be those of a person who is deleted later.
  const { tags: _, fields: _fields, ...kept } = moved;
  await tx.db.update(prospectMerge).set({ undoneAt: tx.now, moved: kept }).where(eq(prospectMerge.id, id));
}

/** Whether both prospects of a merge would have an address after `separate`. */
export const leavesAddresses = ({ moved }: Merge, keptAddresses: readonly string[]): boolean => {
  const returning = keptAddresses.filter((email) => moved.addresses.includes(email)).length;
  return returning > 0 && returning < keptAddresses.length;
};

export const addedTags = (kept: Pick<ProspectRow, "tags">, merged: Pick<ProspectRow, "tags">): string[] =>
  merged.tags.filter((tag) => !kept.tags.includes(tag));
