import type { Automation } from "#app/features/content/automations/automation-schema.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import type { CompanyInput, Process, Tool } from "../inputs/model-input.ts";
import {
  type AreaRelation,
  type Assumptions,
  areaRelation,
  isRegulated,
  mean,
  type ScorePart,
  type ThreePoint,
} from "../inputs/parameters.ts";
import { toMillionths } from "./arithmetic.ts";
import type { CountedProcess } from "./manual-hours.ts";
import { categoryOf } from "./stack.ts";

export interface Choice {
  automation: Automation;
  score: number;
  /** The five parts of the score; they add up to it. */
  points: Record<ScorePart, number>;
  /** Share of the needed tool categories present in the stack, 0 to 1. */
  readiness: number;
  fit: number;
  pain: number;
  /** USD a year. */
  value: number;
  /** Hours per week that could be automated, before adoption and bias. */
  automatableHours: number;
  /** Hours per week taken on, by process. Later choices cannot use them. */
  allocations: Allocation[];
}

export interface Allocation {
  process: number;
  hours: number;
}

/** Step 2: the best five, greedily; each removes its hours before the next is scored. Ties: smaller build, then lower id. */
export function chooseAutomations(
  company: CompanyInput,
  stack: readonly Tool[],
  processes: readonly CountedProcess[],
  assumptions: Assumptions,
): Choice[] {
  const categories = new Set(stack.map(categoryOf));
  const remaining = processes.map((process) => process.weeklyHours);
  const candidates = new Set<Automation>(automations);
  const chosen: Choice[] = [];
  let bestFirstValue: number | null = null;
  while (chosen.length < assumptions.choices) {
    const prospects = [...candidates].map((automation) =>
      prospectOf(automation, company, processes, remaining, assumptions),
    );
    if (bestFirstValue === null) {
      const most = Math.max(...prospects.map((prospect) => prospect.value));
      bestFirstValue = most > 0 ? most : 1;
    }
    const yardstick = bestFirstValue;
    const best = prospects
      .map((prospect) => scored(prospect, yardstick, company, categories, assumptions))
      .reduce((leader, rival) => (isBetter(rival, leader) ? rival : leader));
    for (const { process, hours } of best.allocations) remaining[process]! -= hours;
    candidates.delete(best.automation);
    chosen.push(best);
  }
  return chosen;
}

/** Yearly value in USD of automatable hours per week, with the average shares freed and used. */
export const yearlyValueOf = (automatableHours: number, company: CompanyInput, assumptions: Assumptions) =>
  automatableHours *
  (mean(assumptions.adoption) * mean(assumptions.capture) * mean(assumptions.reportBias)) *
  (company.hourlyCost * assumptions.weeks);

/** Share of a process's hours that an automation takes on. */
export const coverageOf = (
  automation: Automation,
  process: Pick<Process, "activity" | "area">,
  assumptions: Assumptions,
) => (automation.covers[process.activity] ?? 0) * assumptions.area[areaRelation(automation.area, process.area)];

/** The factor on a process's unconfirmed hours; null if they are confirmed. */
export const assumedHoursOf = (process: Pick<Process, "assumed">, assumptions: Assumptions): ThreePoint | null =>
  process.assumed ? assumptions.assumedHours : null;

/** Expected share of the stated hours: 1 if confirmed. */
export function trueHoursShare(process: Pick<Process, "assumed">, assumptions: Assumptions): number {
  const factor = assumedHoursOf(process, assumptions);
  return factor === null ? 1 : mean(factor);
}

export const regulatedShare = (company: CompanyInput, assumptions: Assumptions) =>
  isRegulated(company.industry) ? assumptions.regulated.automatable : 1;

type Prospect = Pick<Choice, "automation" | "value" | "automatableHours" | "pain" | "allocations">;

function prospectOf(
  automation: Automation,
  company: CompanyInput,
  processes: readonly CountedProcess[],
  remaining: readonly number[],
  assumptions: Assumptions,
): Prospect {
  let automatableHours = 0;
  let painHours = 0;
  let totalHours = 0;
  const allocations: Allocation[] = [];
  for (const [index, process] of processes.entries()) {
    const hours = remaining[index]! * coverageOf(automation, process, assumptions);
    if (hours <= 0) continue;
    allocations.push({ process: index, hours });
    automatableHours +=
      hours *
      (mean(assumptions.automatable[process.activity]) *
        assumptions.frequency[process.frequency] *
        regulatedShare(company, assumptions)) *
      trueHoursShare(process, assumptions);
    painHours += hours * process.pain;
    totalHours += hours;
  }
  return {
    automation,
    automatableHours,
    allocations,
    value: yearlyValueOf(automatableHours, company, assumptions),
    pain: totalHours > 0 ? painHours / totalHours : 1,
  };
}

function scored(
  prospect: Prospect,
  bestFirstValue: number,
  company: CompanyInput,
  categories: ReadonlySet<string>,
  assumptions: Assumptions,
): Choice {
  const { automation } = prospect;
  const weight = assumptions.score;
  const readiness = automation.needs.filter((need) => categories.has(need)).length / automation.needs.length;
  const fit = fitOf(automation, company, assumptions);
  const points = {
    value: (weight.value * prospect.value) / bestFirstValue,
    fit: weight.fit * fit,
    pain: (weight.pain * (prospect.pain - 1)) / 4,
    readiness: weight.readiness * readiness,
    ease: weight.ease * (1 - (automation.effort - 1) / 4),
  };
  const score = points.value + points.fit + points.pain + points.readiness + points.ease;
  return { ...prospect, readiness, fit, points, score };
}

function fitOf(automation: Automation, company: CompanyInput, assumptions: Assumptions): number {
  const relation: AreaRelation = areaRelation(automation.area, company.focus);
  const bonus = automation.outcomeTags.includes(company.topOutcome) ? assumptions.fit.outcome : 0;
  return Math.min(1, assumptions.fit[relation] + bonus);
}

function isBetter(rival: Choice, leader: Choice): boolean {
  const lead =
    toMillionths(rival.score) - toMillionths(leader.score) || leader.automation.effort - rival.automation.effort;
  return lead > 0 || (lead === 0 && rival.automation.id < leader.automation.id);
}
