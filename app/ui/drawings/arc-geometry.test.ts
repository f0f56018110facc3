import { expect, test } from "vitest";
import { arcPath, pointAt, type Quarter, raysPath, tickRings } from "./arc-geometry.ts";

const quarter: Quarter = { x: 100, y: 100, radius: 50 };

test("0 degrees is left of the center, 90 above it", () => {
  expect(pointAt(quarter, 0)).toEqual({ x: 50, y: 100 });
  expect(pointAt(quarter, 90)).toEqual({ x: 100, y: 50 });
  expect(pointAt(quarter, 0, 10)).toEqual({ x: 40, y: 100 });
});

test("an arc runs clockwise from its first angle to its second", () => {
  expect(arcPath(quarter, 0, 90)).toBe("M50 100A50 50 0 0 1 100 50");
  expect(arcPath(quarter, 0, 90, -20)).toBe("M70 100A30 30 0 0 1 100 70");
});

test("ticks are at both ends, every nth is longer, and each has the given width", () => {
  const [short, longer] = tickRings(quarter, { step: 45, nth: 2, short: 5, long: 10 }, 1);
  for (const [ring, { steps, middle, width }] of [
    [short!, { steps: 2, middle: 52.5, width: 5 }],
    [longer!, { steps: 1, middle: 57.5, width: 5 }],
  ] as const) {
    expect(ring.d).toContain(`A${middle} ${middle} `);
    expect(ring.strokeWidth).toBe(width);
    const [dash, gap] = ring.strokeDasharray.split(" ").map(Number) as [number, number];
    const unit = (middle * Math.PI) / 2 / steps;
    expect(dash * unit).toBeCloseTo(1, 1);
    expect(dash + gap).toBeCloseTo(1, 3);
    expect(ring.pathLength - dash).toBeCloseTo(steps, 3);
  }
});

test("rays start at the center", () => {
  expect(raysPath(quarter, [0, 90])).toBe("M100 100L50 100M100 100L100 50");
});
