import { eq } from "drizzle-orm";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { fingerprints } from "../import/import-undo.server.ts";
import type { ProspectRow } from "../pipeline.server.ts";
import { type ContactField, contactFields } from "../prospect-fields.ts";
import { namesOf } from "../prospects/prospect-names.ts";
import { type MovedParts, prospect } from "../tables.server.ts";
import { type MergeColumn, type MergeField, mergedColumns, mergeFields } from "./merge-fields.ts";
import { type Merge, writeMoved } from "./merged-prospects.server.ts";

/*
 * The values that a merge keeps. Columns that follow from events would take the newest value of both persons, so a value that the admin
 * keeps or takes counts as edited. `moved.fields` lists these columns, with what they replaced, until the merge is undone or one of
 * both persons is erased.
 */

const columnNames = Object.values(mergeFields).flat();
const sideOf = (row: ProspectRow) => ({ ...row, ...namesOf(row) });
const isContact = (column: MergeColumn): column is ContactField & MergeColumn =>
  (contactFields as readonly string[]).includes(column);

/** Writes the chosen values to the kept prospect; `now`: its row after the refresh from the events of both. */
export async function writeChosen(
  tx: Ctx,
  {
    kept,
    merged,
    now,
    take,
  }: { kept: ProspectRow; merged: ProspectRow; now: ProspectRow; take: readonly MergeField[] },
): Promise<NonNullable<MovedParts["fields"]>> {
  const [before, current] = [sideOf(kept), sideOf(now)];
  const wanted = mergedColumns(before, sideOf(merged), take);
  const changed = columnNames.filter((column) => wanted[column] !== current[column]);
  const replaced = columnNames.filter((column) => wanted[column] !== before[column]);
  if (changed.length > 0)
    await write(tx, now, {
      ...Object.fromEntries(changed.map((column) => [column, wanted[column]])),
      editedFields: [...new Set([...now.editedFields, ...changed.filter(isContact)])],
    });
  const prints = fingerprints<MergeColumn>(kept.id, wanted);
  return Object.fromEntries(
    [...new Set([...changed, ...replaced])].map((column) => [
      column,
      {
        print: prints[column]!,
        wasEdited: isContact(column) && kept.editedFields.includes(column),
        ...(replaced.includes(column) && { before: before[column] }),
      },
    ]),
  );
}

/**
 * Returns the columns of the kept prospect to what they were before a merge, unless they were edited since. `isUndone`: they follow events
 * again; otherwise the prospects stay merged, so own values remain edited.
 */
export async function revertChosen(tx: Ctx, merge: Merge, { isUndone }: { isUndone: boolean }): Promise<void> {
  const { fields, ...rest } = merge.moved;
  if (!fields) return;
  const [row] = await tx.db.select().from(prospect).where(eq(prospect.id, merge.keptId)).for("update");
  if (row) {
    const current = fingerprints<MergeColumn>(row.id, sideOf(row));
    const same = columnNames.filter((column) => fields[column] && fields[column].print === current[column]);
    const back = same.filter((column) => "before" in fields[column]!);
    const released = new Set<string>(same.filter((column) => !fields[column]!.wasEdited));
    const own = back.filter(isContact).filter((column) => fields[column]!.before !== null);
    if (same.length > 0)
      await write(tx, row, {
        ...Object.fromEntries(back.map((column) => [column, fields[column]!.before])),
        editedFields: isUndone
          ? row.editedFields.filter((column) => !released.has(column))
          : [...new Set([...row.editedFields.filter((column) => !back.includes(column)), ...own])],
      });
  }
  await writeMoved(tx, merge, rest);
}

async function write(tx: Ctx, row: ProspectRow, columns: Partial<ProspectRow>): Promise<void> {
  await tx.db
    .update(prospect)
    .set({
      ...columns,
      ...(columns.email && { domain: companyDomainOf(columns.email) }),
      version: row.version + 1,
    })
    .where(eq(prospect.id, row.id));
}
