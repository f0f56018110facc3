import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import { containsAddress } from "#app/platform/contains-address.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { forgetInNames } from "./forget-names.server.ts";
import { forgetAddress } from "./forgetting.server.ts";
import { findByAddress } from "./projecting.server.ts";
import { prospect, prospectImport, prospectNote, prospectTask, savedView } from "./tables.server.ts";

/** What the pipeline holds about a person, prospects included that were merged into the visible one. */
export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  const id = await findByAddress(ctx, email);
  if (!id) return { prospect: [], prospect_notes: [], prospect_tasks: [] };
  const [rows, notes, tasks] = await Promise.all([
    ctx.db
      .select()
      .from(prospect)
      .where(inArray(prospect.id, withMerged(id)))
      .orderBy(sql`${prospect.mergedInto} is not null`, asc(prospect.id)),
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

/** The ids of a prospect and of every prospect that was merged into it, at any depth. */
const withMerged = (id: string) => sql`(
  with recursive tree as (
    select ${id}::uuid as id
    union all
    select p.id from ${prospect} p join tree on p.merged_into = tree.id)
  select id from tree)`;

/**
 * Removes a person from the pipeline. The prospect that has the address is deleted with its notes, tasks and tags, whether it
 * is visible or merged into another one; prospects that were merged into it are separate again. One that keeps a further
 * address, which is not of the same account, loses this one and what its events said.
 */
export function forgetPerson(ctx: Ctx, { email, userId }: DataSubject): Promise<void> {
  const address = email.toLowerCase();
  return inTransaction(ctx, async (tx) => {
    await forgetInImports(tx, address);
    await forgetInNames(tx, address);
    // An admin's own views; those shared with colleagues stay.
    if (userId) await tx.db.delete(savedView).where(and(eq(savedView.ownerId, userId), eq(savedView.isShared, false)));
    await forgetAddress(tx, { address, userId });
  });
}

/** Uploads and rejected rows that contain the address are deleted; the admin uploads a corrected file. */
async function forgetInImports(ctx: Ctx, email: string): Promise<void> {
  await ctx.db
    .update(prospectImport)
    .set({
      ...{ content: null, rejectedFile: null },
      // A run that has read the file already finds that it may not finish, and is rolled back.
      status: sql`case when ${prospectImport.status} in ('queued', 'running') then 'failed' else ${prospectImport.status} end`,
    })
    .where(or(containsAddress(prospectImport.content, email), containsAddress(prospectImport.rejectedFile, email)));
}
