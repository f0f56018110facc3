import { expect, test } from "vitest";
import { defaultOrder, gridListing, neighborsOf } from "./automation-grid.ts";
import { gridCategories } from "./automation-terms.ts";
import { automations } from "./automations.ts";

test("the grid shows all eighteen once, by category in the order of the filters", () => {
  expect(new Set(defaultOrder)).toEqual(new Set(automations));
  expect(defaultOrder).toHaveLength(18);
  expect(defaultOrder[0]?.id).toBe("M-01");
  expect([...new Set(defaultOrder.map(({ category }) => category))]).toEqual(gridCategories.slice(0, 3));
  const counts = gridCategories.map((name) => defaultOrder.filter(({ category }) => category === name).length);
  expect(counts).toEqual([6, 8, 4, 0]);
});

test("every drawing has its own URL", () => {
  expect(gridListing()[6]).toMatchObject({ id: "S-01", name: "Lead Capture to CRM", href: "/automation-grid/S-01" });
  expect(new Set(gridListing().map(({ href }) => href)).size).toBe(18);
});

test("the next links visit every drawing and return to the first", () => {
  const passed = [defaultOrder[0]!];
  while (passed.length <= 18) passed.push(neighborsOf(passed.at(-1)!.id)!.after);
  expect(passed.slice(0, 18)).toEqual(defaultOrder);
  expect(passed[18]).toBe(defaultOrder[0]);
  expect(neighborsOf("M-01")!.before.id).toBe("CS-04");
});
