import fc from "fast-check";
import { expect, test } from "vitest";
import { type FunnelAction, type FunnelProgress, type FunnelRules, funnelProgress } from "./progress.ts";

const has = (steps: number, step: number) => (steps & (1 << step)) !== 0;

/** All ways to choose an action for each of the first steps, by trying every combination. */
function* attempts(rules: FunnelRules, required: readonly number[], actions: readonly FunnelAction[]) {
  function* extend(chain: readonly number[]): Generator<readonly number[]> {
    if (chain.length > 0) yield chain;
    const step = required[chain.length];
    if (step === undefined) return;
    for (const [index, { steps }] of actions.entries()) if (has(steps, step)) yield* extend([...chain, index]);
  }
  for (const chain of extend([])) if (isAttempt(rules, required, actions, chain)) yield chain;
}

function isAttempt(
  { order, windowMs, optional }: FunnelRules,
  required: readonly number[],
  actions: readonly FunnelAction[],
  chain: readonly number[],
): boolean {
  const [first, last] = [Math.min(...chain), Math.max(...chain)];
  if (!actions[first]!.canStart || actions[last]!.at - actions[first]!.at > windowMs) return false;
  if (order === "any") return true;
  return chain.every((index, level) => {
    const following = chain[level + 1];
    if (following === undefined) return true;
    if (following <= index) return false;
    return (
      order === "ordered" ||
      actions.slice(index + 1, following).every(({ steps }) => isLoose(required, optional, level, steps))
    );
  });
}

/** Whether an action does not end a strict attempt: it repeats the step or is one of the optional steps before the next one. */
const isLoose = (required: readonly number[], optional: number, level: number, steps: number) =>
  has(steps, required[level]!) ||
  [0, 1, 2, 3, 4].some(
    (step) =>
      has(steps, step) && has(optional, step) && step > required[level]! && step < (required[level + 1] ?? Infinity),
  );

const compare = (one: readonly number[], other: readonly number[]) =>
  other.length - one.length ||
  Math.max(...one) - Math.max(...other) ||
  Math.min(...other) - Math.min(...one) ||
  one.map((index, level) => index - other[level]!).find((difference) => difference !== 0) ||
  0;

function expectedProgress(rules: FunnelRules, actions: readonly FunnelAction[]): FunnelProgress | null {
  const { stepCount, optional, order, windowMs } = rules;
  const all = Array.from({ length: stepCount }, (_, step) => step);
  const required = all.filter((step) => !has(optional, step));
  const chain = [...attempts(rules, required, actions)].sort(compare)[0];
  if (!chain) return null;
  const startAt = actions[Math.min(...chain)]!.at;
  return {
    furthest: required[chain.length - 1]!,
    actions: all.map((step) => {
      const own = required.indexOf(step);
      if (own !== -1) return chain[own] ?? null;
      const level = required.filter((each) => each < step).length - 1;
      const after = order === "any" ? Math.min(...chain) - 1 : chain[level];
      if (after === undefined) return null;
      const before = (order === "any" ? undefined : chain[level + 1]) ?? actions.length;
      const found = actions.findIndex(
        ({ at, steps }, index) => index > after && index < before && at - startAt <= windowMs && has(steps, step),
      );
      const isBroken =
        order === "strict" &&
        actions.slice(after + 1, found).some(({ steps }) => !isLoose(required, optional, level, steps));
      return found === -1 || isBroken ? null : found;
    }),
  };
}

const visitor = fc.record({
  rules: fc.record({
    stepCount: fc.constantFrom(4, 5),
    optional: fc.constantFrom(0b00000, 0b00010, 0b00100, 0b01000, 0b00110, 0b01010),
    order: fc.constantFrom("ordered", "strict", "any"),
    windowMs: fc.integer({ min: 3, max: 30 }),
  }),
  gaps: fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 6 }),
      steps: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 4 }).map((step) => 1 << step) },
        fc.integer({ min: 1, max: 31 }),
      ),
      canStart: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    { maxLength: 10 },
  ),
});

test("one pass over the actions finds the same progress as trying every combination", () => {
  fc.assert(
    fc.property(visitor, ({ rules, gaps }) => {
      let at = 0;
      const ofFunnel = (1 << rules.stepCount) - 1;
      const actions = gaps
        .map(({ gap, steps, canStart }) => {
          at += gap;
          return { at, steps: steps & ofFunnel, canStart };
        })
        .filter(({ steps }) => steps !== 0);
      expect(funnelProgress(rules, actions)).toEqual(expectedProgress(rules, actions));
    }),
    { numRuns: 3000 },
  );
});

const rules = (changes: Partial<FunnelRules> = {}): FunnelRules => ({
  ...{ stepCount: 3, optional: 0, order: "ordered", windowMs: 100 },
  ...changes,
});
const did = (...list: [at: number, step: number][]): FunnelAction[] =>
  list.map(([at, step]) => ({ at, steps: 1 << step, canStart: true }));

test("a later start succeeds where the first one is outside the window", () => {
  const actions = did([0, 0], [90, 0], [120, 1], [180, 2]);
  expect(funnelProgress(rules(), actions)).toEqual({ furthest: 2, actions: [1, 2, 3] });
});

test("a strict funnel ends with an action of another step and continues after a repeated one", () => {
  const strict = rules({ order: "strict" });
  expect(funnelProgress(strict, did([0, 0], [1, 1], [2, 1], [3, 2]))?.furthest).toBe(2);
  expect(funnelProgress(strict, did([0, 0], [1, 2], [2, 1]))?.furthest).toBe(0);
});

test("an optional step can be skipped, and counts only between the steps around it", () => {
  const withOptional = rules({ optional: 0b010 });
  expect(funnelProgress(withOptional, did([0, 0], [1, 2]))).toEqual({ furthest: 2, actions: [0, null, 1] });
  expect(funnelProgress(withOptional, did([0, 0], [1, 1], [2, 2]))).toEqual({ furthest: 2, actions: [0, 1, 2] });
  expect(funnelProgress(withOptional, did([0, 0], [1, 2], [2, 1]))).toEqual({ furthest: 2, actions: [0, null, 1] });
});

test("in any order all steps count within one window", () => {
  const any = rules({ order: "any" });
  expect(funnelProgress(any, did([0, 2], [50, 0], [90, 1]))).toEqual({ furthest: 2, actions: [1, 2, 0] });
  expect(funnelProgress(any, did([0, 2], [50, 0], [130, 1]))).toEqual({ furthest: 1, actions: [1, 2, null] });
});

test("the funnel begins only with an action that can start it", () => {
  expect(funnelProgress(rules(), [{ at: 0, steps: 1, canStart: false }, ...did([1, 1])])).toBeNull();
  expect(funnelProgress(rules(), did([0, 1]))).toBeNull();
});
