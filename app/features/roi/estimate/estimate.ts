/*
 * The two-minute estimate: four answers in, hours and yearly value out, low, expected and high. It runs the return model on
 * an input completed with typical values, without the parts that four answers cannot support (advice, payback, plan).
 * `estimate.test.ts` checks that its figures equal those of `analyze`.
 *
 * Assumptions: the manual hours are spread over the usual work of the area as in a typical firm; the stack is empty, so no
 * tool is saved and every needed one counts as missing; the firm is just large enough for the model to count every hour.
 */

import type { ModelInput } from "../inputs/model-input.ts";
import { currentModel, seed, standardDraws } from "../inputs/parameters.ts";
import { usualIndustry, usualOutcome, usualRevenueBand, usualWork } from "../inputs/usual-firm.ts";
import { round2 } from "../model/arithmetic.ts";
import { expectedValue, projectOf } from "../model/project.ts";
import { drawRange } from "../range/range.ts";
import type { EstimateAnswers } from "./estimate-answers.ts";

export interface Estimate {
  manualHours: number;
  hoursPerWeek: number;
  /** USD a year. */
  annualValue: { low: number; expected: number; high: number };
  /** Automations that pay for themselves within a year; with 0 nothing is returned. */
  inScope: number;
}

export function estimate(answers: EstimateAnswers): Estimate {
  const project = projectOf(estimateInput(answers));
  const { hoursSaved, labourUsd } = expectedValue(project);
  const [low, , high] = drawRange(project, standardDraws, seed).range.annualValue;
  return {
    manualHours: round2(answers.people * answers.hours),
    hoursPerWeek: round2(hoursSaved),
    annualValue: { low: low!, expected: round2(labourUsd), high: high! },
    inScope: project.scope.length,
  };
}

/** Builds the model's input from the four answers. The wizard reuses its company and processes. */
export function estimateInput({ people, hours, cost, area }: EstimateAnswers): ModelInput {
  const employees = Math.max(people, Math.ceil((people * hours) / currentModel.countedHoursPerEmployee));
  return {
    company: {
      employees,
      revenueBand: usualRevenueBand(employees),
      industry: usualIndustry,
      focus: area,
      topOutcome: usualOutcome[area],
      hourlyCost: cost,
    },
    stack: [],
    processes: spread({ people, hours, area }),
  };
}

/** Distributes everyone's hours over the usual work of the area, in proportion to a typical firm. */
function spread({ people, hours, area }: Pick<EstimateAnswers, "people" | "hours" | "area">): ModelInput["processes"] {
  const work = usualWork(area);
  const usualHours = work.reduce((sum, one) => sum + one.hours * one.people, 0);
  const maxPeople = Math.max(...work.map((one) => one.people));
  return work.map(({ name, activity, frequency, pain, ...one }) => {
    const doers = Math.max(1, Math.round((people * one.people) / maxPeople));
    const together = (people * hours * one.hours * one.people) / usualHours;
    return { name, area, activity, frequency, pain, people: doers, hours: together / doers };
  });
}
