import { createHash } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { deleteEvents, listOtherEvents } from "#app/features/events/log.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { defineJob, enqueue } from "#app/platform/queues/jobs.server.ts";
import { pipelineAudit } from "../audit.ts";
import { type ProspectRow, refreshProspect } from "../pipeline.server.ts";
import { type ContactField, contactFields } from "../prospect-fields.ts";
import {
  type ImportUndone,
  type KeptBecause,
  prospect,
  prospectAddress,
  prospectImport,
  prospectImportChange,
  prospectMerge,
  prospectNote,
  prospectTask,
} from "../tables.server.ts";

/*
 * Undoes an import. Prospects that it created are deleted, with their events and everything that belongs to them, if nothing else
 * happened to them since; fields that it filled become empty again, or follow events again, if they still have the imported value.
 * Everything else is kept and counted by its reason. Cannot be undone: webhooks that were sent, and files that were exported.
 */

/** Returns those of these prospects that another feature uses. */
type ProspectUse = (ctx: Pick<Ctx, "db">, prospectIds: readonly string[]) => Promise<readonly string[]>;
const uses = new Map<string, ProspectUse>();

/** Registers a later feature that refers to prospects. Called by server/process/listeners.ts only. */
export const registerProspectUse = (feature: string, use: ProspectUse) => uses.set(feature, use);

/** Fingerprints of the values of a prospect; equal values of two prospects differ. */
export const fingerprints = <Field extends string>(
  prospectId: string,
  values: Partial<Record<Field, unknown>>,
): Partial<Record<Field, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      createHash("sha256")
        .update(JSON.stringify([prospectId, field, value ?? null]))
        .digest("base64url")
        .slice(0, 22),
    ]),
  ) as Partial<Record<Field, string>>;

type Change = typeof prospectImportChange.$inferSelect;
type Plan = { remove: Change[]; restore: { change: Change; row: ProspectRow; fields: (ContactField | "tags")[] }[] } & {
  kept: ImportUndone["kept"];
};

const isUntouched = ({ fields }: Change, row: ProspectRow): boolean => {
  const now = fingerprints(row.id, { ...row });
  const isSame = Object.entries(fields).every(([field, value]) => now[field as keyof typeof now] === value);
  return (
    isSame && row.ownerId === null && row.expectedClose === null && row.stage === "lead" && row.lostReason === null
  );
};

/** Decides about every prospect of an import. `isLocked`: locks the prospects in the order of their ids, like bulk actions. */
async function planOf(ctx: Ctx, importId: string, isLocked: boolean): Promise<Plan> {
  const query = ctx.db
    .select({ change: prospectImportChange, row: prospect })
    .from(prospectImportChange)
    .innerJoin(prospect, eq(prospect.id, prospectImportChange.prospectId))
    .where(eq(prospectImportChange.importId, importId))
    .orderBy(asc(prospect.id));
  const found = await (isLocked ? query.for("update", { of: prospect }) : query);
  const plan: Plan = { remove: [], restore: [], kept: {} };
  const keep = (because: KeptBecause) => {
    plan.kept[because] = (plan.kept[because] ?? 0) + 1;
  };
  const created = found.filter(({ change }) => change.eventId !== null);
  const reasons = await reasonsToKeep(ctx, created);
  for (const { change, row } of found) {
    if (change.eventId !== null) {
      const reason = reasons.get(row.id) ?? (isUntouched(change, row) ? null : "changed");
      if (reason) keep(reason);
      else plan.remove.push(change);
      continue;
    }
    const now = fingerprints(row.id, { ...row });
    const fields = ([...contactFields, "tags"] as const).filter(
      (field) => change.fields[field] !== undefined && now[field] === change.fields[field],
    );
    if (row.mergedInto) keep("merged");
    else if (fields.length > 0) plan.restore.push({ change, row, fields });
    else keep("changed");
  }
  return plan;
}

