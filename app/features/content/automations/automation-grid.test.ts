import { expect, test } from "vitest";
import { gridListing, gridOrder, neighborsOf } from "./automation-grid.ts";
import { gridCategories } from "./automation-terms.ts";
import { automations } from "./automations.ts";

test("the grid shows all eighteen once, by category in the order of the filters", () => {
  expect(new Set(gridOrder)).toEqual(new Set(automations));
  expect(gridOrder).toHaveLength(18);
  expect(gridOrder[0]?.id).toBe("M-01");
  expect([...new Set(gridOrder.map(({ category }) => category))]).toEqual(gridCategories.slice(0, 3));
  const counts = gridCategories.map((name) => gridOrder.filter(({ category }) => category === name).length);
  expect(counts).toEqual([6, 8, 4, 0]);
});

test("every drawing has its own URL", () => {
  expect(gridListing[6]).toMatchObject({ id: "S-01", name: "Lead Capture to CRM", href: "/automation-grid/S-01" });
  expect(new Set(gridListing.map(({ href }) => href)).size).toBe(18);
});

test("the next links visit every drawing and return to the first", () => {
  const passed = [gridOrder[0]!];
  while (passed.length <= 18) passed.push(neighborsOf(passed.at(-1)!.id).after);
  expect(passed.slice(0, 18)).toEqual(gridOrder);
  expect(passed[18]).toBe(gridOrder[0]);
  expect(neighborsOf("M-01").before.id).toBe("CS-04");
});
