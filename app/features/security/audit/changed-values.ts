import { cut } from "#app/lib/words/cut.ts";

/* The old and new values of a change, for the detail of its audit entry. */

export type ChangedValue = { from: unknown; to: unknown };

const maxLength = 200;
const keptBefore = 40;
/** The part of a long text around its first difference from the other one. */
function short(value: unknown, other: unknown): unknown {
  if (typeof value !== "string" || value.length <= maxLength) return value ?? null;
  let same = 0;
  while (typeof other === "string" && same < value.length && value[same] === other[same]) same += 1;
  const start = Math.max(0, same - keptBefore);
  const part = cut(value.slice(start).replace(/^[\udc00-\udfff]/, ""), maxLength);
  return `${start > 0 ? "…" : ""}${part}${start + maxLength < value.length ? "…" : ""}`;
}
const hidden = (value: unknown) => (value === null || value === undefined || value === "" ? null : "hidden");
/** Compares with sorted keys, because PostgreSQL reorders the keys of JSON. */
const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);
const sorted = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/**
 * Returns the fields of `after` that differ from `before`: `{ role: { from: "COO", to: "CEO" } }`. The values of `withoutValues`
 * may contain secrets or names and are hidden.
 */
export function changedValues<Row extends object>(
  before: Row,
  after: Partial<Row>,
  { withoutValues = [] }: { withoutValues?: readonly (keyof Row)[] } = {},
): Record<string, ChangedValue> {
  const fields = (Object.keys(after) as (keyof Row & string)[]).filter(
    (field) => after[field] !== undefined && !isSame(before[field], after[field]),
  );
  return Object.fromEntries(
    fields.map((field) => {
      const [from, to] = [before[field], after[field]];
      const isHidden = withoutValues.includes(field);
      return [
        field,
        isHidden ? { from: hidden(from), to: hidden(to) } : { from: short(from, to), to: short(to, from) },
      ];
    }),
  );
}
