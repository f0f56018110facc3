import { findAutomation } from "#app/features/content/automations/automations.ts";
import { categoryInSentence } from "#app/features/content/tools/tool-labels.ts";
import type { Analysis, Opportunity } from "#app/features/roi/analysis-shape.ts";
import { focusLabels } from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { isRegulated } from "#app/features/roi/inputs/parameters.ts";
import { adviceOf, isToBuild, wayNames } from "#app/features/roi/wording/advice.ts";
import { barInSentence } from "#app/features/roi/wording/bar-labels.ts";
import { formatDecimal, formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { firstReasons } from "./first-reasons.ts";

/** Returns the kit's template for the best candidate that saves this company hours; null if none fits. */
function fittingTemplate({ opportunities }: Pick<Analysis, "opportunities">): {
  name: string;
  title: string;
} | null {
  for (const { id, hoursSaved } of opportunities) {
    const automation = hoursSaved > 0 ? findAutomation(id) : undefined;
    if (automation?.kitTemplate) return { name: automation.kitTemplate, title: automation.title };
  }
  return null;
}

/** The built-in summary, based only on the figures. A new sentence needs a claim in narrative-claims.test.ts. */
export function builtInNarrative(inputs: ModelInput, result: Analysis): string[] {
  const paragraphs =
    result.manualHoursPerWeek === 0
      ? [noHours(result)]
      : result.implementationCost === 0
        ? [hoursToday(inputs, result), notYet(result), alternatives(result)]
        : [hoursToday(inputs, result), firstBuilds(inputs, result), money(result), doubts(inputs, result)];
  return paragraphs.map((sentences) => sentences.filter(Boolean).join(" ")).filter(Boolean);
}

type Sentences = (string | false | undefined)[];

const noHours = (result: Analysis): Sentences => [
  "No manual hours are entered, so there is nothing to save.",
  "Add the processes that repeat every week, with the hours they take.",
  result.overlapMonthly > 0 && `You pay ${formatUsd(result.overlapMonthly)} a month for duplicate tools.`,
];

function hoursToday({ company }: ModelInput, result: Analysis): Sentences {
  const processes = result.working.processes
    .filter((process) => process.manualHours > 0)
    .sort((one, other) => other.manualHours - one.manualHours);
  const [first, second] = processes;
  if (!first) return [];
  const perPerson = result.manualHoursPerWeek / company.employees;
  const assumed = processes.filter((process) => process.assumed).length;
  const where =
    processes.length === 1
      ? `All of it is ${quoted(first.name)}.`
      : first.manualHours / result.manualHoursPerWeek >= 0.4
        ? `${quoted(first.name)} alone takes ${hours(first.manualHours)} of it.`
        : `${quoted(first.name)} (${hours(first.manualHours)}) and ${quoted(second!.name)} (${hours(second!.manualHours)}) lead the list.`;
  return [
    `${people(company.employees)} ${company.employees === 1 ? "spends" : "spend"} ${hours(result.manualHoursPerWeek)} on the work you listed.`,
    where,
    perPerson >= 6 && `That is ${formatDecimal(perPerson)} hours per person, so check the hours first.`,
    perPerson < 0.5 &&
      company.employees > 20 &&
      "That is under 30 minutes per person: you may not have listed all of this work yet.",
    assumed > 0 &&
      (assumed === processes.length
        ? "All of these hours are typical values that no one has confirmed."
        : `The hours of ${assumed} of ${processes.length} processes are typical values that no one has confirmed.`),
  ];
}

function firstBuilds({ company }: ModelInput, result: Analysis): Sentences {
  const scope = result.opportunities.filter(({ inScope }) => inScope);
  const [first, second] = scope;
  if (!first) return [];
  const isAdvised = result.modelVersion !== "1.0" && isToBuild(adviceOf(result).kind);
  const inFocus = scope.filter(({ id }) => findAutomation(id)?.area === company.focus).length;
  const later = result.opportunities.length - scope.length;
  return [
    `${isAdvised ? "Start with" : "The first candidate would be"} ${nameOf(first)}.`,
    `It saves ${hours(first.hoursSaved)} and is worth ${formatEstimate(first.annualValue)} a year; ${firstReasons(first, result, company.focus)}.`,
    second && `${nameOf(second)} follows with ${formatEstimate(second.annualValue)} a year.`,
    company.focus === "operations"
      ? "The grid has no automations just for operations; those of neighboring areas cover it."
      : inFocus === scope.length && scope.length > 1
        ? `All of them are in ${focusLabels[company.focus]}, your focus area.`
        : inFocus === 0 && `None of them is in ${focusLabels[company.focus]}: the hours you listed are elsewhere.`,
    later > 0 &&
      (later === 1
        ? "One of the five candidates does not earn back its price within twelve months, so it is left out."
        : `${capitalized(inWords(later))} of the five candidates do not earn back their price within twelve months, so they are left out.`),
  ];
}

function money(result: Analysis): Sentences {
  const { base, projectOnly, range, ownUpkeepMonthly } = result;
  const [low, , high] = range.annualValue;
  const kind = adviceOf(result).kind;
  return [
    `At run rate that is worth ${formatEstimate(result.annualValue)} a year, between ${formatEstimate(low)} and ${formatEstimate(high)} in eight of ten runs, against a project price of ${formatEstimate(result.implementationCost)}.`,
    `${paybackOf("The project alone", projectOnly.payback)}; ${paybackOf("with the retainer it", base.payback)}.`,
    `The expected first year ends at ${formatEstimate(projectOnly.netY1)} without the retainer and at ${formatEstimate(base.netY1)} with it.`,
    ownUpkeepMonthly > 0 &&
      `Without the retainer your team's own upkeep costs about ${formatEstimate(ownUpkeepMonthly)} a month, and the benefit falls by 1% a month.`,
    kind === "starter-kit" &&
      result.modelVersion !== "1.0" &&
      "That is not enough for us to recommend a project today.",
    kind === "hours-needed" && "We give a verdict once at least one process has real hours.",
  ];
}

const paybackOf = (what: string, months: number | null) =>
  months === null ? `${what} does not pay back within 36 months` : `${what} pays back in ${formatMonths(months)}`;

function doubts({ company }: ModelInput, result: Analysis): Sentences {
  const [widest] = result.tornado;
  const largest = [...result.working.processes].sort((one, other) => other.savedHours - one.savedHours)[0];
  return [
    widest &&
      widest.low !== widest.high &&
      `The first year of ${wayNames[result.tornadoOf]} depends most on ${barInSentence(widest.name)}: between ${formatEstimate(widest.low)} and ${formatEstimate(widest.high)}.`,
    largest &&
      largest.savedHours > 0 &&
      `Before you rely on this, have the people in ${quoted(largest.name)} log their hours for two weeks: ${hours(largest.savedHours)} of the saving depend on that answer.`,
    result.annualStackSavings > result.annualValue * 0.15 &&
      `${formatEstimate(result.annualStackSavings)} a year of the value comes from overlapping tools (${kinds(result.overlapCategories)}).`,
    isRegulated(company.industry) &&
      `Because ${company.industry.toLowerCase()} is regulated, the model expects less automation and a higher price.`,
  ];
}

function notYet(result: Analysis): Sentences {
  const best = result.opportunities[0];
  const later = result.plan.later[0];
  if (!best || best.annualValue === 0) {
    const isTakenOn = result.working.opportunities.some(({ allocations }) => allocations.length > 0);
    return [
      isTakenOn
        ? "With these assumptions none of the automations is worth anything yet, so we do not offer a project."
        : "None of the automations covers the kind of work you listed, so we do not offer a project.",
    ];
  }
  return [
    `The best candidate, ${nameOf(best)}, would save ${hours(best.hoursSaved)}, worth ${formatEstimate(best.annualValue)} a year.`,
    later && `It would be in scope from ${formatEstimate(later.valueNeeded)} a year.`,
    "Until then it costs more than it returns in a year, so we do not offer a project.",
  ];
}

function alternatives(result: Analysis): Sentences {
  const template = fittingTemplate(result);
  return [
    template
      ? `The free starter kit costs nothing: its template ${quoted(template.name)} is a do-it-yourself version of ${template.title}.`
      : "The free starter kit costs nothing and lets you try one automation on one process.",
    comeBack(result),
    result.overlapMonthly > 0 &&
      `One saving takes no project: you pay ${formatUsd(result.overlapMonthly)} a month for duplicate tools (${kinds(result.overlapCategories)}).`,
  ];
}

function comeBack({ plan }: Analysis): string {
  const [first] = plan.later;
  if (first?.moreHours)
    return `Come back when you have about ${hours(first.moreHours.hoursPerWeek)} more of this work.`;
  return "Come back when you have more of this work.";
}

const hours = (perWeek: number) =>
  `${perWeek > 0 && perWeek < 0.05 ? "under 0.1" : formatDecimal(perWeek)} hours a week`;
const nameOf = ({ id }: Pick<Opportunity, "id">) => `${findAutomation(id)?.title ?? id} (${id})`;
const quoted = (name: string) => `“${beforeFigures(name)}”`;
const people = (count: number) => (count === 1 ? "One person" : `${formatNumber(count)} people`);
const inWords = (count: number) => ["none", "one", "two", "three", "four", "five"][count] ?? String(count);
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const kinds = (categories: readonly string[]) =>
  list([...categories.slice(0, 3).map(categoryInSentence), ...(categories.length > 3 ? ["others"] : [])]);
const list = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
