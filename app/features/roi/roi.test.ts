import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exampleFirm } from "./inputs/example-firm.ts";
import { ModelInput } from "./inputs/model-input.ts";
import { type ModelVersion, modelVersion, modelVersions } from "./inputs/parameters.ts";
import { round2 } from "./model/arithmetic.ts";
import { hasPython, runReference } from "./reference/run-reference.ts";
import { analyze, analyzeBase, tornadoFor } from "./roi.ts";
import { completeAnalysis } from "./stored-analysis.ts";
import { randomInputs } from "./vectors/random-inputs.ts";

const fileOf = (name: "public" | "recorded", model: ModelVersion) =>
  model === modelVersion ? `${name}.json` : `${name}-${model}.json`;
const fixture = <Content>(name: string) =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), "utf8")) as Content;

type Vectors = Record<string, { input: unknown; output: Record<string, unknown> }>;
type Recorded = { draws: number; input: unknown; output: unknown }[];

const vectors = fixture<Vectors>("public.json");
const firm = ModelInput.parse(vectors["V1 SaaS 45 people"]!.input);

describe("the figures equal the reference implementation's", () => {
  const published = modelVersions.flatMap((model) =>
    Object.entries(fixture<Vectors>(fileOf("public", model))).map(([name, vector]) => ({ model, name, ...vector })),
  );
  test.each(published)("public vector of model $model, $name, in full depth", ({ model, input, output }) => {
    expect(differences(analyze(ModelInput.parse(input), { model }), output)).toEqual([]);
  });

  test("the figures of the 45-person firm", () => {
    const analysis = analyze(firm);
    expect(analysis.hoursSavedPerWeek).toBe(27.63);
    expect(analysis.range.hoursPerWeek).toEqual([22.76, 27.46, 32.55]);
    expect(analysis.annualValue).toBe(70_263.95);
    expect(analysis.implementationCost).toBe(17_300);
    expect([analysis.base.payback, analysis.projectOnly.payback]).toEqual([10.46, 8.53]);
    expect(analysis.recommendation).toBe("project");
    expect(analysis.opportunities.map((opportunity) => opportunity.id)).toEqual([
      "S-01",
      "S-07",
      "CS-02",
      "S-04",
      "S-06",
    ]);
  });

  test.each(modelVersions)("sixty recorded cases of model %s", (model) => {
    const recorded = fixture<Recorded>(fileOf("recorded", model));
    expect(recorded).toHaveLength(60);
    for (const { input, draws, output } of recorded) {
      expect(differences(analyze(ModelInput.parse(input), { draws, model }), output)).toEqual([]);
    }
  });

  test.skipIf(!hasPython())("two thousand random inputs with forty draws each", () => {
    compareWithReference(randomInputs(2000, 20_261_121), 40);
  });

  test.skipIf(!hasPython())("three hundred random inputs of model 1.0", () => {
    compareWithReference(randomInputs(300, 20_261_120), 40, "1.0");
  });

  test.skipIf(!hasPython())("ten random inputs with all ten thousand draws", () => {
    compareWithReference(randomInputs(10, 1_121_2026), 10_000);
  });

  function compareWithReference(inputs: readonly ModelInput[], draws: number, model: ModelVersion = modelVersion) {
    const outputs = runReference(inputs.map((input) => ({ input, draws, model })));
    expect(outputs).toHaveLength(inputs.length);
    for (const [index, input] of inputs.entries()) {
      const analysis = analyze(ModelInput.parse(input), { draws, model });
      expect(differences(analysis, outputs[index]), JSON.stringify(input)).toEqual([]);
    }
  }
});

test("the random inputs reach every flag and every recommendation", () => {
  const analyses = randomInputs(500, 20_261_121).map((input) => analyze(input, { draws: 100 }));
  const flags = new Set(analyses.flatMap((analysis) => analysis.flags.map((flag) => flag.replace(/:.*/s, ""))));
  const recommendations = new Set(analyses.map((analysis) => analysis.recommendation));
  expect([...flags, ...recommendations]).toEqual(
    expect.arrayContaining([
      "people_capped",
      "hours_capped",
      "no_hours",
      "implausible_vs_revenue",
      "nothing_in_scope",
      "no_payback_36m_with_retainer",
      "show_as_over_10x",
      "project_show_as_over_10x",
      "hours_assumed",
      "project+retainer",
      "project",
      "not-clear",
      "starter-kit",
    ]),
  );
});

test("a firm where everyone writes reports is flagged as implausible for its headcount", () => {
  const reports = { ...firm.processes[3]!, frequency: "daily" as const, hours: 12, people: 45 };
  const analysis = analyzeBase({ ...firm, processes: [reports] });
  expect(analysis.flags).toContain("hours_capped");
  expect(analysis.hoursSavedPerWeek).toBeGreaterThan(0.1 * 40 * 45);
  expect(analysis.flags).toContain("implausible_vs_headcount");
});

test("the tornado of one way is that of the analysis", () => {
  const { tornado, tornadoOf } = analyze(firm);
  expect(tornadoFor(firm, tornadoOf)).toEqual(tornado);
  expect(tornado.length).toBeGreaterThan(3);
});

