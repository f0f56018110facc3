import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { assumedParts } from "#app/features/wizard/blueprint.ts";
import { assumedAfter } from "./assumed-after.ts";

const [first, ...others] = exampleFirm.processes;

test("untouched values stay assumed, and an adjusted value counts as an answer", () => {
  const after = (change: object) => assumedAfter(assumedParts, exampleFirm, { ...exampleFirm, ...change });
  expect(after({})).toBe(assumedParts);
  const without = (...parts: string[]) => assumedParts.filter((part) => !parts.includes(part));
  expect(after({ company: { ...exampleFirm.company, hourlyCost: 90 } })).toEqual(without("hourlyCost"));
  expect(after({ processes: [{ ...first!, hours: 7 }, ...others] })).toEqual(without("processTimes"));
  expect(after({ processes: others })).toEqual(without("processes", "processTimes"));
  expect(after({ stack: [] })).toEqual(without("toolCosts"));
});
