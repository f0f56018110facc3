import fc from "fast-check";
import { expect, test } from "vitest";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import { type DoneAction, expectedProgress, type FunnelRules } from "#tests/fixtures/expected-progress.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { reachedActions } from "./chain-sql.server.ts";

const { ctx } = useDatabase();

/** One unit of time, because windows are whole hours. */
const unit = hourMs * 1000;
const optionalOf = ({ optional }: FunnelRules, step: number) => (optional & (1 << step)) !== 0;

/** The progress of each visitor, as `expectedProgress` returns it. */
async function progressOf(rules: FunnelRules, visitors: readonly (readonly DoneAction[])[]) {
  const store = visitStore();
  const d = store.dialect;
  const steps = Array.from({ length: rules.stepCount }, (_, step) => step);
  const query = {
    ...{ order: rules.order, windowHours: rules.windowMs },
    conditions: steps.map(() => ({ pages: { isAny: false, ids: [] }, hits: [], stage: undefined })),
    required: steps.filter((step) => !optionalOf(rules, step)),
    optional: steps.filter((step) => optionalOf(rules, step)),
  };
  // The session is the number of the action, which also orders actions at the same time.
  const done = visitors.flatMap((actions, visitor) =>
    actions.map(({ at, steps: bits, canStart }, action) => [visitor, action, at * unit, bits, canStart ? 1 : 0]),
  );
  const rows = await store.reportRows(
    ctx,
    `with done as (${d.values(["visitor", "session", "at", "bits", "can_start"], done)}),
      timed as (select *, at as order_at, 0 as value, 0 as fact from done), walked as (${reachedActions(d, query, "timed")})
      select * from walked`,
  );
  return visitors.map((_, visitor) => {
    const row = rows.find((each) => Number(each["visitor"]) === visitor);
    if (!row) return null;
    return {
      furthest: query.required[Number(row["levels"]) - 1],
      actions: steps.map((step) => (row[`r${step}`] as number[] | null)?.[2] ?? null),
    };
  });
}

const rulesOfFunnel = fc.record({
  stepCount: fc.constantFrom(4, 5),
  optional: fc.constantFrom(0b00000, 0b00010, 0b00100, 0b01000, 0b00110, 0b01010),
  order: fc.constantFrom("ordered" as const, "strict" as const, "any" as const),
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

/** In the order of the statements: by time, then by steps. */
function ordered(rules: FunnelRules, gaps: readonly { gap: number; steps: number; canStart: boolean }[]): DoneAction[] {
  let at = 0;
  return gaps
    .map(({ gap, steps, canStart }) => {
      at += gap;
      return { at, steps: steps & ((1 << rules.stepCount) - 1), canStart };
    })
    .filter(({ steps }) => steps !== 0)
    .sort(
      (one, other) => one.at - other.at || one.steps - other.steps || Number(other.canStart) - Number(one.canStart),
    );
}

test("one pass over the actions finds the same progress as brute force", async () => {
  await fc.assert(
    fc.asyncProperty(rulesOfFunnel, fc.array(visitor, { minLength: 20, maxLength: 40 }), async (rules, lists) => {
      const visitors = lists.map((gaps) => ordered(rules, gaps));
      expect(await progressOf(rules, visitors)).toEqual(visitors.map((actions) => expectedProgress(rules, actions)));
    }),
    { numRuns: columnStore.isUsed ? 10 : 100 },
  );
});

const rules = (changes: Partial<FunnelRules> = {}): FunnelRules => ({
  ...{ stepCount: 3, optional: 0, order: "ordered", windowMs: 100 },
  ...changes,
});
const did = (...list: [at: number, step: number][]): DoneAction[] =>
  list.map(([at, step]) => ({ at, steps: 1 << step, canStart: true }));
const one = async (of: FunnelRules, actions: readonly DoneAction[]) => (await progressOf(of, [actions]))[0];

test("a later start succeeds if the first one is outside the window", async () => {
  const actions = did([0, 0], [90, 0], [120, 1], [180, 2]);
  expect(await one(rules(), actions)).toEqual({ furthest: 2, actions: [1, 2, 3] });
});

test("an action of another step ends a strict funnel; a repeated step does not", async () => {
  const strict = rules({ order: "strict" });
  expect((await one(strict, did([0, 0], [1, 1], [2, 1], [3, 2])))?.furthest).toBe(2);
  expect((await one(strict, did([0, 0], [1, 2], [2, 1])))?.furthest).toBe(0);
});

test("an optional step can be skipped, and counts only between its neighboring required steps", async () => {
  const withOptional = rules({ optional: 0b010 });
  expect(await one(withOptional, did([0, 0], [1, 2]))).toEqual({ furthest: 2, actions: [0, null, 1] });
  expect(await one(withOptional, did([0, 0], [1, 1], [2, 2]))).toEqual({ furthest: 2, actions: [0, 1, 2] });
  expect(await one(withOptional, did([0, 0], [1, 2], [2, 1]))).toEqual({ furthest: 2, actions: [0, null, 1] });
});

test("in any order all steps must be within one window", async () => {
  const any = rules({ order: "any" });
  expect(await one(any, did([0, 2], [50, 0], [90, 1]))).toEqual({ furthest: 2, actions: [1, 2, 0] });
  expect(await one(any, did([0, 2], [50, 0], [130, 1]))).toEqual({ furthest: 1, actions: [1, 2, null] });
});

test("only an action that can start the funnel starts it", async () => {
  expect(await one(rules(), [{ at: 0, steps: 1, canStart: false }, ...did([1, 1])])).toBeNull();
  expect(await one(rules(), did([0, 1]))).toBeNull();
});

test("a statement holds the steps of a busy year", async () => {
  const store = visitStore();
  const count = 400_000;
  const rows = Array.from({ length: count }, (_, n) => [n, 1_779_941_183_127_495 + n, 1 << (n % 5)]);
  const [found] = await store.reportRows(
    ctx,
    `select count(*) as steps, sum(bits) as bits from (${store.dialect.values(["session", "at", "bits"], rows)}) given`,
  );
  expect([Number(found!["steps"]), Number(found!["bits"])]).toEqual([count, (count / 5) * 31]);
});