test("the same input gives the same analysis, and the input is not modified", () => {
  const before = structuredClone(firm);
  expect(analyze(firm)).toEqual(analyze(firm));
  expect(firm).toEqual(before);
});

test("the base case is the analysis without the fields that depend on draws", () => {
  const { range, projectRange, recommendation, tornado, tornadoOf, ...rest } = analyze(firm);
  expect(analyzeBase(firm)).toEqual(rest);
});

test("a different number of draws or seed changes only the range", () => {
  const { range: one, projectRange: oneAlone, ...rest } = analyze(firm, { draws: 500 });
  const { range: other, projectRange: otherAlone, ...same } = analyze(firm, { draws: 500, seed: 7 });
  expect(other).not.toEqual(one);
  expect(otherAlone).not.toEqual(oneAlone);
  expect(same).toEqual(rest);
});

test.each([0, -1, 1.5, Number.NaN])("%s draws throws", (draws) => {
  expect(() => analyze(firm, { draws })).toThrow(RangeError);
});

test("one draw is enough", () => {
  expect(new Set(analyze(firm, { draws: 1 }).range.annualValue).size).toBe(1);
});

test("the working adds up to the figures", () => {
  const { working, ...analysis } = analyze(firm);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(sum(working.processes.map((process) => process.manualHours))).toBeCloseTo(analysis.manualHoursPerWeek, 1);
  expect(sum(working.processes.map((process) => process.addressedHours))).toBeCloseTo(
    analysis.addressedHoursPerWeek,
    1,
  );
  expect(sum(working.processes.map((process) => process.savedHours))).toBeCloseTo(analysis.hoursSavedPerWeek, 1);
  for (const [index, opportunity] of analysis.opportunities.entries()) {
    const { id, points } = working.opportunities[index]!;
    expect(id).toBe(opportunity.id);
    expect(Math.abs(sum(Object.values(points)) - opportunity.score)).toBeLessThanOrEqual(0.03);
  }
  const { base, projectOnly } = working.cumulative;
  expect([base.length, projectOnly.length]).toEqual([37, 37]);
  expect(base[0]).toBe(round2(-analysis.expectedImplementationCost - analysis.internalCost));
  expect(base[12]).toBe(analysis.base.netY1);
  expect(projectOnly[12]).toBe(analysis.projectOnly.netY1);
  expect(base.findIndex((balance) => balance >= 0)).toBe(Math.ceil(analysis.base.payback!));
});

test("the working names the hours of each automation, the factors and the price", () => {
  const { working, implementationCost } = analyzeBase(firm);
  expect(working.opportunities[0]!.allocations).toEqual([
    { process: 0, name: "Lead entry and CRM updates", hours: 14.4 },
    { process: 1, name: "Lead routing", hours: 3.6 },
    { process: 5, name: "Ticket triage", hours: 3.6 },
  ]);
  expect(working.chain).toEqual({ adoption: 0.7833, reportBias: 0.95, capture: 0.6833, yearlyHourUsd: 48 * 75 });
  const { rawSum, sizeFactor, integrationFactor } = working.price;
  expect(Math.round((rawSum * sizeFactor * integrationFactor) / 100) * 100).toBe(implementationCost);
});

test("the working marks processes with assumed hours, except in model 1.0", () => {
  const [one, two] = firm.processes;
  const processes = [{ ...one!, assumed: true }, { ...two!, assumed: false }, two!];
  const marks = (model: ModelVersion) =>
    analyzeBase({ ...firm, processes }, model).working.processes.map(({ assumed }) => assumed);
  expect(marks("1.1")).toEqual([true, false, false]);
  expect(marks("1.0")).toEqual([undefined, undefined, undefined]);
});

test("the analysis names its model and survives being stored as JSON", () => {
  const analysis = analyze(firm);
  expect(analysis.modelVersion).toBe("1.1");
  expect(analyze(firm, { model: "1.0" }).modelVersion).toBe("1.0");
  expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
});

