import { afterEach, expect, test, vi } from "vitest";
import { makeDeadClicks, makeRageDetector } from "./clicks.ts";

const rageAt = (clicks: readonly [target: string, atMs: number][]) => {
  const [isRage] = makeRageDetector();
  return clicks.map(([target, atMs]) => isRage(target, atMs));
};

test("three clicks on the same target within one second are a rage click", () => {
  expect(
    rageAt([
      ["a", 0],
      ["a", 400],
      ["a", 1000],
    ]),
  ).toEqual([false, false, true]);
  expect(
    rageAt([
      ["a", 0],
      ["a", 500],
      ["a", 1001],
    ]),
  ).toEqual([false, false, false]);
  expect(
    rageAt([
      ["a", 0],
      ["b", 100],
      ["a", 200],
      ["a", 300],
    ]),
  ).toEqual([false, false, false, false]);
});

test("only the last three clicks count, and the fourth starts a new count", () => {
  expect(
    rageAt([
      ["a", 0],
      ["a", 900],
      ["a", 1300],
      ["a", 1500],
    ]),
  ).toEqual([false, false, false, true]);
  expect(rageAt([0, 100, 200, 300, 400, 500].map((at) => ["a", at]))).toEqual([false, false, true, false, false, true]);
});

test("a click that had an effect is no part of a rage click", () => {
  const [isRage, calm] = makeRageDetector();
  const presses = [0, 150, 300, 450, 600].map((at) => {
    const isThird = isRage("next card", at);
    calm();
    return isThird;
  });
  expect(presses).toEqual([false, false, false, false, false]);
});

function deadClicks() {
  vi.useFakeTimers();
  const reported: string[] = [];
  let isWatched = false;
  const [click, alive] = makeDeadClicks<string>(
    (target) => reported.push(target),
    () => {
      isWatched = true;
    },
    () => {
      isWatched = false;
    },
  );
  return { click, alive, reported, isWatched: () => isWatched };
}
afterEach(() => void vi.useRealTimers());

test("a click without an effect within 2.5 seconds is dead", () => {
  const { click, reported } = deadClicks();
  click("button");
  vi.advanceTimersByTime(2499);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual(["button"]);
});

test("a click with an effect is not dead, and the page is observed only while a click is pending", () => {
  const { click, alive, reported, isWatched } = deadClicks();
  click("button");
  expect(isWatched()).toBe(true);
  alive();
  vi.advanceTimersByTime(5000);
  expect(reported).toEqual([]);
  expect(isWatched()).toBe(false);
});

test("a click without a target is watched and never dead", () => {
  const { click, reported, isWatched } = deadClicks();
  click(null);
  expect(isWatched()).toBe(true);
  vi.advanceTimersByTime(2500);
  expect(reported).toEqual([]);
  expect(isWatched()).toBe(false);
});

test("of several clicks in a row only the last is reported", () => {
  const { click, reported, isWatched } = deadClicks();
  click("one");
  vi.advanceTimersByTime(1000);
  click("two");
  vi.advanceTimersByTime(2500);
  expect(reported).toEqual(["two"]);
  expect(isWatched()).toBe(false);
});
