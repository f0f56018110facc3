import { expect, test } from "vitest";
import { type AccessState, type CheckOutcome, grantLifeMs, watchAccess } from "./access-watch.ts";

const granted: CheckOutcome = { hasAccess: true, blocked: false, reason: null };
const revoked: CheckOutcome = { hasAccess: false, blocked: false, reason: "no_grant" };
const blocked: CheckOutcome = { hasAccess: false, blocked: true, reason: "blocked" };

function setup(outcomes: CheckOutcome[], kept = new Map<string, string>(), userId = "dana") {
  const states: AccessState[] = [];
  let checks = 0;
  let time = 1_000;
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const watch = watchAccess({
    userId,
    check: async () => outcomes[Math.min(checks++, outcomes.length - 1)]!,
    onState: (state) => states.push(state),
    store,
    now: () => time,
  });
  return { watch, states, kept, checks: () => checks, pass: (ms: number) => (time += ms) };
}

test("a granted result is cached for thirty seconds, across pages", async () => {
  const { watch, states, checks, kept, pass } = setup([granted]);
  await watch.refresh();
  pass(grantLifeMs - 1);
  await watch.refresh();
  expect(checks()).toBe(1);
  expect(states).toEqual([{ name: "granted" }]);
  const next = setup([granted], kept);
  await next.watch.refresh();
  expect(next.checks()).toBe(0);
  expect(next.states).toEqual([{ name: "granted" }]);
  pass(1);
  await watch.refresh();
  expect(checks()).toBe(2);
});

test("the cached result of one user is not used for another user in the same tab", async () => {
  const { watch, kept } = setup([granted]);
  await watch.refresh();
  const other = setup([revoked], kept, "sam");
  await other.watch.refresh();
  expect(other.checks()).toBe(1);
  expect(other.states).toEqual([{ name: "denied", reason: "no_grant" }]);
});

test("a forced check detects a revocation and clears the cached grant", async () => {
  const { watch, states, kept } = setup([granted, blocked]);
  await watch.refresh();
  await watch.refresh({ force: true });
  expect(states).toEqual([{ name: "granted" }, { name: "denied", reason: "blocked" }]);
  expect(kept.size).toBe(0);
});

test("restored access is detected", async () => {
  const { watch, states } = setup([revoked, granted]);
  await watch.refresh();
  await watch.refresh({ force: true });
  expect(states.map(({ name }) => name)).toEqual(["denied", "granted"]);
});

test("a lost connection changes nothing, an invalid response denies access, and an ended session is reported", async () => {
  const { watch, states } = setup([granted, "unreachable", "failed", "signed_out"]);
  for (let n = 0; n < 4; n += 1) await watch.refresh({ force: true });
  expect(states).toEqual([{ name: "granted" }, { name: "denied", reason: "not_checked" }, { name: "signed_out" }]);
});

test("a check without a connection keeps an open wizard open", async () => {
  const { watch, states } = setup([granted, "unreachable"]);
  await watch.refresh();
  await watch.refresh({ force: true });
  expect(states).toEqual([{ name: "granted" }]);
});

test("another reason for the refusal is reported", async () => {
  const { watch, states } = setup([revoked, blocked]);
  await watch.refresh();
  await watch.refresh({ force: true });
  expect(states).toEqual([
    { name: "denied", reason: "no_grant" },
    { name: "denied", reason: "blocked" },
  ]);
});

test("concurrent checks send one request, and an unchanged result is reported once", async () => {
  const { watch, states, checks } = setup([revoked]);
  await Promise.all([watch.refresh({ force: true }), watch.refresh({ force: true })]);
  expect(checks()).toBe(1);
  await watch.refresh({ force: true });
  expect(states).toEqual([{ name: "denied", reason: "no_grant" }]);
});

test("access is checked when session storage is unavailable", async () => {
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
  await watch.refresh();
  expect(states).toEqual([{ name: "granted" }]);
});
