/* The old and new values of a change, for the detail of its audit entry. */

export type ChangedValue = { from: unknown; to: unknown };

const maxLength = 200;
const short = (value: unknown): unknown =>
  typeof value === "string" && value.length > maxLength
    ? `${value.slice(0, maxLength).toWellFormed()}…`
    : (value ?? null);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Returns the fields of `after` that differ from `before`: `{ role: { from: "COO", to: "CEO" } }`. Fields of `withoutValues` may contain
 * secrets and are not included.
 */
export function changedValues<Row extends object>(
  before: Row,
  after: Partial<Row>,
  { withoutValues = [] }: { withoutValues?: readonly (keyof Row)[] } = {},
): Record<string, ChangedValue> {
  const fields = (Object.keys(after) as (keyof Row & string)[]).filter(
    (field) => !withoutValues.includes(field) && after[field] !== undefined && !isSame(before[field], after[field]),
  );
  return Object.fromEntries(fields.map((field) => [field, { from: short(before[field]), to: short(after[field]) }]));
}
