import { expect, test } from "vitest";
import { analyseBase } from "./analysis.ts";
import type { BaseAnalysis } from "./analysis-shape.ts";
import type { ModelInput } from "./model-input.ts";
import vectors from "./vectors/public.json" with { type: "json" };
import { randomInputs } from "./vectors/random-inputs.ts";
import { modelWorkbook } from "./workbook.ts";

const about = { title: "Trial", note: "" };
const figuresOf = (input: ModelInput) => modelWorkbook(input, "calculator", about).figures;

/** The figure of an analysis that stands in a cell of the summary; "" for none, 1 and 0 for flags. */
function expected(analysis: BaseAnalysis, field: string): number | string {
  const flag = /^flags\.(.*)/.exec(field)?.[1];
  if (flag === "people_capped") return analysis.flags.filter((it) => it.startsWith("people_capped:")).length;
  if (flag) return analysis.flags.some((it) => it === flag) ? 1 : 0;
  let value: unknown = analysis;
  for (const key of field.split(".")) value = (value as Record<string, unknown> | null)?.[key];
  return (value as number | string | null | undefined) ?? "";
}

function differences(input: ModelInput): string[] {
  const analysis = analyseBase(input);
  return [...figuresOf(input)].flatMap(([field, { value }]) => {
    const wanted = expected(analysis, field);
    const isClose =
      typeof wanted === "number" && typeof value === "number"
        ? Math.abs(wanted - value) <= Math.max(0.0051, Math.abs(wanted) * 1e-9)
        : wanted === value;
    return isClose ? [] : [`${field}: engine ${wanted}, sheet ${value}`];
  });
}

test("every figure of the sheet is the engine's, on both worked cases", () => {
  for (const [name, { input }] of Object.entries(vectors)) {
    const { figures } = modelWorkbook(input as ModelInput, "calculator", about);
    expect(figures.size).toBeGreaterThan(60);
    expect(differences(input as ModelInput), name).toEqual([]);
  }
});

test("every figure of the sheet is the engine's, on 120 random inputs with their edges", () => {
  const wrong = randomInputs(120, 20_261_121).flatMap((input, index) =>
    differences(input).map((difference) => `${index}: ${difference}`),
  );
  expect(wrong).toEqual([]);
});
