import type { Flag } from "../analysis-shape.ts";
import type { CompanyInput, ModelInput } from "../inputs/model-input.ts";
import { type Assumptions, assumptionsWith, type ModelVersion, mean, type ThreePoint } from "../inputs/parameters.ts";
import { sumOf } from "./arithmetic.ts";
import { chooseAutomations, regulatedShare, trueHoursShare } from "./choice.ts";
import { type CountedProcess, countHours } from "./manual-hours.ts";
import { type PricedChoice, type ProjectPrice, priceChoices } from "./price.ts";
import { type StackSpend, stackSpend } from "./stack.ts";

export interface Project {
  company: CompanyInput;
  assumptions: Assumptions;
  processes: CountedProcess[];
  flags: Flag[];
  spend: StackSpend;
  price: ProjectPrice;
  scope: PricedChoice[];
  /** Hours per week taken on by the automations in scope, by process. */
  addressed: number[];
  buildMonths: number;
  /** The company's own hours for workshops and tests, in USD. */
  internalUsd: number;
  /** The company's own upkeep a month without the retainer, USD. */
  upkeepUsd: number;
  /** Cost of one hour a week for a year, USD. */
  yearlyHourUsd: number;
}

/** Steps 1 to 3 of the model: counted hours, chosen automations and their price. */
export function projectOf(input: ModelInput, version?: ModelVersion): Project {
  const { company } = input;
  const assumptions = assumptionsWith(input.assumptions, version);
  const { processes, flags } = countHours(company, input.processes, assumptions);
  const choices = chooseAutomations(company, input.stack, processes, assumptions);
  const price = priceChoices(company, choices, processes, assumptions);
  const scope = price.choices.filter((choice) => choice.inScope);
  const effort = sumOf(scope, (choice) => choice.automation.effort);
  return {
    company,
    assumptions,
    processes,
    flags,
    spend: stackSpend(input.stack, assumptions),
    price,
    scope,
    addressed: addressedHours(scope, processes.length),
    buildMonths: Math.max(
      1,
      Math.min(assumptions.buildMonthsMost, Math.ceil(effort / assumptions.effortPerBuildMonth)),
    ),
    internalUsd: assumptions.internalHoursPerEffort * effort * company.hourlyCost,
    upkeepUsd: assumptions.upkeepHoursPerEffort * effort * company.hourlyCost,
    yearlyHourUsd: company.hourlyCost * assumptions.weeks,
  };
}

/** Automatable hours per week among those addressed; `shareOf` picks one value of each activity's share. */
export const automatableHours = (project: Project, shareOf: (share: ThreePoint) => number = mean) =>
  sumOf(project.processes.keys(), (index) => automatableHoursAt(project, index, shareOf));

/** Like `automatableHours`, for the process at `index`. */
export function automatableHoursAt(project: Project, index: number, shareOf: (share: ThreePoint) => number = mean) {
  const process = project.processes[index]!;
  return (
    project.addressed[index]! *
    trueHoursShare(process, project.assumptions) *
    shareOf(project.assumptions.automatable[process.activity]) *
    project.assumptions.frequency[process.frequency] *
    regulatedShare(project.company, project.assumptions)
  );
}

/** Step 4 of the model: hours returned per week, and the yearly value in USD of these hours and of the overlapping tools. */
export function expectedValue(project: Project) {
  const { assumptions, spend } = project;
  const hoursSaved = automatableHours(project) * mean(assumptions.adoption) * mean(assumptions.reportBias);
  return {
    hoursSaved,
    labourUsd: hoursSaved * mean(assumptions.capture) * project.yearlyHourUsd,
    stackUsd: 12 * spend.overlapUsd * mean(assumptions.stackSaving),
  };
}

function addressedHours(scope: readonly PricedChoice[], processCount: number): number[] {
  const hours = new Array<number>(processCount).fill(0);
  for (const choice of scope)
    for (const allocation of choice.allocations) hours[allocation.process]! += allocation.hours;
  return hours;
}
