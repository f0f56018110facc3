import type { FunnelOrder } from "../funnel-definition.ts";

/**
 * What a visitor did, oldest first. `steps` has bit n set if it is step n of the funnel. `at`: milliseconds. `canStart`: the funnel
 * can begin with it, because it lies in the period and its visit passes the filters.
 */
export type FunnelAction = { at: number; steps: number; canStart: boolean };

/** The rules of a funnel. `optional` has a bit for every optional step; the first step has none. */
export type FunnelRules = { stepCount: number; optional: number; order: FunnelOrder; windowMs: number };

/**
 * Which action was which step, as indexes into the actions; null for steps that were not reached. `furthest`: the last required step
 * that was reached.
 */
export type FunnelProgress = { furthest: number; actions: readonly (number | null)[] };

const has = (steps: number, step: number) => (steps & (1 << step)) !== 0;

/**
 * How far a visitor came, or null if the funnel never began. Of all attempts the one counts that came furthest; among these the one
 * that arrived first, then the one that began last. An optional step counts if it was done between the required steps around it.
 */
export function funnelProgress(rules: FunnelRules, actions: readonly FunnelAction[]): FunnelProgress | null {
  const required = stepsOf(rules).filter((step) => !has(rules.optional, step));
  const allowed = rules.order === "strict" ? allowedAfter(rules, required) : null;
  const chain = rules.order === "any" ? anyOrder(rules, required, actions) : inOrder(rules, required, allowed, actions);
  if (chain === null) return null;
  const reached: (number | null)[] = stepsOf(rules).map(() => null);
  for (const [level, index] of chain.entries()) reached[required[level]!] = index;
  for (const step of stepsOf(rules))
    if (has(rules.optional, step)) reached[step] = optionalAction(rules, { step, required, allowed, chain, actions });
  return { furthest: required[chain.length - 1]!, actions: reached };
}

const stepsOf = ({ stepCount }: FunnelRules) => Array.from({ length: stepCount }, (_, step) => step);

/** An attempt up to some step: the indexes of its actions. */
type Attempt = { start: number; chain: readonly number[] };

/**
 * For every level the attempt that began last, as in a windowed funnel: an earlier one cannot succeed where this one does not. So
 * one pass over the actions is enough.
 */
function inOrder(
  { windowMs }: FunnelRules,
  required: readonly number[],
  allowed: readonly number[] | null,
  actions: readonly FunnelAction[],
): readonly number[] | null {
  const latest: (Attempt | null)[] = required.map(() => null);
  let furthest: readonly number[] | null = null;
  for (const [index, { at, steps, canStart }] of actions.entries()) {
    const before = [...latest];
    if (allowed) for (const [level, mask] of allowed.entries()) if ((steps & mask) === 0) latest[level] = null;
    for (const [level, step] of required.entries()) {
      if (!has(steps, step)) continue;
      const attempt = level === 0 ? (canStart ? { start: index, chain: [] } : null) : before[level - 1];
      if (!attempt || at - actions[attempt.start]!.at > windowMs) continue;
      const current = latest[level];
      if (current && current.start >= attempt.start) continue;
      latest[level] = { start: attempt.start, chain: [...attempt.chain, index] };
      if (level + 1 > (furthest?.length ?? 0)) furthest = latest[level]!.chain;
    }
  }
  return furthest;
}

/** Per level the steps that may follow without ending a strict attempt: a repetition, and the optional steps up to the next one. */
function allowedAfter(
  { stepCount, optional }: Pick<FunnelRules, "stepCount" | "optional">,
  required: readonly number[],
) {
  return required.map((step, level) => {
    let mask = 1 << step;
    for (let next = step + 1; next < (required[level + 1] ?? stepCount); next += 1) mask |= optional & (1 << next);
    return mask;
  });
}

function anyOrder(
  { windowMs }: FunnelRules,
  required: readonly number[],
  actions: readonly FunnelAction[],
): readonly number[] | null {
  const next: (number | null)[] = required.map(() => null);
  let best: readonly number[] | null = null;
  const arrival = (chain: readonly number[]) => Math.max(...chain);
  for (let start = actions.length - 1; start >= 0; start -= 1) {
    const { at, steps, canStart } = actions[start]!;
    for (const [level, step] of required.entries()) if (has(steps, step)) next[level] = start;
    if (!canStart) continue;
    const missing = next.findIndex((index) => index === null || actions[index]!.at - at > windowMs);
    const chain = (missing === -1 ? next : next.slice(0, missing)) as number[];
    // An attempt begins with one of its own steps.
    if (!chain.includes(start)) continue;
    if (!best || chain.length > best.length || (chain.length === best.length && arrival(chain) < arrival(best)))
      best = [...chain];
  }
  return best;
}

type OptionalStep = {
  step: number;
  required: readonly number[];
  allowed: readonly number[] | null;
  chain: readonly number[];
  actions: readonly FunnelAction[];
};

/** The first action of an optional step between the required steps around it; in any order: within the attempt's window. */
function optionalAction(rules: FunnelRules, { step, required, allowed, chain, actions }: OptionalStep): number | null {
  const isAny = rules.order === "any";
  const level = required.findLastIndex((each) => each < step);
  const after = isAny ? Math.min(...chain) : chain[level];
  if (after === undefined) return null;
  const start = actions[isAny ? after : chain[0]!]!;
  const end = (isAny ? undefined : chain[level + 1]) ?? actions.length;
  for (let index = isAny ? after : after + 1; index < end; index += 1) {
    const { at, steps } = actions[index]!;
    if (at - start.at > rules.windowMs) return null;
    if (allowed && (steps & allowed[level]!) === 0) return null;
    if (has(steps, step)) return index;
  }
  return null;
}
