import type { Automation } from "#app/features/content/automations/automation-schema.ts";
import { type Activity, activities, type ToolCategory } from "#app/features/content/automations/automation-terms.ts";
import { formatUsd } from "#app/lib/money.ts";
import type { LaterItem } from "../analysis-shape.ts";
import { bounds } from "../inputs/bounds.ts";
import { activityLabels, focusLabels } from "../inputs/input-labels.ts";
import type { Tool } from "../inputs/model-input.ts";
import { mean } from "../inputs/parameters.ts";
import { formatEstimate, formatHours } from "../wording/figures.ts";
import { round2, sumOf } from "./arithmetic.ts";
import { chooseAutomations, coverageOf, regulatedShare, yearlyValueOf } from "./choice.ts";
import type { CountedProcess } from "./manual-hours.ts";
import { type PricedChoice, priceChoices, rawPrice } from "./price.ts";
import type { Project } from "./project.ts";
import { categoryOf } from "./stack.ts";

/**
 * What would bring a later automation into scope, each on its own: missing tools, more hours, or a higher hourly cost. Reruns
 * the choice of five, since it may differ.
 */
export function scopeGap(project: Project, stack: readonly Tool[], choice: PricedChoice): LaterItem {
  const { company, assumptions, price } = project;
  const { automation } = choice;
  const categories = new Set(stack.map(categoryOf));
  const missingTools = automation.needs.filter((need) => !categories.has(need));
  const neededFor = (rawUsd: number) => (rawUsd * price.sizeFactor * 12) / assumptions.scopeMonths;
  const valueNeeded = neededFor(choice.rawUsd);
  const valueNeededWithTools =
    missingTools.length > 0 ? neededFor(rawPrice(company, automation.effort, 1, assumptions)) : null;
  const completeStack = [...stack, ...missingTools.map((category) => ({ id: category, category, monthlyUsd: 0 }))];
  const hourlyCostNeeded = (company.hourlyCost * valueNeeded) / choice.value;
  const gap = {
    id: automation.id,
    title: automation.title,
    annualValue: round2(choice.value),
    valueNeeded: round2(valueNeeded),
    missingTools,
    valueNeededWithTools: valueNeededWithTools === null ? null : round2(valueNeededWithTools),
    toolsSuffice: missingTools.length > 0 && isInScope(project, completeStack, project.processes, automation),
    moreHours: moreHours(project, stack, choice, valueNeeded),
    hourlyCostNeeded: hourlyCostNeeded <= bounds.hourlyCostUsd.high ? Math.ceil(hourlyCostNeeded) : null,
  };
  return { ...gap, sentence: sentenceOf(gap) };
}

function isInScope(
  { company, assumptions }: Project,
  stack: readonly Tool[],
  processes: readonly CountedProcess[],
  automation: Automation,
): boolean {
  const choices = chooseAutomations(company, stack, processes, assumptions);
  const priced = priceChoices(company, choices, processes, assumptions).choices;
  return priced.some((other) => other.automation === automation && other.inScope);
}

/**
 * Hours per week, in tenths, of daily work in the automation's own area and best activity, done by people not counted
 * so far. Starts at the linear estimate and grows by a fifth until the automation is in scope.
 */
function moreHours(
  project: Project,
  stack: readonly Tool[],
  choice: PricedChoice,
  valueNeeded: number,
): LaterItem["moreHours"] {
  const { company, assumptions, processes } = project;
  const { area } = choice.automation;
  const best = activities
    .map((activity) => ({ activity, usdPerHour: usdPerFurtherHour(project, choice, activity) }))
    .reduce((leader, rival) => (rival.usdPerHour > leader.usdPerHour ? rival : leader));
  const room =
    assumptions.countedHoursPerEmployee * company.employees - sumOf(processes, (process) => process.weeklyHours);
  const estimate = (valueNeeded - choice.value) / best.usdPerHour;
  for (let hours = upToTenth(estimate); hours <= room; hours = upToTenth(hours * 1.2)) {
    const people = Math.ceil(hours / fullWeekHours);
    const further: CountedProcess = {
      name: choice.automation.title,
      area,
      activity: best.activity,
      hours: hours / people,
      people,
      frequency: "daily",
      pain: 3,
      weeklyHours: hours,
    };
    if (isInScope(project, stack, [...processes, further], choice.automation)) {
      return { hoursPerWeek: hours, activity: best.activity, area };
    }
  }
  return null;
}

const fullWeekHours = 40;

const upToTenth = (hours: number) => Math.max(0.1, Math.ceil(hours * 10 - 1e-9) / 10);

function usdPerFurtherHour(project: Project, choice: PricedChoice, activity: Activity): number {
  const { company, assumptions, price } = project;
  const process = { activity, area: choice.automation.area };
  const earlier = price.choices.slice(0, price.choices.indexOf(choice));
  const left = earlier.reduce((share, other) => share * (1 - coverageOf(other.automation, process, assumptions)), 1);
  const automatable =
    left *
    coverageOf(choice.automation, process, assumptions) *
    mean(assumptions.automatable[activity]) *
    regulatedShare(company, assumptions);
  return yearlyValueOf(automatable, company, assumptions);
}

function sentenceOf(gap: Omit<LaterItem, "sentence">): string {
  const standing =
    gap.annualValue > 0
      ? `Worth ${formatEstimate(gap.annualValue)} a year at your hours; it comes into scope at ${formatEstimate(gap.valueNeeded)}.`
      : `It covers none of your manual hours yet; it comes into scope at ${formatEstimate(gap.valueNeeded)} of value a year.`;
  return `${standing} ${wayIn(gap)}`;
}

function wayIn(gap: Omit<LaterItem, "sentence">): string {
  if (gap.toolsSuffice) {
    return `With ${toolList(gap.missingTools)} in place it would be in scope at your hours.`;
  }
  if (gap.moreHours !== null) {
    const { hoursPerWeek, activity, area } = gap.moreHours;
    return `About ${formatHours(hoursPerWeek)} more of this work would be enough: ${activityLabels[activity].toLowerCase()}, daily, in ${focusLabels[area]}.`;
  }
  if (gap.hourlyCostNeeded !== null) {
    return `It would take more hours than the model counts for a company of your size, or a cost of ${formatUsd(gap.hourlyCostNeeded)} per hour.`;
  }
  return "That would take more hours than the model counts for a company of your size.";
}

function toolList(categories: readonly ToolCategory[]): string {
  const names = categories.map((category) => toolLabels[category]);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join();
}

const toolLabels: Readonly<Record<ToolCategory, string>> = {
  crm: "a CRM",
  forms: "a form tool",
  enrichment: "an enrichment tool",
  chat: "a team chat",
  documents: "a document tool",
  calendar: "a booking calendar",
  bi: "a reporting tool",
  email: "an email tool",
  billing: "a billing tool",
  ads: "an ad account",
  cms: "a content system",
  social: "a social publishing tool",
  support: "a support desk",
  survey: "a survey tool",
};
