import type { DraftInput, ModelInput } from "#app/features/roi/inputs/model-input.ts";
import type { DraftPart } from "./blueprint.ts";

/** Merges one part into the draft: absent keys stay, null removes, lists are replaced. The result obeys the bounds. */
export function mergeDraft(draft: DraftInput, part: DraftPart): DraftInput {
  return withoutGaps({
    company: mergeKeys(draft.company, part.company),
    stack: part.stack ?? draft.stack,
    processes: part.processes ?? draft.processes,
    assumptions: mergeKeys(draft.assumptions, part.assumptions),
  });
}

/** Combines two consecutive parts into one. Keeps nulls, which may still clear a stored value. */
export function joinParts(first: DraftPart, then: DraftPart): DraftPart {
  return withoutGaps({
    company: first.company || then.company ? { ...first.company, ...then.company } : undefined,
    stack: then.stack ?? first.stack,
    processes: then.processes ?? first.processes,
    assumptions: first.assumptions || then.assumptions ? { ...first.assumptions, ...then.assumptions } : undefined,
  });
}

/** The part that turns `from` into `to`. Lists that only `from` has stay, because a part cannot remove a list. */
export function partBetween(from: DraftInput, to: DraftInput): DraftPart {
  return withoutGaps({
    company: changedKeys(from.company, to.company),
    stack: sameValue(from.stack, to.stack) ? undefined : to.stack,
    processes: sameValue(from.processes, to.processes) ? undefined : to.processes,
    assumptions: changedKeys(from.assumptions, to.assumptions),
  });
}

function changedKeys<Values extends object>(
  from: Values | undefined,
  to: Values | undefined,
): Partial<Nullable<Values>> | undefined {
  const keys = [...new Set([...keysOf(from ?? {}), ...keysOf(to ?? {})])];
  const changed = keys.flatMap((key) => {
    const [old, value] = [valueAt(from ?? {}, key), valueAt(to ?? {}, key)];
    return sameValue(old, value) ? [] : [[key, value ?? null]];
  });
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Nullable<Values>>) : undefined;
}

type Nullable<Values> = { [Key in keyof Values]: Values[Key] | null };

function mergeKeys<Values extends object>(
  old: Values | undefined,
  part: Partial<Nullable<Values>> | undefined,
): Values | undefined {
  if (!part) return old;
  const merged = Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value != null));
  return Object.keys(merged).length > 0 ? (merged as Values) : undefined;
}

/** Deep equality of JSON values; ignores the order of keys, because the database does not preserve it. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = keysOf(one);
  if (keys.length !== keysOf(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && sameValue(valueAt(one, key), valueAt(other, key)));
}

const valueAt = (holder: object, key: string): unknown => (holder as Record<string, unknown>)[key];
const keysOf = (holder: object) => Object.keys(holder).filter((key) => valueAt(holder, key) !== undefined);

const withoutGaps = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

/** Converts a complete input into a part that replaces the whole draft; values that the input leaves to the model are cleared. */
export const wholePart = ({ company, stack, processes, assumptions }: ModelInput): DraftPart => ({
  company,
  stack,
  processes,
  assumptions: {
    weeks: assumptions?.weeks ?? null,
    adoption: assumptions?.adoption ?? null,
    capture: assumptions?.capture ?? null,
  },
});
