import { expect, test } from "vitest";
import { assumptionRows } from "./assumptions-table.ts";
import { assumptionsWith, currentModel } from "./parameters.ts";

const byDefinition = [
  "area.same",
  "choices",
  "expectedOverrun",
  "knowsComplements",
  "plausible.hoursPerWeek",
  "price.roundToUsd",
  "version",
];

test("every parameter of the model has exactly one row, with the model's value", () => {
  const leaves = Object.entries(currentModel).flatMap(([key, value]): [string, unknown][] =>
    typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([inner, leaf]) => [`${key}.${inner}`, leaf])
      : [[key, value]],
  );
  const expected = Object.fromEntries(leaves.filter(([key]) => !byDefinition.includes(key)));
  const rows = assumptionRows();
  const { hourlyCost, ...found } = Object.fromEntries(rows.map((row) => [row.key, row.value]));
  expect(found).toEqual(expected);
  expect(hourlyCost).toBe(75);
  expect(rows).toHaveLength(new Set(rows.map((row) => row.key)).size);
});

test("a row names its origin: a source has a link, an assumption has a reason", () => {
  for (const row of assumptionRows()) {
    expect(row.citation, row.key).toMatch(/\.$/);
    expect(row.url === null, row.key).toBe(row.source === "our assumption");
  }
  const sources = assumptionRows().filter((row) => row.source === "source");
  expect(sources.map((row) => row.key).sort()).toEqual([
    "automatable.communication",
    "automatable.data_entry",
    "automatable.data_processing",
    "automatable.judgement",
    "automatable.people",
    "discount",
    "horizonMonths",
    "price.leastUsd",
    "price.maxUsd",
    "retainerUsd",
  ]);
});

test("a visitor's changes are marked, next to the model's own value", () => {
  const rows = assumptionRows({ hourlyCost: 90 }, assumptionsWith({ weeks: 46, adoption: [0.5, 0.6, 0.7] }));
  const edited = rows.filter((row) => row.edited);
  expect(edited.map(({ key, value, standard }) => ({ key, value, standard }))).toEqual([
    { key: "hourlyCost", value: 90, standard: 75 },
    { key: "weeks", value: 46, standard: 48 },
    { key: "adoption", value: [0.5, 0.6, 0.7], standard: [0.6, 0.8, 0.95] },
  ]);
});

test("entering the model's own values is no edit", () => {
  const rows = assumptionRows({ hourlyCost: 75 }, assumptionsWith({ weeks: 48, capture: [0.5, 0.7, 0.85] }));
  expect(rows.filter((row) => row.edited)).toEqual([]);
});

test("an analysis of model 1.0 omits the numbers added in 1.1", () => {
  const keys = assumptionRows(undefined, assumptionsWith(undefined, "1.0")).map(({ key }) => key);
  expect(keys).toHaveLength(assumptionRows().length - 6);
  expect(keys.join()).not.toMatch(/assumedHours|upkeep|decay|advice/);
});
