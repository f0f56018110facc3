import { expect, test } from "vitest";
import { toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { toolCategoryLabels } from "#app/features/content/tools/tool-labels.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import type { BaseAnalysis, OpportunityKind } from "../analysis-shape.ts";
import type { ModelInput } from "../inputs/model-input.ts";
import type { ModelVersion } from "../inputs/parameters.ts";
import { analyze, analyzeBase } from "../roi.ts";
import vectors from "../vectors/public.json" with { type: "json" };
import { randomInputs } from "../vectors/random-inputs.ts";
import { adviceTitle } from "../wording/advice.ts";
import { kindLabels } from "../wording/kind-labels.ts";
import { modelWorkbook } from "./workbook.ts";

const about = { title: "Trial", note: "" };
const figuresOf = (input: ModelInput, model: ModelVersion = "1.1") =>
  modelWorkbook(input, "calculator", about, model).figures;

function expected(analysis: BaseAnalysis, field: string): number | string {
  const flag = /^flags\.(.*)/.exec(field)?.[1];
  if (flag === "people_capped") return analysis.flags.filter((it) => it.startsWith("people_capped:")).length;
  if (flag) return analysis.flags.some((it) => it === flag) ? 1 : 0;
  let value: unknown = analysis;
  for (const key of field.split(".")) value = (value as Record<string, unknown> | null)?.[key];
  if (/^opportunities\.\d\.kind$/.test(field)) return kindLabels[value as OpportunityKind];
  return (value as number | string | null | undefined) ?? "";
}

/** Fields that a spreadsheet without draws can only approximate. */
const closedForm = /^(advice|drawn|recommendation|odds\.|median\.)/;

function differences(input: ModelInput, model: ModelVersion = "1.1"): string[] {
  const analysis = analyzeBase(input, model);
  return [...figuresOf(input, model)].flatMap(([field, { value }]) => {
    if (closedForm.test(field)) return [];
    const wanted = expected(analysis, field);
    const isClose =
      typeof wanted === "number" && typeof value === "number"
        ? Math.abs(wanted - value) <= Math.max(0.0051, Math.abs(wanted) * 1e-9)
        : wanted === value;
    return isClose ? [] : [`${field}: engine ${wanted}, sheet ${value}`];
  });
}

test("every figure of the sheet equals the engine's, on all worked cases", () => {
  for (const [name, { input }] of Object.entries(vectors)) {
    const { figures } = modelWorkbook(input as ModelInput, "calculator", about);
    expect(figures.size).toBeGreaterThan(60);
    expect(differences(input as ModelInput), name).toEqual([]);
  }
});

test("every figure of the sheet of an analysis of model 1.0 equals that version's", () => {
  for (const input of randomInputs(40, 20_261_122)) {
    expect(differences(input, "1.0")).toEqual([]);
    const { recommendation } = analyze(input, { draws: 10, model: "1.0" });
    expect(figuresOf(input, "1.0").get("recommendation")!.value).toBe(recommendation);
  }
});

test("odds, medians and advice of the closed form are close to the draws", () => {
  const inputs = randomInputs(200, 20_261_124).filter(({ assumptions }) => assumptions === undefined);
  let same = 0;
  let compared = 0;
  for (const input of inputs) {
    const analysis = analyze(input, { draws: 2000 });
    if (analysis.implementationCost === 0) continue;
    const { figures } = modelWorkbook(input, "analysis", { ...about, analysis });
    const odds = (way: "base" | "projectOnly") => figures.get(`odds.${way}`)!.value as number;
    expect(Math.abs(odds("base") - analysis.range.probPositiveY1)).toBeLessThan(0.12);
    expect(Math.abs(odds("projectOnly") - analysis.projectRange.probPositiveY1)).toBeLessThan(0.12);
    compared += 1;
    if (figures.get("advice")!.value === adviceTitle(analysis)) same += 1;
  }
  expect(compared).toBeGreaterThan(40);
  expect(same / compared).toBeGreaterThan(0.9);
});

test("tools and kinds have names in every sheet, never ids", () => {
  const { workbook } = modelWorkbook(vectors["V1 SaaS 45 people"].input as ModelInput, "analysis", about);
  const inputs = workbook.sheets.find(({ name }) => name === "Inputs")!.cells.map(({ value }) => value);
  expect(inputs).toEqual(expect.arrayContaining(["HubSpot", "CRM"]));
  const ids = new Set<unknown>(["hubspot", ...toolCategories, ...Object.keys(kindLabels)]);
  const shown = workbook.sheets.flatMap(({ cells }) => cells.map(({ value }) => value));
  expect(shown.filter((value) => ids.has(value))).toEqual([]);
});

test("no tool has the name of a kind, because a tool without a kind is its own kind", () => {
  const labels = new Set<string>(Object.values(toolCategoryLabels));
  expect(tools.filter(({ name }) => labels.has(name))).toEqual([]);
});

test("every figure of the sheet equals the engine's, on 120 random inputs with edge cases", () => {
  const wrong = randomInputs(120, 20_261_121).flatMap((input, index) =>
    differences(input).map((difference) => `${index}: ${difference}`),
  );
  expect(wrong).toEqual([]);
});

test("the workbook is in American English", () => {
  const input = vectors["V1 SaaS 45 people"].input as ModelInput;
  const { workbook } = modelWorkbook(input, "analysis", { ...about, analysis: analyze(input, { draws: 10 }) });
  const texts = workbook.sheets.flatMap(({ name, cells }) => [name, ...cells.map(({ value }) => String(value))]);
  expect(texts.filter((text) => /labour|catalogue/i.test(text))).toEqual([]);
});
