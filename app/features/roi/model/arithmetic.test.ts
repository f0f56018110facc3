import { expect, test } from "vitest";
import { round2, round2OrNull, round4, roundToStep, sumOf, toMillionths } from "./arithmetic.ts";

test.each([
  [0.005, 0.01],
  [1.005, 1],
  [2.675, 2.68],
  [-0.005, -0.01],
  [-4326.744, -4326.74],
  [70_263.9549, 70_263.95],
])("%s rounds to %s: half away from zero, on the exact double", (value, rounded) => {
  expect(round2(value)).toBe(rounded);
});

test("rounding never leaves a negative zero", () => {
  expect(Object.is(round2(-0.001), 0)).toBe(true);
  expect(Object.is(round2(-0), 0)).toBe(true);
});

test("four digits, null preserved, whole steps", () => {
  expect(round4(0.17228)).toBe(0.1723);
  expect(round2OrNull(null)).toBeNull();
  expect(roundToStep(17_349.99, 100)).toBe(17_300);
  expect(roundToStep(17_350, 100)).toBe(17_400);
});

test("scores are compared in millionths, exact halves rounded to even", () => {
  expect(toMillionths(96.25)).toBe(96_250_000);
  expect(toMillionths(1 / 128)).toBe(7812);
  expect(toMillionths(3 / 128)).toBe(23_438);
  expect(toMillionths(0.1 + 0.2)).toBe(300_000);
  expect(toMillionths(0.300_001)).toBe(300_001);
});

test("a sum over an empty list is zero", () => {
  expect(sumOf([], () => 1)).toBe(0);
  expect(sumOf([1, 2, 3], (value) => value * 2)).toBe(12);
});
