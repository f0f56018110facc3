import { expect, test } from "vitest";
import { areas } from "#app/features/content/automations/automation-terms.ts";
import { processSuggestions } from "#app/features/content/automations/process-suggestions.ts";
import { usualRevenueBand, usualWork } from "./usual-firm.ts";

test.each([
  [1, "<1M"],
  [6, "<1M"],
  [7, "1-5M"],
  [31, "1-5M"],
  [32, "5-10M"],
  [62, "5-10M"],
  [63, "10-25M"],
  [156, "10-25M"],
  [157, "25-50M"],
  [312, "25-50M"],
  [313, ">50M"],
])("a typical firm of %i people is in the band %s", (employees, band) => {
  expect(usualRevenueBand(employees)).toBe(band);
});

test.each(areas)("the usual work of %s is the six most common processes of the area", (area) => {
  const ofArea = processSuggestions.filter((work) => work.area === area);
  expect(ofArea.length).toBeGreaterThan(6);
  expect(usualWork(area)).toEqual(ofArea.slice(0, 6));
});
