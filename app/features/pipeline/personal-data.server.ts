import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { deleteMailsAbout } from "#app/features/mail/personal-data.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { forgetInNames } from "./forget-names.server.ts";
import { addressesOf, findByAddress, refreshProspect } from "./projecting.server.ts";
import {
  prospect,
  prospectAddress,
  prospectImport,
  prospectMerge,
  prospectNote,
  prospectTask,
  savedView,
} from "./tables.server.ts";

/** What the pipeline holds about a person. */
export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  const id = await findByAddress(ctx, email);
  if (!id) return { prospect: [], prospect_notes: [], prospect_tasks: [] };
  const [rows, notes, tasks] = await Promise.all([
    ctx.db.select().from(prospect).where(eq(prospect.id, id)),
    ctx.db
      .select({ body: prospectNote.body, created_at: prospectNote.createdAt })
      .from(prospectNote)
      .where(eq(prospectNote.prospectId, id))
      .orderBy(asc(prospectNote.createdAt)),
    ctx.db
      .select({ title: prospectTask.title, due_on: prospectTask.dueOn, done_at: prospectTask.doneAt })
      .from(prospectTask)
      .where(eq(prospectTask.prospectId, id))
      .orderBy(asc(prospectTask.createdAt)),
  ]);
  return { prospect: rows, prospect_notes: notes, prospect_tasks: tasks };
}

/**
 * Removes a person from the pipeline. A prospect with further addresses loses this one and what its events said; otherwise
 * the prospect goes, with its notes, tasks and merged rows.
 */
export async function forgetPerson(ctx: Ctx, { email, userId }: DataSubject): Promise<void> {
  await forgetInImports(ctx, email.toLowerCase());
  await forgetInNames(ctx, email.toLowerCase());
  // An admin's own views; those shared with colleagues stay.
  if (userId) await ctx.db.delete(savedView).where(and(eq(savedView.ownerId, userId), eq(savedView.isShared, false)));
  const address = email.toLowerCase();
  const id = await findByAddress(ctx, address);
  if (!id) return;
  await ctx.db.delete(prospectAddress).where(eq(prospectAddress.email, address));
  const [other] = await addressesOf(ctx, id);
  if (other) {
    await ctx.db
      .update(prospect)
      .set({ email: other, editedFields: [], name: null, role: null, userId: null })
      .where(eq(prospect.id, id));
    await refreshProspect(ctx, id, { announce: false });
    return;
  }
  // Mails to admins name the prospect without the address.
  await deleteMailsAbout(ctx, ["note-mention", "tasks-due"], `/admin/prospect-pipeline/${id}`);
  const merged = ctx.db.select({ id: prospectMerge.mergedId }).from(prospectMerge).where(eq(prospectMerge.keptId, id));
  await ctx.db.delete(prospect).where(inArray(prospect.id, merged));
  await ctx.db.delete(prospect).where(eq(prospect.id, id));
}

/** Uploads and rejected rows that contain the address are deleted; the admin uploads a corrected file. */
async function forgetInImports(ctx: Ctx, email: string): Promise<void> {
  const contains = sql`(position(${email} in lower(coalesce(${prospectImport.content}, ''))) > 0
    or position(${email} in lower(coalesce(${prospectImport.rejectedFile}, ''))) > 0)`;
  await ctx.db
    .update(prospectImport)
    .set({
      ...{ content: null, rejectedFile: null },
      // A run that has read the file already finds that it may not finish, and is rolled back.
      status: sql`case when ${prospectImport.status} in ('queued', 'running') then 'failed' else ${prospectImport.status} end`,
    })
    .where(contains);
}
