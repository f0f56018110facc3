import { expect, test } from "vitest";
import { mean, seed, variance } from "../inputs/parameters.ts";
import { mulberry32, triangularInverse } from "./random.ts";

test("the generator seeds its state like the reference", () => {
  const random = mulberry32(seed);
  const first = [random(), random(), random()].map((value) => value * 4294967296);
  expect(first).toEqual([3682889845, 2914813256, 1544884440]);
});

test("its numbers are in [0, 1) and evenly distributed", () => {
  const random = mulberry32(1);
  const values = Array.from({ length: 20_000 }, random);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThan(1);
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 2);
});

test("the triangular inverse runs from low over the mode to high", () => {
  const inverse = triangularInverse([0.6, 0.8, 0.95]);
  expect(inverse(0)).toBe(0.6);
  expect(inverse(0.2 / 0.35)).toBeCloseTo(0.8, 12);
  expect(inverse(1)).toBe(0.95);
});

test("its draws have the mean and the variance of the distribution", () => {
  const points = [0.75, 1, 1.1] as const;
  const random = mulberry32(2);
  const inverse = triangularInverse(points);
  const values = Array.from({ length: 50_000 }, () => inverse(random()));
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length;
  expect(average).toBeCloseTo(mean(points), 3);
  expect(spread).toBeCloseTo(variance(points), 4);
});

test("three equal points always give that value, and the mode may be at an end", () => {
  expect(triangularInverse([0.5, 0.5, 0.5])(0.9)).toBe(0.5);
  expect(triangularInverse([0, 0, 1])(0)).toBe(0);
  expect(triangularInverse([0, 1, 1])(1)).toBe(1);
});
