import { asc, inArray, sql } from "drizzle-orm";
import { deleteEvents, listEventsOf } from "#app/features/events/log.server.ts";
import { deleteMailsAbout } from "#app/features/mail/personal-data.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import {
  type AuditRecord,
  type DeletedPerson,
  expireDeletedPeople,
} from "#app/features/security/audit/audit.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "../audit.ts";
import { pipelineEvents } from "../events.ts";
import { deletedNamesDays, type ManyChanged, maxAtOnce } from "../lists/bulk.ts";
import { lockMerges } from "../merging/merged-prospects.server.ts";
import { findByAddress } from "../pipeline.server.ts";
import { prospect, prospectAddress, prospectNote, prospectTask } from "../tables.server.ts";
import { removeTypedDetails } from "./forgetting.server.ts";
import { rememberRemoval } from "./removals.server.ts";

/*
 * Deletes prospects: their notes, tasks, tags, merges, sequences and the pipeline's own events. Accounts, calls, payments and sent mail
 * are records of other features and stay; their events make a new prospect only if the person does something after the deletion.
 * Everything about a person is deleted with the account, or by a request for erasure (forgetting.server.ts).
 */

/** Ends what another feature does for prospects that are about to be deleted. */
type BeforeRemoval = (tx: Ctx, prospectIds: readonly string[]) => Promise<void>;
const before = new Map<string, BeforeRemoval>();

/** Registers a later feature that refers to prospects. Called by server/process/listeners.ts only. */
export const registerBeforeRemoval = (feature: string, work: BeforeRemoval) => before.set(feature, work);

/** Deletes these prospects with those merged into them. Refusal: too_many_at_once. For admins. */
export function deleteProspects(
  ctx: Ctx,
  { prospectIds }: { prospectIds: readonly string[] },
): Promise<Result<ManyChanged, NotAdmin | Refusal<"too_many_at_once">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const wanted = [...new Set(prospectIds)];
    if (wanted.length > maxAtOnce) return refuse("too_many_at_once");
    await lockMerges(tx);
    const found = await tx.db
      .select({ id: prospect.id, mergedInto: prospect.mergedInto })
      .from(prospect)
      .where(inArray(prospect.id, wanted))
      .orderBy(asc(prospect.id))
      .for("update");
    const changed = found.filter(({ mergedInto }) => mergedInto === null).map(({ id }) => id);
    const missing = wanted.length - changed.length;
    const value: ManyChanged = { changed, unchanged: 0, refused: missing > 0 ? { not_found: missing } : {} };
    if (changed.length === 0) return unrecorded(value);
    const { entry, deletedParts } = await remove(tx, changed);
    return recorded(entry, { ...value, deletedParts });
  });
}

/** Deletes the prospect with this address. Refusal: not_found. For the operator. */
export function deleteProspectByAddress(
  ctx: Ctx,
  { email }: { email: string },
): Promise<Result<{ id: string }, NotAdmin | NotFound>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    await lockMerges(tx);
    const id = await findByAddress(tx, email);
    if (!id) return notFound();
    const { entry } = await remove(tx, [id]);
    return recorded(entry, { id });
  });
}

/** Removes the names of people from old entries about deletions. Returns the number of entries. */
export const expireDeletedNames = (ctx: Ctx): Promise<number> =>
  expireDeletedPeople(ctx, {
    action: pipelineAudit.prospectsDeleted,
    before: new Date(ctx.now.getTime() - deletedNamesDays * dayMs),
  });

async function remove(
  tx: Ctx,
  ids: readonly string[],
): Promise<{ entry: AuditRecord; deletedParts: ManyChanged["deletedParts"] }> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with recursive tree as (
      select id from ${prospect} where id = any(${sql.param([...ids])}::uuid[])
      union
      select p.id from ${prospect} p join tree on p.merged_into = tree.id)
    select id from tree`);
  const all = rows.map(({ id }) => id);
  const people = await tx.db
    .select(pick(prospect, ["id", "email", "name", "company"]))
    .from(prospect)
    .where(inArray(prospect.id, [...ids]))
    .orderBy(asc(prospect.id));
  const addresses = await tx.db
    .select()
    .from(prospectAddress)
    .where(inArray(prospectAddress.prospectId, all))
    .orderBy(asc(prospectAddress.email));
  const deleted: DeletedPerson[] = people.map(({ id, email, name, company }) => {
    const others = addresses.filter((each) => each.prospectId === id && each.email !== email);
    return { id, name, company, addresses: [email, ...others.map((each) => each.email)] };
  });
  const deletedParts = {
    notes: await tx.db.$count(prospectNote, inArray(prospectNote.prospectId, all)),
    tasks: await tx.db.$count(prospectTask, inArray(prospectTask.prospectId, all)),
    merged: all.length - ids.length,
  };
  const emails = addresses.map(({ email }) => email);
  for (const work of before.values()) await work(tx, all);
  const own = await listEventsOf(tx, { emails, names: pipelineEvents.map(({ name }) => name) });
  await deleteEvents(
    tx,
    own.map(({ id }) => id),
  );
  await rememberRemoval(tx, emails);
  await removeTypedDetails(tx, all);
  for (const id of all) await deleteMailsAbout(tx, ["note-mention", "tasks-due"], `/admin/prospect-pipeline/${id}`);
  await tx.db.delete(prospect).where(inArray(prospect.id, all));
  const [only] = ids.length === 1 ? ids : [];
  const detail = { prospectIds: ids, deleted };
  return { entry: { action: pipelineAudit.prospectsDeleted, subject: only ?? newId(), detail }, deletedParts };
}
