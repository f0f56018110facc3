import type { Definition } from "./definition.ts";

/* Whether two definitions are the same, and where a person of one version continues in the other. Pure; safe in the browser. */

/** Compares with sorted keys, because PostgreSQL reorders the keys of JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === "object"
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)])
      : value;

/**
 * Returns how many steps of `after` count as done for a person with `done` steps of `before`: up to the last step that both have, so no
 * step is repeated and none before it is added.
 */
export function doneIn(before: Definition, done: number, after: Definition): number {
  const keys = new Set(before.steps.slice(0, done).map(({ key }) => key));
  return after.steps.findLastIndex(({ key }) => keys.has(key)) + 1;
}
