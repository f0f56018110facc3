import { expect, test } from "vitest";
import { makeInteractions, makeLayoutShift } from "./vitals.ts";

function cls(shifts: readonly [atMs: number, value: number, hadRecentInput?: boolean][]) {
  const shift = makeLayoutShift();
  for (const [startTime, value, hadRecentInput = false] of shifts) shift.add({ startTime, value, hadRecentInput });
  return Number(shift.value().toFixed(4));
}

test("CLS is 0 without shifts, and shifts after an input do not count", () => {
  expect(cls([])).toBe(0);
  expect(cls([[100, 0.5, true]])).toBe(0);
});

test("CLS is the largest sum of a session window", () => {
  expect(
    cls([
      [0, 0.1],
      [500, 0.1],
      [1400, 0.05],
    ]),
  ).toBe(0.25);
  expect(
    cls([
      [0, 0.1],
      [1000, 0.05],
      [1900, 0.02],
    ]),
  ).toBe(0.1);
  expect(
    cls([
      [0, 0.1],
      [2000, 0.3],
      [2900, 0.2],
    ]),
  ).toBe(0.5);
});

test("a session window of CLS lasts at most five seconds", () => {
  const everySecond = [0, 900, 1800, 2700, 3600, 4500, 5400].map((at): [number, number] => [at, 0.1]);
  expect(cls(everySecond)).toBe(0.6);
});

function inp(interactions: readonly [id: number, duration: number][], count?: number) {
  const all = makeInteractions();
  for (const [interactionId, duration] of interactions) all.add({ interactionId, duration });
  return all.value(count);
}

test("INP is absent without interactions, and events without an id do not count", () => {
  expect(inp([])).toBeUndefined();
  expect(inp([[0, 300]])).toBeUndefined();
});

test("the events of one interaction count once, with their longest duration", () => {
  expect(
    inp([
      [7, 40],
      [7, 120],
      [7, 80],
    ]),
  ).toBe(120);
});

test("INP is the longest interaction, and ignores one for every 50", () => {
  const some: [number, number][] = [
    [7, 400],
    [14, 300],
    [21, 200],
  ];
  expect(inp(some, 49)).toBe(400);
  expect(inp(some, 50)).toBe(300);
  expect(inp(some, 100)).toBe(200);
  expect(inp(some, 1000)).toBe(200);
});

test("without a count INP is the longest interaction", () => {
  expect(
    inp([
      [7, 400],
      [14, 300],
    ]),
  ).toBe(400);
});

test("of many interactions INP is the 98th percentile", () => {
  const many = Array.from({ length: 100 }, (_, index): [number, number] => [7 * (index + 1), 101 + index]);
  expect(inp(many, 100)).toBe(198);
});
