import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { analyse, analyseBase } from "./analysis.ts";
import { ModelInput } from "./model-input.ts";
import { hasPython, runReference } from "./reference/run-reference.ts";
import { differences } from "./vectors/difference.ts";
import { randomInputs } from "./vectors/random-inputs.ts";

const fixture = <Content>(name: string) =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), "utf8")) as Content;

const vectors = fixture<Record<string, { input: unknown; output: Record<string, unknown> }>>("public.json");
const recorded = fixture<{ draws: number; input: unknown; output: unknown }[]>("recorded.json");
const firm = ModelInput.parse(vectors["V1 SaaS 45 people"]!.input);

describe("equality with the reference", () => {
  test.each(Object.entries(vectors))("public vector %s, in full depth", (_, { input, output }) => {
    expect(differences(analyse(ModelInput.parse(input)), output)).toEqual([]);
  });

  test("the figures the design names for the 45-person firm", () => {
    const analysis = analyse(firm);
    expect(analysis.hoursSavedPerWeek).toBe(27.63);
    expect(analysis.range.hoursPerWeek).toEqual([22.76, 27.46, 32.55]);
    expect(analysis.annualValue).toBe(70_263.95);
    expect(analysis.implementationCost).toBe(17_300);
    expect([analysis.base.payback, analysis.projectOnly.payback]).toEqual([10.08, 7.6]);
    expect(analysis.opportunities.map((opportunity) => opportunity.id)).toEqual([
      "S-01",
      "S-07",
      "CS-02",
      "S-04",
      "S-06",
    ]);
  });

  test("sixty recorded cases", () => {
    expect(recorded).toHaveLength(60);
    for (const { input, draws, output } of recorded) {
      expect(differences(analyse(ModelInput.parse(input), { draws }), output)).toEqual([]);
    }
  });

  test.skipIf(!hasPython())("two thousand random inputs with a hundred draws each", { timeout: 120_000 }, () => {
    compareWithReference(randomInputs(2000, 20_261_121), 100);
  });

  test.skipIf(!hasPython())("ten random inputs with all ten thousand draws", { timeout: 120_000 }, () => {
    compareWithReference(randomInputs(10, 1_121_2026), 10_000);
  });

  function compareWithReference(inputs: readonly ModelInput[], draws: number) {
    const outputs = runReference(inputs.map((input) => ({ input, draws })));
    expect(outputs).toHaveLength(inputs.length);
    for (const [index, input] of inputs.entries()) {
      const analysis = analyse(ModelInput.parse(input), { draws });
      expect(differences(analysis, outputs[index]), JSON.stringify(input)).toEqual([]);
    }
  }
});

test("the random inputs reach every flag and every recommendation", () => {
  const analyses = randomInputs(500, 20_261_121).map(analyseBase);
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
      "project+retainer",
      "project",
      "starter-kit",
    ]),
  );
});

test("a firm where everybody writes reports is flagged as implausible for its headcount", () => {
  const reports = { ...firm.processes[3]!, frequency: "daily" as const, hours: 12, people: 45 };
  const analysis = analyseBase({ ...firm, processes: [reports] });
  expect(analysis.flags).toContain("hours_capped");
  expect(analysis.hoursSavedPerWeek).toBeGreaterThan(0.1 * 40 * 45);
  expect(analysis.flags).toContain("implausible_vs_headcount");
});

test("the same input gives the same analysis, and the input is left as it was", () => {
  const before = structuredClone(firm);
  expect(analyse(firm)).toEqual(analyse(firm));
  expect(firm).toEqual(before);
});

test("the base case is the analysis without its range", () => {
  const { range, ...rest } = analyse(firm);
  expect(analyseBase(firm)).toEqual(rest);
  expect(range.probPositiveY1).toBe(0.7489);
});

test("another number of draws or another seed moves the range and nothing else", () => {
  const { range: one, ...rest } = analyse(firm, { draws: 500 });
  const { range: other, ...same } = analyse(firm, { draws: 500, seed: 7 });
  expect(other).not.toEqual(one);
  expect(same).toEqual(rest);
});

test.each([0, -1, 1.5, Number.NaN])("%s draws is a mistake of the caller", (draws) => {
  expect(() => analyse(firm, { draws })).toThrow(RangeError);
});

test("the working adds up to the figures", () => {
  const { working, ...analysis } = analyse(firm);
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
  expect([base[0], base[12]]).toEqual([-20_450, analysis.base.netY1]);
  expect(projectOnly[12]).toBe(analysis.projectOnly.netY1);
  expect(base.findIndex((balance) => balance >= 0)).toBe(Math.ceil(analysis.base.payback!));
});

test("the analysis names its model and survives being stored as JSON", () => {
  const analysis = analyse(firm);
  expect(analysis.modelVersion).toBe("1.0");
  expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
});

describe("a visitor's own assumptions", () => {
  test("the values of model 1.0, given as one's own, change nothing", () => {
    const own = { weeks: 48, adoption: [0.6, 0.8, 0.95], capture: [0.5, 0.7, 0.85] };
    expect(analyse(ModelInput.parse({ ...firm, assumptions: own }))).toEqual(analyse(firm));
  });

  test("weeks scale the labour value and leave the hours", () => {
    const analysis = analyseBase({ ...firm, assumptions: { weeks: 24 } });
    expect(analysis.hoursSavedPerWeek).toBe(27.63);
    expect(analysis.annualLabourValue).toBeCloseTo(67_959.95 / 2, 1);
  });

  test("three points for weeks count by their mean", () => {
    const spread = analyse({ ...firm, assumptions: { weeks: [40, 46, 49] } });
    const single = analyse({ ...firm, assumptions: { weeks: 45 } });
    expect({ ...spread, assumptions: [] }).toEqual({ ...single, assumptions: [] });
  });

  test("adoption moves hours, value, range and its bar of the tornado", () => {
    const certain = analyse({ ...firm, assumptions: { adoption: [0.5, 0.5, 0.5] } });
    expect(certain.hoursSavedPerWeek).toBeCloseTo((27.63 * 0.5) / 0.7833, 1);
    expect(certain.range.hoursPerWeek[2]).toBeLessThan(32.55 * 0.65);
    expect(certain.tornado.find((bar) => bar.name === "adoption")).toEqual({
      name: "adoption",
      low: certain.base.netY1,
      high: certain.base.netY1,
    });
  });

  test("value capture moves the value and leaves the hours", () => {
    const analysis = analyse({ ...firm, assumptions: { capture: [0.1, 0.2, 0.3] } });
    expect(analysis.hoursSavedPerWeek).toBeLessThanOrEqual(27.63);
    expect(analysis.annualValue).toBeLessThan(70_263.95 / 2);
    expect(analysis.analyticLabour!.mean).toBe(analysis.annualLabourValue);
  });

  test("no adoption at all leaves nothing in scope and every figure in place", () => {
    const analysis = analyse({ ...firm, assumptions: { adoption: [0, 0, 0] } });
    expect(analysis.flags).toContain("nothing_in_scope");
    expect(analysis.analyticLabour).toBeNull();
    expect(analysis.plan.later.map((item) => item.moreHours)).toEqual([null, null, null, null, null]);
  });
});
