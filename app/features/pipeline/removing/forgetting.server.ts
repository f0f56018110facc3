import { and, arrayContains, asc, eq, inArray, sql } from "drizzle-orm";
import { deleteMailsAbout } from "#app/features/mail/personal-data.server.ts";
import { removeAuditDetail, removeDeletedPerson } from "#app/features/security/audit/audit.server.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { pipelineAudit } from "../audit.ts";
import { revertChosen } from "../merging/merge-fields.server.ts";
import { lockMerges, type Merge, openMergesInto, separate, writeMoved } from "../merging/merged-prospects.server.ts";
import { addressesOf, findByAddress, type ProspectRow, refreshProspect } from "../pipeline.server.ts";
import { contactFields } from "../prospect-fields.ts";
import { findProspectOf, type OwnProspect } from "../prospects/own-prospect.server.ts";
import {
  type MovedParts,
  prospect,
  prospectAddress,
  prospectImportChange,
  prospectMerge,
  prospectNote,
  prospectStageChange,
  prospectTask,
} from "../tables.server.ts";
import { forgetRemoval } from "./removals.server.ts";

/*
 * Deletes a person from the pipeline. The visible prospect has the address, but the person's own row may be a hidden one that was
 * merged into it, at any depth. `path`: the open merges from the visible prospect down to the person's own row.
 */

/**
 * Removes everything about the person with this address; nothing if the address is a former one and its prospect is a later user's.
 * Call inside a transaction.
 */
export async function forgetAddress(
  tx: Ctx,
  { address, userId, until }: { address: string; userId: string | null; until?: Date | null | undefined },
): Promise<void> {
  await lockMerges(tx);
  if (!until) await forgetRemoval(tx, address);
  await removeDeletedPerson(tx, { action: pipelineAudit.prospectsDeleted, address, until });
  const found = await findProspectOf(tx, { email: address, until });
  if (found) await forgetIn(tx, { ...found, address, userId });
  else if (await findByAddress(tx, address)) return;
  // Covers undone merges and prospects without an address row.
  await tx.db
    .update(prospectMerge)
    .set({
      moved: sql`jsonb_set(${prospectMerge.moved}, '{addresses}', (${prospectMerge.moved}->'addresses') - ${address}::text)`,
    })
    .where(sql`jsonb_exists(${prospectMerge.moved}->'addresses', ${address})`);
  const rest = await tx.db
    .delete(prospect)
    .where(and(eq(prospect.email, address), isBeforeMove({ until }, prospect.createdAt)))
    .returning({ id: prospect.id });
  await removeTypedDetails(
    tx,
    rest.map(({ id }) => id),
  );
}

/** Removes what admins typed about these prospects from the audit log. */
export async function removeTypedDetails(tx: Ctx, subjects: readonly string[]): Promise<void> {
  const { taskCreated, taskChanged, taskDeleted, prospectEdited } = pipelineAudit;
  await removeAuditDetail(tx, { subjects, key: "title", actions: [taskCreated, taskChanged, taskDeleted] });
  await removeAuditDetail(tx, { subjects, key: "changes", actions: [taskChanged, prospectEdited] });
}

type Person = OwnProspect & { address: string; userId: string | null };

async function forgetIn(tx: Ctx, person: Person): Promise<void> {
  const { rootId, ownId, address, userId } = person;
  const path = person.path.map(withoutFields);
  const ownMerge = path.at(-1);
  const found = await openMergesInto(tx, ownId);
  const children = found.map(withoutFields);
  const ancestors = path.map(({ keptId }) => keptId);
  const involved = [ownId, ...ancestors, ...children.map(({ mergedId }) => mergedId)];
  await lockAll(tx, involved);
  for (const merge of [...person.path, ...found]) await revertChosen(tx, merge, { isUndone: false });
  const rows = await lockAll(tx, involved);
  const own = rows.get(ownId)!;
  const held = ownMerge?.moved.addresses ?? (await addressesOf(tx, rootId));
  const others = held.filter(
    (email) => email !== address && !children.some(({ moved }) => moved.addresses.includes(email)),
  );
  const further = others.find((email) => email === own.email) ?? others[0];
  await tx.db.delete(prospectAddress).where(eq(prospectAddress.email, address));
  if (further && (!userId || own.userId !== userId)) await anonymize(tx, own, further);
  else await deleteProspect(tx, { own, rootId, path, children });
  for (const id of ancestors) await blank(tx, rows.get(id)!);
  await refreshProspect(tx, rootId, { announce: false });
  await removeTypedDetails(tx, [ownId, ...ancestors]);
  // Mails to admins may contain the prospect's name instead of the address.
  for (const id of [ownId, ...ancestors])
    await deleteMailsAbout(tx, ["note-mention", "tasks-due"], `/admin/prospect-pipeline/${id}`);
}

const withoutFields = (merge: Merge): Merge => {
  const { fields: _, ...moved } = merge.moved;
  return { ...merge, moved };
};

type Place = { own: ProspectRow; rootId: string; path: readonly Merge[]; children: readonly Merge[] };

