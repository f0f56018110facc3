import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { containsAddress } from "#app/platform/database/contains-address.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { forgetInNames } from "./import/forget-names.server.ts";
import { findProspectOf } from "./prospects/own-prospect.server.ts";
import { namesOf } from "./prospects/prospect-names.ts";
import { forgetAddress } from "./removing/forgetting.server.ts";
import {
  prospect,
  prospectImport,
  prospectImportChange,
  prospectNote,
  prospectTask,
  savedView,
} from "./tables.server.ts";

/** Exports the pipeline's data about a person, including prospects that were merged into the visible one. */
export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const id = (await findProspectOf(ctx, person))?.rootId;
  if (!id) return { prospect: [], prospect_notes: [], prospect_tasks: [], prospect_imports: [] };
  const [rows, notes, tasks, imports] = await Promise.all([
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
    ctx.db
      .select({ file_name: prospectImport.fileName, imported_at: prospectImport.finishedAt })
      .from(prospectImportChange)
      .innerJoin(prospectImport, eq(prospectImport.id, prospectImportChange.importId))
      .where(inArray(prospectImportChange.prospectId, withMerged(id)))
      .orderBy(asc(prospectImport.finishedAt)),
  ]);
  return {
    prospect: rows.map((row) => ({ ...row, ...namesOf(row) })),
    ...{ prospect_notes: notes, prospect_tasks: tasks, prospect_imports: imports },
  };
}

const withMerged = (id: string) => sql`(
  with recursive tree as (
    select ${id}::uuid as id
    union all
    select p.id from ${prospect} p join tree on p.merged_into = tree.id)
  select id from tree)`;

/**
 * Removes a person from the pipeline. The prospect with the address is deleted with its notes, tasks and tags, whether it is visible or
 * merged into another one; prospects that were merged into it become separate again. A prospect with another address, which does not
 * belong to the same account, is kept without this address and the contents of its events.
 */
export function forgetPerson(ctx: Ctx, { email, userId, until }: DataSubject): Promise<void> {
  const address = email.toLowerCase();
  return inTransaction(ctx, async (tx) => {
    await forgetInImports(tx, { email: address, until });
    await forgetInNames(tx, { email: address, until });
    if (userId) await tx.db.delete(savedView).where(and(eq(savedView.ownerId, userId), eq(savedView.isShared, false)));
    await forgetAddress(tx, { address, userId, until });
  });
}

/** Deletes uploads and rejected rows that contain the address; the admin can upload a corrected file. */
async function forgetInImports(ctx: Ctx, { email, until }: Pick<DataSubject, "email" | "until">): Promise<void> {
  await ctx.db
    .update(prospectImport)
    .set({
      ...{ content: null, rejectedFile: null, unusedColumns: [] },
      // A run that has already read the file is rolled back when it cannot set its status.
      status: sql`case when ${prospectImport.status} in ('queued', 'running') then 'failed' else ${prospectImport.status} end`,
    })
    .where(
      and(
        or(
          containsAddress(prospectImport.content, email),
          containsAddress(prospectImport.rejectedFile, email),
          containsAddress(sql`array_to_string(${prospectImport.unusedColumns}, ' ')`, email),
        ),
        isBeforeMove({ until }, prospectImport.createdAt),
      ),
    );
}
