import { expect, test } from "vitest";
import { type AccessState, type CheckOutcome, grantedCountsMs, watchAccess } from "./access-watch.ts";

const granted: CheckOutcome = { hasAccess: true, blocked: false, reason: null };
const revoked: CheckOutcome = { hasAccess: false, blocked: false, reason: "no_grant" };
const blocked: CheckOutcome = { hasAccess: false, blocked: true, reason: "blocked" };

function bench(answers: CheckOutcome[], kept = new Map<string, string>(), userId = "dana") {
  const states: AccessState[] = [];
  let asked = 0;
  let time = 1_000;
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const watch = watchAccess({
    userId,
    check: async () => answers[Math.min(asked++, answers.length - 1)]!,
    onState: (state) => states.push(state),
    store,
    now: () => time,
  });
  return { watch, states, kept, asked: () => asked, pass: (ms: number) => (time += ms) };
}

test("a granted answer counts for thirty seconds, also for the next page, and no longer", async () => {
  const { watch, states, asked, kept, pass } = bench([granted]);
  await watch.look();
  pass(grantedCountsMs - 1);
  await watch.look();
  expect(asked()).toBe(1);
  expect(states).toEqual([{ name: "granted" }]);
  const next = bench([granted], kept);
  await next.watch.look();
  expect(next.asked()).toBe(0);
  expect(next.states).toEqual([{ name: "granted" }]);
  pass(1);
  await watch.look();
  expect(asked()).toBe(2);
});

test("it counts for the one who was asked about, not for the next account in the same tab", async () => {
  const { watch, kept } = bench([granted]);
  await watch.look();
  const other = bench([revoked], kept, "sam");
  await other.watch.look();
  expect(other.asked()).toBe(1);
  expect(other.states).toEqual([{ name: "denied", reason: "no_grant" }]);
});

test("looking at the tab again asks at once and hears of a revocation, which then is not forgotten", async () => {
  const { watch, states, kept } = bench([granted, blocked]);
  await watch.look();
  await watch.look({ anew: true });
  expect(states).toEqual([{ name: "granted" }, { name: "denied", reason: "blocked" }]);
  expect(kept.size).toBe(0);
});

test("access that returns is noticed", async () => {
  const { watch, states } = bench([revoked, granted]);
  await watch.look();
  await watch.look({ anew: true });
  expect(states.map(({ name }) => name)).toEqual(["denied", "granted"]);
});

test("without a connection nothing changes; an answer that makes no sense denies; an ended session says so", async () => {
  const { watch, states } = bench([granted, "unreachable", "failed", "signed_out"]);
  for (let n = 0; n < 4; n += 1) await watch.look({ anew: true });
  expect(states).toEqual([{ name: "granted" }, { name: "denied", reason: "not_checked" }, { name: "signed_out" }]);
});

test("two looks at the same time ask once, and saying the same twice is one change", async () => {
  const { watch, states, asked } = bench([revoked]);
  await Promise.all([watch.look({ anew: true }), watch.look({ anew: true })]);
  expect(asked()).toBe(1);
  await watch.look({ anew: true });
  expect(states).toEqual([{ name: "denied", reason: "no_grant" }]);
});

test("a browser that keeps nothing is served all the same", async () => {
  const broken = () => {
    throw new Error("denied");
  };
  const states: AccessState[] = [];
  const watch = watchAccess({
    userId: "dana",
    check: async () => granted,
    onState: (state) => states.push(state),
    store: { getItem: broken, setItem: broken, removeItem: broken },
    now: () => 1,
  });
  await watch.look();
  expect(states).toEqual([{ name: "granted" }]);
});
