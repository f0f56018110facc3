import { expect, test } from "vitest";
import { impactOrigins } from "#app/features/content/automations/automation-terms.ts";
import { industryFigures, industryFiguresLabel, unverified } from "#app/features/content/industry-figures.ts";
import { exampleFirm } from "../inputs/example-firm.ts";
import { currentModel } from "../inputs/parameters.ts";
import { analyze } from "../roi.ts";
import { claims, originLabels } from "./claims.ts";

const withHours = (total: number) => {
  const own = exampleFirm.processes.reduce((sum, { hours, people }) => sum + hours * people, 0);
  const processes = exampleFirm.processes.map((process) => ({ ...process, hours: (process.hours * total) / own }));
  return analyze({ ...exampleFirm, processes });
};

test("10-30 hours a week corresponds to 45 to 110 manual hours", () => {
  expect(claims.hoursLanding.reading).toContain("45 to 110 hours a week");
  expect(Math.round(withHours(45).hoursSavedPerWeek)).toBeGreaterThanOrEqual(10);
  expect(Math.round(withHours(110).hoursSavedPerWeek)).toBe(30);
});

test("20-40 hours per week corresponds to 75 to 145 manual hours", () => {
  expect(claims.hoursHome.reading).toContain("75 to 145 hours a week");
  expect(Math.floor(withHours(75).hoursSavedPerWeek)).toBe(20);
  expect(Math.round(withHours(145).hoursSavedPerWeek)).toBe(40);
});

test("3-5x is yearly value by project price for 75 to 125 manual hours", () => {
  for (const hours of [75, 85, 95, 105, 115, 125]) {
    expect(withHours(hours).returnMultiple).toBeGreaterThanOrEqual(3);
    expect(withHours(hours).returnMultiple).toBeLessThanOrEqual(5);
  }
});

test("the overlap share in the model is the one the claim names", () => {
  expect(currentModel.stackSaving).toEqual([0.2, 0.3, 0.4]);
});

test("every reading is self-contained: pages print some of the claims, in their own order", () => {
  for (const { words, reading } of Object.values(claims)) {
    expect(reading, words).not.toMatch(/\b(same|above|below|previous|former|latter|likewise)\b/i);
    expect(reading.length, words).toBeGreaterThan(80);
  }
});

test("the three industry figures are marked as unverified, and no other claim depends on them", () => {
  const marked = Object.values(claims).filter(({ origin }) => origin === "unverified");
  expect(marked.map(({ id }) => id)).toEqual(industryFigures.map(({ claim }) => claim));
  for (const { reading, words } of marked) expect(reading, words).toContain(unverified);
  for (const { value, claim } of industryFigures) expect(claims[claim].words).toContain(`${value}%`);
  expect(originLabels.unverified).toBe(industryFiguresLabel);
  expect(industryFiguresLabel).toContain("not verified");
});

test("the note on the automations' outcomes explains each origin they name", () => {
  for (const origin of impactOrigins) expect(claims.outcomes.reading.toLowerCase()).toContain(`${origin} is`);
});
