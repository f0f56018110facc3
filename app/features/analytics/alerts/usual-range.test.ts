import { expect, test } from "vitest";
import { isOutside, usualRange, usualShare } from "./usual-range.ts";

test("the usual range is three deviations around the median, at least those of counting", () => {
  expect(usualRange([50, 48, 61, 55])).toEqual({ low: 31, high: 74 });
  // One outlier does not widen it.
  expect(usualRange([50, 48, 61, 55, 52, 49, 57, 4000])).toEqual({ low: 32, high: 75 });
  // A site whose days differ widely.
  expect(usualRange([10, 40, 90, 160])).toEqual({ low: 0, high: 242 });
  expect(usualRange([2, 1, 3, 2])).toEqual({ low: 0, high: 6 });
});

test("without four weeks with values nothing is usual", () => {
  expect(usualRange([])).toBeNull();
  expect(usualRange([0, 0, 0, 0, 0, 9, 8, 7])).toBeNull();
  expect(usualRange([0, 0, 0, 0, 6, 9, 8, 7])).not.toBeNull();
});

test("the usual share of a step depends on the size of the group; small groups have none", () => {
  const past = [30, 28, 33, 29].map((part) => ({ part, whole: 100 }));
  const usual = usualShare(past, 100)!;
  expect(usual.low).toBeCloseTo(0.158, 3);
  expect(usual.high).toBeCloseTo(0.432, 3);
  expect(isOutside(0.15, usual)).toBe(true);
  expect(isOutside(0.16, usual)).toBe(false);
  expect(usualShare(past, 400)!.low).toBeGreaterThan(usual.low);
  expect(usualShare(past, 19)).toBeNull();
  expect(usualShare([...past.slice(1), { part: 3, whole: 10 }], 100)).toBeNull();
});
