import { expect, test } from "vitest";
import { analyze } from "./analysis.ts";
import { claims } from "./claims.ts";
import { exampleFirm } from "./example-firm.ts";
import { currentModel } from "./parameters.ts";

/** The example firm with this many manual hours a week, shared out as it is. */
const withHours = (total: number) => {
  const own = exampleFirm.processes.reduce((sum, { hours, people }) => sum + hours * people, 0);
  const processes = exampleFirm.processes.map((process) => ({ ...process, hours: (process.hours * total) / own }));
  return analyze({ ...exampleFirm, processes });
};

test("10-30 hours a week are what 45 to 110 manual hours return", () => {
  expect(claims.hoursLanding.reading).toContain("45 to 110 hours a week");
  expect(Math.round(withHours(45).hoursSavedPerWeek)).toBeGreaterThanOrEqual(10);
  expect(Math.round(withHours(110).hoursSavedPerWeek)).toBe(30);
});

test("20-40 hours per week are what 75 to 145 manual hours return", () => {
  expect(claims.hoursHome.reading).toContain("75 to 145 manual hours");
  expect(Math.floor(withHours(75).hoursSavedPerWeek)).toBe(20);
  expect(Math.round(withHours(145).hoursSavedPerWeek)).toBe(40);
});

test("3-5x is yearly value by project price for 75 to 125 manual hours", () => {
  for (const hours of [75, 85, 95, 105, 115, 125]) {
    expect(withHours(hours).returnMultiple).toBeGreaterThanOrEqual(3);
    expect(withHours(hours).returnMultiple).toBeLessThanOrEqual(5);
  }
});

test("the share of overlapping tools that counts is the one the claim names", () => {
  expect(currentModel.stackSaving).toEqual([0.2, 0.3, 0.4]);
});
