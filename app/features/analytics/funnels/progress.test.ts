import fc from "fast-check";
import { expect, test } from "vitest";
import { type DoneAction, expectedProgress } from "#tests/fixtures/expected-progress.ts";
import { FunnelProgress, type FunnelRules } from "./progress.ts";

function funnelProgress(rules: FunnelRules, actions: readonly DoneAction[], progress = new FunnelProgress(rules)) {
  const isFound = progress.find({
    count: actions.length,
    at: Float64Array.from(actions, ({ at }) => at),
    steps: Uint16Array.from(actions, ({ steps }) => steps),
    canStart: Uint8Array.from(actions, ({ canStart }) => (canStart ? 1 : 0)),
  });
  if (!isFound) return null;
  const reached = Array.from(progress.reached, (index) => (index === -1 ? null : index));
  return { furthest: progress.furthest, actions: reached };
}

const rulesOfFunnel = fc.record({
  stepCount: fc.constantFrom(4, 5),
  optional: fc.constantFrom(0b00000, 0b00010, 0b00100, 0b01000, 0b00110, 0b01010),
  order: fc.constantFrom("ordered", "strict", "any"),
  windowMs: fc.integer({ min: 3, max: 30 }),
});
const visitor = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 6 }),
    steps: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 4 }).map((step) => 1 << step) },
      fc.integer({ min: 1, max: 31 }),
    ),
    canStart: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  }),
  { maxLength: 10 },
);

test("one pass over the actions finds the same progress as brute force", () => {
  fc.assert(
    fc.property(rulesOfFunnel, fc.array(visitor, { minLength: 1, maxLength: 3 }), (rules, visitors) => {
      const progress = new FunnelProgress(rules);
      for (const gaps of visitors) {
        let at = 0;
        const ofFunnel = (1 << rules.stepCount) - 1;
        const actions = gaps
          .map(({ gap, steps, canStart }) => {
            at += gap;
            return { at, steps: steps & ofFunnel, canStart };
          })
          .filter(({ steps }) => steps !== 0);
        expect(funnelProgress(rules, actions, progress)).toEqual(expectedProgress(rules, actions));
      }
    }),
    { numRuns: 2000 },
  );
});

const rules = (changes: Partial<FunnelRules> = {}): FunnelRules => ({
  ...{ stepCount: 3, optional: 0, order: "ordered", windowMs: 100 },
  ...changes,
});
const did = (...list: [at: number, step: number][]): DoneAction[] =>
  list.map(([at, step]) => ({ at, steps: 1 << step, canStart: true }));

test("a later start succeeds if the first one is outside the window", () => {
  const actions = did([0, 0], [90, 0], [120, 1], [180, 2]);
  expect(funnelProgress(rules(), actions)).toEqual({ furthest: 2, actions: [1, 2, 3] });
});

test("an action of another step ends a strict funnel; a repeated step does not", () => {
  const strict = rules({ order: "strict" });
  expect(funnelProgress(strict, did([0, 0], [1, 1], [2, 1], [3, 2]))?.furthest).toBe(2);
  expect(funnelProgress(strict, did([0, 0], [1, 2], [2, 1]))?.furthest).toBe(0);
});

test("an optional step can be skipped, and counts only between its neighboring required steps", () => {
  const withOptional = rules({ optional: 0b010 });
  expect(funnelProgress(withOptional, did([0, 0], [1, 2]))).toEqual({ furthest: 2, actions: [0, null, 1] });
  expect(funnelProgress(withOptional, did([0, 0], [1, 1], [2, 2]))).toEqual({ furthest: 2, actions: [0, 1, 2] });
  expect(funnelProgress(withOptional, did([0, 0], [1, 2], [2, 1]))).toEqual({ furthest: 2, actions: [0, null, 1] });
});

test("in any order all steps must be within one window", () => {
  const any = rules({ order: "any" });
  expect(funnelProgress(any, did([0, 2], [50, 0], [90, 1]))).toEqual({ furthest: 2, actions: [1, 2, 0] });
  expect(funnelProgress(any, did([0, 2], [50, 0], [130, 1]))).toEqual({ furthest: 1, actions: [1, 2, null] });
});

test("only an action that can start the funnel starts it", () => {
  expect(funnelProgress(rules(), [{ at: 0, steps: 1, canStart: false }, ...did([1, 1])])).toBeNull();
  expect(funnelProgress(rules(), did([0, 1]))).toBeNull();
});