/** Deletes a prospect and what it contributed to the visible one. Prospects that were merged into it become separate again. */
async function deleteProspect(tx: Ctx, { own, rootId, path, children }: Place): Promise<void> {
  for (const child of children) await separate(tx, child, rootId);
  const trimmed = path.map((each) => ({ ...each, moved: without(each.moved, children) }));
  for (const each of trimmed) await writeMoved(tx, each, each.moved);
  const merge = trimmed.at(-1);
  if (merge) {
    const { noteIds, taskIds, addresses } = merge.moved;
    await tx.db.delete(prospectNote).where(and(inArray(prospectNote.id, noteIds), eq(prospectNote.prospectId, rootId)));
    await tx.db.delete(prospectTask).where(and(inArray(prospectTask.id, taskIds), eq(prospectTask.prospectId, rootId)));
    await tx.db
      .delete(prospectAddress)
      .where(and(inArray(prospectAddress.email, addresses), eq(prospectAddress.prospectId, rootId)));
    await removeTags(tx, trimmed);
  }
  await tx.db.delete(prospect).where(eq(prospect.id, own.id));
  for (const { mergedId } of children) await refreshProspect(tx, mergedId, { announce: false });
}

function without({ addresses, noteIds, taskIds, tags }: MovedParts, children: readonly Merge[]): MovedParts {
  const returned = children.map(({ moved }) => moved);
  const stays = (part: "addresses" | "noteIds" | "taskIds") => (item: string) =>
    !returned.some((moved) => moved[part].includes(item));
  return {
    addresses: addresses.filter(stays("addresses")),
    noteIds: noteIds.filter(stays("noteIds")),
    taskIds: taskIds.filter(stays("taskIds")),
    ...(tags && { tags }),
  };
}

/**
 * Removes the tags that the last merge of a path added, from that prospect and all above it, including the lists of the merges above.
 * Another merged prospect with such a tag keeps it.
 */
async function removeTags(tx: Ctx, path: readonly Merge[]): Promise<void> {
  let removed = path.at(-1)?.moved.tags ?? [];
  for (const merge of path.toReversed()) {
    const { id, keptId, moved } = merge;
    removed = removed.filter((tag) => moved.tags?.includes(tag));
    const current = removed;
    if (moved.tags) await writeMoved(tx, merge, { ...moved, tags: moved.tags.filter((tag) => !current.includes(tag)) });
    const others = (await openMergesInto(tx, keptId)).filter((merge) => merge.id !== id);
    for (const tag of removed) {
      const heir = await earliestWithTag(tx, others, tag);
      if (!heir) continue;
      removed = removed.filter((other) => other !== tag);
      await writeMoved(tx, heir, { ...heir.moved, tags: [...(heir.moved.tags ?? []), tag] });
    }
    const kept = sql`array(select tag from unnest(${prospect.tags}) tag where tag <> all(${sql.param(removed)}::text[]))`;
    await tx.db.update(prospect).set({ tags: kept }).where(eq(prospect.id, keptId));
  }
}

/** Of these merges, newest first, returns the earliest one of a prospect with the tag: the last to be undone. */
async function earliestWithTag(tx: Ctx, merges: readonly Merge[], tag: string): Promise<Merge | undefined> {
  const ids = merges.map(({ mergedId }) => mergedId);
  const tagged = await tx.db
    .select({ id: prospect.id })
    .from(prospect)
    .where(and(inArray(prospect.id, ids), arrayContains(prospect.tags, [tag])));
  return merges.findLast(({ mergedId }) => tagged.some(({ id }) => id === mergedId));
}

/** Removes what an admin and events said about the person from a prospect that keeps another address, which may have no events. */
async function anonymize(tx: Ctx, own: ProspectRow, further: string): Promise<void> {
  await tx.db.delete(prospectStageChange).where(eq(prospectStageChange.prospectId, own.id));
  await tx.db
    .update(prospect)
    .set({
      ...{ email: further, domain: companyDomainOf(further), editedFields: [], unconfirmedFields: [] },
      ...{ source: null, stage: "lead", lostReason: null, lostNote: null },
    })
    .where(eq(prospect.id, own.id));
  await blank(tx, { ...own, editedFields: [] });
}

/** Clears the fields that follow from events; `refreshProspect` fills them again, for a hidden prospect once it is visible. */
async function blank(tx: Ctx, { id, editedFields, version }: ProspectRow): Promise<void> {
  await tx.db.delete(prospectImportChange).where(eq(prospectImportChange.prospectId, id));
  const followed = contactFields.filter((field) => !editedFields.includes(field));
  await tx.db
    .update(prospect)
    .set({
      ...Object.fromEntries(followed.map((field) => [field, null])),
      userId: null,
      signals: {},
      version: version + 1,
    })
    .where(eq(prospect.id, id));
}

async function lockAll(tx: Ctx, ids: readonly string[]): Promise<Map<string, ProspectRow>> {
  const rows = await tx.db
    .select()
    .from(prospect)
    .where(inArray(prospect.id, [...ids]))
    .orderBy(asc(prospect.id))
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}