describe("a visitor's own assumptions", () => {
  test("a visitor's assumptions equal to the model's change nothing", () => {
    const own = { weeks: 48, adoption: [0.6, 0.8, 0.95], capture: [0.5, 0.7, 0.85] };
    expect(analyze(ModelInput.parse({ ...firm, assumptions: own }))).toEqual(analyze(firm));
  });

  test("weeks scale the labor value and not the hours", () => {
    const analysis = analyzeBase({ ...firm, assumptions: { weeks: 24 } });
    expect(analysis.hoursSavedPerWeek).toBe(27.63);
    expect(analysis.annualLabourValue).toBeCloseTo(67_959.95 / 2, 1);
  });

  test("three points for weeks count as their mean", () => {
    const spread = analyze({ ...firm, assumptions: { weeks: [40, 46, 49] } });
    const single = analyze({ ...firm, assumptions: { weeks: 45 } });
    expect({ ...spread, assumptions: [] }).toEqual({ ...single, assumptions: [] });
  });

  test("adoption changes hours, value, range and its tornado bar", () => {
    const certain = analyze({ ...firm, assumptions: { adoption: [0.5, 0.5, 0.5] } });
    expect(certain.hoursSavedPerWeek).toBeCloseTo((27.63 * 0.5) / 0.7833, 1);
    expect(certain.range.hoursPerWeek[2]).toBeLessThan(32.55 * 0.65);
    expect(certain.tornado.find((bar) => bar.name === "adoption")).toEqual({
      name: "adoption",
      low: certain.projectOnly.netY1,
      high: certain.projectOnly.netY1,
    });
  });

  test("value capture changes the value and not the hours", () => {
    const analysis = analyze({ ...firm, assumptions: { capture: [0.1, 0.2, 0.3] } });
    expect(analysis.hoursSavedPerWeek).toBeLessThanOrEqual(27.63);
    expect(analysis.annualValue).toBeLessThan(70_263.95 / 2);
    expect(analysis.analyticLabour!.mean).toBe(analysis.annualLabourValue);
  });

  test("zero adoption leaves nothing in scope, and every figure is still defined", () => {
    const analysis = analyze({ ...firm, assumptions: { adoption: [0, 0, 0] } });
    expect(analysis.flags).toContain("nothing_in_scope");
    expect(analysis.analyticLabour).toBeNull();
    expect(analysis.plan.later.map((item) => item.moreHours)).toEqual([null, null, null, null, null]);
  });
});

describe("fields and flags added in 1.1", () => {
  const [process] = firm.processes;

  test("assumed hours lower the expected value and widen the range", () => {
    const given = analyze({ ...firm, processes: [process!] });
    const assumed = analyze({ ...firm, processes: [{ ...process!, assumed: true }] });
    expect(assumed.flags).toContain("hours_assumed");
    expect(given.flags).not.toContain("hours_assumed");
    expect(assumed.manualHoursPerWeek).toBe(given.manualHoursPerWeek);
    expect(assumed.hoursSavedPerWeek).toBeLessThan(given.hoursSavedPerWeek);
    const width = ({ range: { hoursPerWeek } }: typeof given) => hoursPerWeek[2]! / hoursPerWeek[0]!;
    expect(width(assumed)).toBeGreaterThan(width(given) * 1.3);
  });

  test("a complement is excluded from the overlap and stays in the stack", () => {
    const stack = firm.stack.map((tool) => (tool.id === "pipedrive" ? { ...tool, overlaps: false } : tool));
    const [before, after] = [analyzeBase(firm), analyzeBase({ ...firm, stack })];
    expect(after.overlapMonthly).toBe(before.overlapMonthly - 490);
    expect(after.overlapCategories).toEqual(["email"]);
    expect(after.stackMonthly).toBe(before.stackMonthly);
  });

  test("model 1.0 ignores both", () => {
    const marked = {
      ...firm,
      stack: firm.stack.map((tool) => ({ ...tool, overlaps: false })),
      processes: firm.processes.map((one) => ({ ...one, assumed: true })),
    };
    expect(analyze(marked, { model: "1.0" })).toEqual(analyze(firm, { model: "1.0" }));
  });

  test("without the retainer upkeep costs and the benefit decays", () => {
    const { base, projectOnly, ownUpkeepMonthly, working, buildMonths } = analyze(firm);
    expect(ownUpkeepMonthly).toBe(0.5 * 75 * 14);
    expect(projectOnly.benefitY1).toBeLessThan(base.benefitY1);
    const monthly = (path: number[], month: number) => path[month]! - path[month - 1]!;
    const labourMonth = analyzeBase(firm).annualLabourValue / 12;
    const stackMonth = analyzeBase(firm).annualStackSavings / 12;
    const net = labourMonth * (1 - 0.01 * (36 - buildMonths)) + stackMonth - 100 - ownUpkeepMonthly;
    expect(monthly(working.cumulative.projectOnly, 36)).toBeCloseTo(net, 0);
  });
});

test("a stored analysis keeps its figures and explains its prices as today", () => {
  const result = analyze(exampleFirm);
  const former = result.assumptions.map((row) => ({
    ...row,
    citation: row.key === "retainerUsd" ? "Former." : row.citation,
  }));
  expect(completeAnalysis(exampleFirm, { ...result, assumptions: former })).toEqual(result);
});

/**
 * Deep differences of `actual` from `expected`: numbers by more than a cent (plus the last bit of a double), everything
 * else exactly. Ignores fields that only `actual` has. Returns paths with both values; empty when equal.
 */
function differences(actual: unknown, expected: unknown, path = "output"): string[] {
  if (typeof expected === "number" && typeof actual === "number") {
    const tolerance = 0.01 + 1e-12 * Math.max(1, Math.abs(expected));
    return Math.abs(actual - expected) <= tolerance ? [] : [`${path}: ${actual} instead of ${expected}`];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (actual.length !== expected.length) return [`${path}: ${actual.length} entries instead of ${expected.length}`];
    return expected.flatMap((entry, index) => differences(actual[index], entry, `${path}.${index}`));
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.keys(expected).flatMap((key) => differences(actual[key], expected[key], `${path}.${key}`));
  }
  return actual === expected ? [] : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