/** Returns why prospects that an import created must be kept, except changed fields. */
async function reasonsToKeep(
  ctx: Ctx,
  created: readonly { change: Change; row: ProspectRow }[],
): Promise<Map<string, KeptBecause>> {
  const reasons = new Map<string, KeptBecause>();
  if (created.length === 0) return reasons;
  const ids = created.map(({ row }) => row.id);
  const among = sql`any(${sql.param(ids)}::uuid[])`;
  const note = (found: readonly string[], because: KeptBecause) => {
    for (const id of found) if (!reasons.has(id)) reasons.set(id, because);
  };
  const merges = await ctx.db
    .select({ kept: prospectMerge.keptId, merged: prospectMerge.mergedId })
    .from(prospectMerge)
    .where(sql`${prospectMerge.keptId} = ${among} or ${prospectMerge.mergedId} = ${among}`);
  note(
    merges.flatMap(({ kept, merged }) => [kept, merged]),
    "merged",
  );
  for (const table of [prospectNote, prospectTask]) {
    const rows = await ctx.db.select({ id: table.prospectId }).from(table).where(sql`${table.prospectId} = ${among}`);
    note(
      rows.map(({ id }) => id),
      "worked_on",
    );
  }
  const addresses = await ctx.db
    .select({ email: prospectAddress.email, id: prospectAddress.prospectId })
    .from(prospectAddress)
    .where(sql`${prospectAddress.prospectId} = ${among}`);
  const idOf = new Map(addresses.map(({ email, id }) => [email, id]));
  const active = await listOtherEvents(ctx, {
    emails: [...idOf.keys()],
    except: created.flatMap(({ change }) => change.eventId ?? []),
  });
  note(
    active.flatMap((email) => idOf.get(email) ?? []),
    "active",
  );
  note(
    created.flatMap(({ row }) => (row.userId === null ? [] : row.id)),
    "active",
  );
  for (const use of uses.values()) note(await use(ctx, ids), "in_use");
  return reasons;
}

/** Counts what `undoImport` would do now; null if no prospect of the import is left. */
export async function previewUndo(ctx: Ctx, importId: string): Promise<ImportUndone | null> {
  const { remove, restore, kept } = await planOf(ctx, importId, false);
  const undo = { removed: remove.length, restored: restore.length, kept };
  return undo.removed + undo.restored + Object.keys(kept).length === 0 ? null : undo;
}

const UndoJob = z.object({ importId: z.uuid() });

/** Its last failure is handled by `failImportJob`. */
export const undoImportJob = defineJob({
  name: "pipeline.undo-import",
  payload: UndoJob,
  retry: { limit: 2, delaySeconds: 5 },
  deadLetter: "pipeline.import-failed",
  expireInSeconds: 900,
  run: (ctx, { importId }) => runUndo(ctx, importId),
});

/** Queues the undoing of an import. Refusals: not_found, not_done (it is not imported, or undone already). For admins. */
export function undoImport(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"not_done">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const [row] = await tx.db.select().from(prospectImport).where(eq(prospectImport.id, importId)).for("update");
    if (!row) return notFound();
    if (row.status !== "done") return refuse("not_done");
    await tx.db.update(prospectImport).set({ status: "undoing" }).where(eq(prospectImport.id, importId));
    await enqueue(tx, undoImportJob, { importId });
    return recorded({ action: pipelineAudit.importUndoStarted, subject: importId });
  });
}

/** Undoes an import in one transaction. Idempotent, also for concurrent runs. */
export async function runUndo(ctx: Ctx, importId: string): Promise<void> {
  await adminCommand(ctx, "pipeline", async (tx) => {
    const [row] = await tx.db.select().from(prospectImport).where(eq(prospectImport.id, importId)).for("update");
    if (row?.status !== "undoing") return refuse("not_done");
    const { remove, restore, kept } = await planOf(tx, importId, true);
    const ids = remove.map(({ prospectId }) => prospectId);
    await deleteEvents(
      tx,
      remove.flatMap(({ eventId }) => eventId ?? []),
    );
    await tx.db.delete(prospect).where(sql`${prospect.id} = any(${sql.param(ids)}::uuid[])`);
    for (const each of restore) await restoreFields(tx, each);
    await tx.db.delete(prospectImportChange).where(eq(prospectImportChange.importId, importId));
    const undone: ImportUndone = { removed: ids.length, restored: restore.length, kept };
    await tx.db
      .update(prospectImport)
      .set({ status: "undone", undone, content: null, rejectedFile: null })
      .where(eq(prospectImport.id, importId));
    return recorded({
      ...{ action: pipelineAudit.importUndone, subject: importId },
      detail: { removed: undone.removed, restored: undone.restored },
    });
  });
}

async function restoreFields(tx: Ctx, { change, row, fields }: Plan["restore"][number]): Promise<void> {
  const followed = change.edited.filter((field) => fields.includes(field));
  await tx.db
    .update(prospect)
    .set({
      ...Object.fromEntries(fields.map((field) => [field, field === "tags" ? [] : null])),
      editedFields: row.editedFields.filter((field) => !followed.includes(field)),
      version: row.version + 1,
    })
    .where(eq(prospect.id, row.id));
  await refreshProspect(tx, row.id, { announce: false });
}
