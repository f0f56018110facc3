import { recordOf } from "#app/lib/program/record-of.ts";
import { type ContactField, contactFields } from "../prospect-fields.ts";
import { nameFields } from "../prospects/prospect-names.ts";

/* The fields that an admin chooses in a merge. Safe in the browser. */

type Own = "email" | "ownerId" | "expectedClose";
export type MergeColumn = Own | ContactField;
export type MergeField = Own | Exclude<ContactField, "firstName" | "lastName">;

const isChosen = (field: ContactField): field is ContactField & MergeField =>
  field !== "firstName" && field !== "lastName";

/** The words for likely duplicates, wherever they are listed. */
export const likelyDuplicates = {
  title: "Likely duplicates",
  rule: "The same name, or the same mailbox at another provider.",
  none: "No likely duplicates",
};

/** A choice and the columns that it covers. */
export const mergeFields: Readonly<Record<MergeField, readonly MergeColumn[]>> = {
  email: ["email"],
  ...recordOf(contactFields.filter(isChosen), (field) => [field]),
  name: nameFields,
  ownerId: ["ownerId"],
  expectedClose: ["expectedClose"],
};
export const mergeFieldKeys = Object.keys(mergeFields) as [MergeField, ...MergeField[]];
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
