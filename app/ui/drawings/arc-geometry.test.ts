import { expect, test } from "vitest";
import { arcPath, pointAt, type Quarter, raysPath, ticksPath } from "./arc-geometry.ts";

const quarter: Quarter = { x: 100, y: 100, radius: 50 };

test("0 degrees lies left of the centre, 90 above it", () => {
  expect(pointAt(quarter, 0)).toEqual({ x: 50, y: 100 });
  expect(pointAt(quarter, 90)).toEqual({ x: 100, y: 50 });
  expect(pointAt(quarter, 0, 10)).toEqual({ x: 40, y: 100 });
});

test("an arc runs clockwise from its first angle to its second", () => {
  expect(arcPath(quarter, 0, 90)).toBe("M50 100A50 50 0 0 1 100 50");
  expect(arcPath(quarter, 0, 90, -20)).toBe("M70 100A30 30 0 0 1 100 70");
});

test("ticks stand at both ends and every nth is long", () => {
  const ticks = ticksPath(quarter, { step: 45, nth: 2, short: 5, long: 10 }).split("M").slice(1);
  expect(ticks).toHaveLength(3);
  expect(ticks[0]).toBe("50 100L40 100");
  expect(ticks[2]).toBe("100 50L100 40");
});

test("rays start at the centre", () => {
  expect(raysPath(quarter, [0, 90])).toBe("M100 100L50 100M100 100L100 50");
});
