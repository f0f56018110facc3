import { expect, test } from "vitest";
import { round2 } from "./arithmetic.ts";
import { cashFlow } from "./cash-flow.ts";
import { closedFormLabour } from "./closed-form.ts";
import { model10, seed } from "./parameters.ts";
import { type Project, projectOf } from "./project.ts";
import { mulberry32, triangularInverse } from "./random.ts";
import { drawRange } from "./range.ts";
import { randomInputs } from "./vectors/random-inputs.ts";

const projects = randomInputs(80, 42).map(projectOf);

const hasModelAssumptions = ({ assumptions }: Project) =>
  assumptions.adoption === model10.adoption && assumptions.capture === model10.capture;

/** One draw after the other by the slow road: the cash flow of the base case, called with drawn values. */
function drawSlowly(project: Project, draws: number): number[] {
  const { assumptions, company } = project;
  const random = mulberry32(seed);
  const draw = (points: Parameters<typeof triangularInverse>[0]) => triangularInverse(points)(random());
  const regulated = company.industry === "Healthcare" || company.industry === "Finance" ? 0.9 : 1;
  return Array.from({ length: draws }, () => {
    const [bias, adopted, captured, saved, dearer] = [
      draw(assumptions.reportBias),
      draw(assumptions.adoption),
      draw(assumptions.capture),
      draw(assumptions.stackSaving),
      draw(assumptions.overrun),
    ];
    const hours = project.processes.reduce(
      (sum, process, index) =>
        sum +
        project.addressed[index]! *
          draw(assumptions.automatable[process.activity]) *
          assumptions.frequency[process.frequency] *
          regulated,
      0,
    );
    const plan = {
      labourUsd: hours * adopted * bias * captured * project.yearlyHourUsd,
      stackUsd: 12 * project.spend.overlapUsd * saved,
      implementationUsd: project.price.implementationUsd * dearer,
      internalUsd: project.internalUsd,
      buildMonths: project.buildMonths,
      withRetainer: true,
    };
    return cashFlow(plan, assumptions).payback ?? Number.POSITIVE_INFINITY;
  });
}

test("the draw loop and the cash flow agree on the payback of every draw", () => {
  for (const project of projects) {
    const sorted = drawSlowly(project, 50).sort((one, other) => one - other);
    const at = (share: number) => sorted[Math.ceil(share * 50) - 1]!;
    const expected = [0.1, 0.5, 0.9].map((share) =>
      at(share) === Number.POSITIVE_INFINITY ? null : round2(at(share)),
    );
    expect(drawRange(project, 50, seed).payback).toEqual(expected);
  }
});

/** Ratio of the closed form to the draws, less one, at P10 and P90 of the labour value. */
function closedFormError(project: Project): { p10: number; p90: number } {
  const labourOnly = { ...project, spend: { ...project.spend, overlapUsd: 0 } };
  const [p10, , p90] = drawRange(labourOnly, 10_000, seed).annualValue as [number, number, number];
  const form = closedFormLabour(project)!;
  return { p10: Math.abs(form.p10 / p10 - 1), p90: Math.abs(form.p90 / p90 - 1) };
}

test("the closed form is within two percent of the draws for a usual mix of work", () => {
  const mixed = projects.filter(({ addressed }) => addressed.filter((hours) => hours > 0).length >= 4).slice(0, 20);
  for (const project of mixed.filter(hasModelAssumptions)) {
    const error = closedFormError(project);
    expect(error.p10).toBeLessThan(0.02);
    expect(error.p90).toBeLessThan(0.02);
  }
});

test("for a single skewed activity the closed form leans high at P10, by less than a tenth", () => {
  const [judgement] = randomInputs(1, 5);
  const project = projectOf({
    ...judgement!,
    company: { ...judgement!.company, employees: 200 },
    processes: [
      { name: "Reviews", area: "revenue", activity: "judgement", hours: 20, people: 40, frequency: "daily", pain: 3 },
    ],
  });
  const error = closedFormError(project);
  expect(error.p10).toBeGreaterThan(0.02);
  expect(error.p10).toBeLessThan(0.1);
  expect(error.p90).toBeLessThan(0.02);
});

test("a single draw is all three percentiles", () => {
  const project = projects.find((candidate) => candidate.scope.length > 0)!;
  const { hoursPerWeek } = drawRange(project, 1, seed);
  expect(new Set(hoursPerWeek).size).toBe(1);
});

test("when nothing is built there is neither return nor payback, and no chance of a gain without overlap", () => {
  const nothing = projects.find((project) => project.scope.length === 0 && project.spend.overlapUsd === 0)!;
  const range = drawRange(nothing, 100, seed);
  expect(range.roiY1).toEqual([null, null, null]);
  expect(range.payback).toEqual([null, null, null]);
  expect(range.netY1).toEqual([0, 0, 0]);
  expect(range.probPositiveY1).toBe(0);
});
