import { eq } from "drizzle-orm";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { bareDomain } from "#app/lib/people/bare-domain.ts";
import { completeName } from "#app/lib/people/person-name.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "../audit.ts";
import { createdFields, ownFields, prospectCreated, prospectStageChanged } from "../events.ts";
import { ensureProspect, type ProspectRow, refreshProspect } from "../pipeline.server.ts";
import { type ContactField, contactFields, noContact } from "../prospect-fields.ts";
import { prospect } from "../tables.server.ts";
import type { NewProspect, ProspectEdit, StageMove } from "./prospect-input.ts";
import { editedName, nameFields } from "./prospect-names.ts";
import type { Stage } from "./stages.ts";

/*
 * Admin commands for prospects. A move between stages is an event, so it is ordered among the person's events and included in a replay.
 * Fields that an admin edits no longer follow events.
 */

/** Adds a person manually. Refusal: exists (with the id of the prospect that has the address). For admins. */
export function createProspect(
  ctx: Ctx,
  input: NewProspect,
): Promise<Result<{ id: string }, NotAdmin | Refusal<"exists", { prospectId: string }>>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const { id, isNew } = await ensureProspect(tx, input.email, { announce: false });
    if (!isNew) return refuse("exists", { prospectId: id });
    const { email, ...given } = input;
    const contact = { ...noContact, ...given, ...completeName(given), website: bareDomain(given.website ?? "") };
    await publish(tx, prospectCreated, { prospectId: id, email, source: "manual", ...pick(contact, createdFields) });
    const editedFields = ownFields(contact);
    if (editedFields.length > 0)
      await tx.db
        .update(prospect)
        .set({ ...pick(contact, editedFields), editedFields })
        .where(eq(prospect.id, id));
    await refreshProspect(tx, id, { announce: false, isNew });
    return recorded({ action: pipelineAudit.prospectCreated, subject: id }, { id });
  });
}

/**
 * Moves a prospect to another stage. Refusals: not_found, stale (the admin saw another stage; with the current `stage`),
 * reason_required (lost needs a reason), note_required (the reason "other" needs a text). For admins.
 */
export function moveProspect(
  ctx: Ctx,
  { prospectId, from, to, reason, note }: StageMove & { prospectId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Stale<{ stage: Stage }> | LostRefusal>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const row = await lockProspect(tx, prospectId);
    if (!row) return notFound();
    if (row.stage === to) return unrecorded();
    if (row.stage !== from) return stale({ stage: row.stage });
    const missing = to === "lost" ? missingLostReason({ reason, note }) : null;
    if (missing) return refuse(missing);
    await publishMove(tx, row, { from, to, reason, note });
    await refreshProspect(tx, prospectId, { announce: false });
    return recorded({ action: pipelineAudit.stageChanged, subject: prospectId, detail: { from, to } });
  });
}

/** Publishes an admin's move of one prospect; check `missingLostReason` first. Call inside a transaction. */
export async function publishMove(
  tx: Ctx,
  { id: prospectId, email }: { id: string; email: string },
  { from, to, reason, note = null }: StageMove,
): Promise<void> {
  const why = to === "lost" ? { reason, note } : { reason: null };
  await publish(tx, prospectStageChanged, { prospectId, email, from, to, by: "admin", ...why });
}

export type LostRefusal = Refusal<"reason_required" | "note_required">;

/** Returns what is missing for the stage `lost`: a reason, or the text for the reason "other". */
export function missingLostReason({ reason, note }: Pick<StageMove, "reason" | "note">): LostRefusal["kind"] | null {
  if (!reason) return "reason_required";
  return reason === "other" && !note ? "note_required" : null;
}

/**
 * Saves the form of a prospect. Refusals: not_found, stale (a field changed in the meantime; with the current `version`), unknown_owner
 * (not an admin). For admins.
 */
export function editProspect(
  ctx: Ctx,
  { prospectId, version, ...sent }: ProspectEdit & { prospectId: string },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale<{ version: number }> | Refusal<"unknown_owner">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const row = await lockProspect(tx, prospectId);
    if (!row) return notFound();
    if (row.version !== version) return stale({ version: row.version });
    const input = { ...sent, ...editedName(row, sent) };
    if (input.ownerId !== row.ownerId && input.ownerId && !(await isAdmin(tx, input.ownerId)))
      return refuse("unknown_owner");
    const changed: string[] = Object.entries(input)
      .filter(([field, value]) => value !== undefined && !isSame(value, row[field as keyof typeof input]))
      .map(([field]) => field);
    if (changed.length === 0) return unrecorded({ version });
    const isNamed = nameFields.some((field) => changed.includes(field) || row.editedFields.includes(field));
    const edited = contactFields.filter(
      (field) => changed.includes(field) || row.editedFields.includes(field) || (isNamed && isNameField(field)),
    );
    await tx.db
      .update(prospect)
      .set({ ...input, editedFields: edited satisfies ContactField[], version: version + 1 })
      .where(eq(prospect.id, prospectId));
    await refreshProspect(tx, prospectId, { announce: false });
    const saved = await lockProspect(tx, prospectId);
    return recorded(
      {
        action: pipelineAudit.prospectEdited,
        subject: prospectId,
        detail: { fields: changed.join(", "), changes: changedValues<typeof input>(row as never, input) },
      },
      { version: saved!.version },
    );
  });
}

const isNameField = (field: string): boolean => (nameFields as readonly string[]).includes(field);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether this user can own a prospect or a task. */
export const isAdmin = async (ctx: Ctx, userId: string): Promise<boolean> =>
  (await listTeam(ctx, "pipeline")).some((admin) => admin.userId === userId);

/** Returns the prospect, locked until the transaction ends; undefined if it does not exist or was merged into another. */
export async function lockProspect(tx: Ctx, id: string): Promise<ProspectRow | undefined> {
  const [row] = await tx.db.select().from(prospect).where(eq(prospect.id, id)).for("update");
  return row?.mergedInto ? undefined : row;
}
