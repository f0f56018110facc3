/* The fields that an admin chooses in a merge. Safe in the browser. */

/** A choice and the columns that it covers. */
export const mergeFields = {
  email: ["email"],
  name: ["name", "firstName", "lastName"],
  company: ["company"],
  role: ["role"],
  website: ["website"],
  industry: ["industry"],
  employees: ["employees"],
  valueCents: ["valueCents"],
  ownerId: ["ownerId"],
  expectedClose: ["expectedClose"],
} as const;
export type MergeField = keyof typeof mergeFields;
export const mergeFieldKeys = Object.keys(mergeFields) as [MergeField, ...MergeField[]];
export type MergeColumn = (typeof mergeFields)[MergeField][number];
type Side = { [Column in MergeColumn]: string | number | null };

/** Returns the values after a merge: those of the kept prospect, except the fields to take and those that it does not have. */
export function mergedColumns(kept: Side, merged: Side, take: readonly MergeField[]): Side {
  const columns: Partial<Side> = {};
  for (const [field, names] of Object.entries(mergeFields) as [MergeField, readonly MergeColumn[]][]) {
    const [first] = names;
    const side = merged[first!] !== null && (take.includes(field) || kept[first!] === null) ? merged : kept;
    for (const name of names) columns[name] = side[name];
  }
  return columns as Side;
}
