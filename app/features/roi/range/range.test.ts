import { expect, test } from "vitest";
import { currentModel, seed } from "../inputs/parameters.ts";
import { round2 } from "../model/arithmetic.ts";
import { cashFlow } from "../model/cash-flow.ts";
import { closedFormLabour } from "../model/closed-form.ts";
import { type Project, projectOf } from "../model/project.ts";
import { randomInputs } from "../vectors/random-inputs.ts";
import { mulberry32, triangularInverse } from "./random.ts";
import { drawRange } from "./range.ts";

const projects = randomInputs(80, 42).map((input) => projectOf(input));

const hasModelAssumptions = ({ assumptions }: Project) =>
  assumptions.adoption === currentModel.adoption && assumptions.capture === currentModel.capture;

/** A slow reference: the cash flow of the base case for each draw. */
function drawSlowly(project: Project, draws: number, upkeepUsd: number | null) {
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
    const hours = project.processes.reduce((sum, process, index) => {
      const share = draw(assumptions.automatable[process.activity]);
      const factor = process.assumed ? draw(currentModel.assumedHours) : 1;
      const frequency = assumptions.frequency[process.frequency];
      return sum + project.addressed[index]! * share * factor * frequency * regulated;
    }, 0);
    const plan = {
      labourUsd: hours * adopted * bias * captured * project.yearlyHourUsd,
      stackUsd: 12 * project.spend.overlapUsd * saved,
      implementationUsd: project.price.implementationUsd * dearer,
      internalUsd: project.internalUsd,
      buildMonths: project.buildMonths,
      upkeepUsd,
    };
    return cashFlow(plan, assumptions);
  });
}

test("the optimized draw loop matches the cash flow on every figure of both ways", () => {
  const late = Number.POSITIVE_INFINITY;
  for (const project of projects) {
    const { range, projectRange } = drawRange(project, 50, seed);
    for (const [drawn, upkeepUsd] of [
      [range, null],
      [projectRange, project.upkeepUsd],
    ] as const) {
      const flows = drawSlowly(project, 50, upkeepUsd);
      for (const figure of ["netY1", "payback", "npv3"] as const) {
        const sorted = flows.map((flow) => flow[figure] ?? late).sort((one, other) => one - other);
        const at = (share: number) => sorted[Math.ceil(share * 50) - 1]!;
        for (const [index, share] of [0.1, 0.5, 0.9].entries()) {
          if (at(share) === late) expect(drawn[figure][index]).toBeNull();
          else expect(Math.abs(drawn[figure][index]! - round2(at(share)))).toBeLessThanOrEqual(0.0101);
        }
      }
      expect(drawn.probPositiveY1).toBe(flows.filter(({ netY1 }) => netY1 > 0).length / 50);
    }
  }
});

/** Relative error of the closed form against the draws, at P10 and P90 of the labor value. */
function closedFormError(project: Project): { p10: number; p90: number } {
  const labourOnly = { ...project, spend: { ...project.spend, overlapUsd: 0 } };
  const [p10, , p90] = drawRange(labourOnly, 10_000, seed).range.annualValue as [number, number, number];
  const form = closedFormLabour(project)!;
  return { p10: Math.abs(form.p10 / p10 - 1), p90: Math.abs(form.p90 / p90 - 1) };
}

test("the closed form is within two percent of the runs for a usual mix of work", () => {
  const mixed = projects.filter(({ addressed }) => addressed.filter((hours) => hours > 0).length >= 4).slice(0, 20);
  for (const project of mixed.filter(hasModelAssumptions)) {
    const error = closedFormError(project);
    expect(error.p10).toBeLessThan(0.02);
    expect(error.p90).toBeLessThan(0.02);
  }
});

test("for a single skewed activity the closed form overestimates P10 by less than a tenth", () => {
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

test("a single draw gives three equal percentiles", () => {
  const project = projects.find((candidate) => candidate.scope.length > 0)!;
  const { hoursPerWeek } = drawRange(project, 1, seed).range;
  expect(new Set(hoursPerWeek).size).toBe(1);
});

test("when nothing is built there is no return, no payback, and no chance of a gain without overlap", () => {
  const nothing = projects.find((project) => project.scope.length === 0 && project.spend.overlapUsd === 0)!;
  const { range } = drawRange(nothing, 100, seed);
  expect(range.roiY1).toEqual([null, null, null]);
  expect(range.payback).toEqual([null, null, null]);
  expect(range.netY1).toEqual([0, 0, 0]);
  expect(range.probPositiveY1).toBe(0);
});

test("in a draw, a project that earns its cost with the last month pays back in 36 months", () => {
  const certain = [1, 1, 1] as const;
  const assumptions = {
    ...{ ...currentModel, stackSaving: certain, overrun: certain, ramp: certain },
    ...{ stackRampMonths: 1, retainerUsd: 0, platformUsd: 0 },
  };
  const [built] = projects.filter(({ scope }) => scope.length > 0);
  const projectAt = (implementationUsd: number): Project => ({
    ...{ ...built!, assumptions, processes: [], addressed: [], internalUsd: 0 },
    spend: { monthlyUsd: 100, overlapUsd: 100, overlapCategories: ["crm"] },
    price: { ...built!.price, implementationUsd },
  });
  expect(drawRange(projectAt(3600), 1, seed).range.payback).toEqual([36, 36, 36]);
  expect(drawRange(projectAt(3601), 1, seed).range.payback).toEqual([null, null, null]);
});
