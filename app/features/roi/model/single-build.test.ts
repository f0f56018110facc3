import { expect, test } from "vitest";
import { automations, findAutomation } from "#app/features/content/automations/automations.ts";
import { buildWeeks, savedHoursOf } from "./single-build.ts";

test("weeks to build follow the effort, in halves", () => {
  expect(([1, 2, 3, 4, 5] as const).map((effort) => buildWeeks({ effort }))).toEqual([0.5, 1.5, 2, 3, 3.5]);
});

test("returned hours are coverage times automatable share times adoption, largest first", () => {
  expect(savedHoursOf(findAutomation("S-01")!)).toEqual([
    { activity: "data_entry", low: 14, expected: 29, high: 46 },
    { activity: "routing", low: 8, expected: 18, high: 30 },
  ]);
});

test("an activity that returns more hours comes first, whatever the order of the model", () => {
  const orders = (
    [
      [0.9, 0.1],
      [0.1, 0.9],
    ] as const
  ).map(([data_entry, routing]) => savedHoursOf({ covers: { data_entry, routing } }).map(({ activity }) => activity));
  expect(orders).toEqual([
    ["data_entry", "routing"],
    ["routing", "data_entry"],
  ]);
});

test("every automation returns between 0 and 100 hours, and its figures are ascending", () => {
  for (const automation of automations) {
    const hours = savedHoursOf(automation);
    expect(hours.length).toBe(Object.keys(automation.covers).length);
    for (const { low, expected, high } of hours) {
      expect(low).toBeLessThanOrEqual(expected);
      expect(expected).toBeLessThanOrEqual(high);
      expect(high).toBeLessThan(70);
    }
  }
});
