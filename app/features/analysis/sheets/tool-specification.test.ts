import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyzeBase } from "#app/features/roi/roi.ts";
import { missingKinds, toolKinds, toolSentences, toolTitle } from "./tool-specification.ts";

const sheetOf = (input = exampleFirm, model?: "1.0") => {
  const result = analyzeBase(input, model);
  const kinds = toolKinds(input, result);
  return { result, kinds, title: toolTitle(input, result), sentences: toolSentences(input, result, kinds) };
};

test("the overlaps of the kinds add up to the overlap of the analysis, in both model versions", () => {
  for (const model of ["1.0", undefined] as const) {
    const { result, kinds } = sheetOf(exampleFirm, model);
    expect(kinds.reduce((sum, { overlapUsd }) => sum + overlapUsd, 0)).toBe(result.overlapMonthly);
    expect(kinds.reduce((sum, { monthlyUsd }) => sum + monthlyUsd, 0)).toBe(result.stackMonthly);
  }
});

test("a tool that complements others of its kind is listed but not counted as an overlap", () => {
  const stack = exampleFirm.stack.map((tool) => (tool.id === "pipedrive" ? { ...tool, overlaps: false } : tool));
  const { kinds, result } = sheetOf({ ...exampleFirm, stack });
  const crm = kinds.find(({ category }) => category === "crm")!;
  expect(crm.tools.map(({ id }) => id)).toEqual(["hubspot", "pipedrive"]);
  expect(crm.overlapUsd).toBe(0);
  expect(result.overlapMonthly).toBe(150);
});

test("kinds that the five automations need and the stack lacks are listed, even without any tool", () => {
  const stack = exampleFirm.stack.filter(({ category }) => category !== "forms");
  const { kinds, sentences } = sheetOf({ ...exampleFirm, stack });
  expect(missingKinds(kinds)).toContain("forms");
  expect(kinds.at(-1)!.tools).toEqual([]);
  expect(sentences).toMatch(/also need .*forms/);
  const none = sheetOf({ ...exampleFirm, stack: [] });
  expect(none.title).toBe("No tools were named");
  expect(none.kinds.every(({ tools, neededBy }) => tools.length === 0 && neededBy.length > 0)).toBe(true);
});
