import { findAutomation } from "#app/features/content/automations.ts";
import type { Analysis, Opportunity } from "#app/features/roi/analysis-shape.ts";
import { formatMonths, formatUsd } from "#app/features/roi/figures.ts";
import { focusWords } from "#app/features/roi/input-words.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import type { ScorePart } from "#app/features/roi/parameters.ts";
import { categoryInSentence } from "#app/features/wizard/tool-words.ts";
import { barsInSentence } from "../charts/tornado-geometry.ts";
import { oneDecimal } from "../exact-figures.ts";
import { oddsWords } from "../odds-words.ts";

/**
 * The analysis in sentences: where the hours go, what to build first and why, what it costs against what it brings, and what
 * to check before believing it. Written from the figures alone, so that it follows every change of them.
 */
export function builtInNarrative(inputs: ModelInput, result: Analysis): string[] {
  const paragraphs =
    result.manualHoursPerWeek === 0
      ? [noHours(result)]
      : result.implementationCost === 0
        ? [hoursToday(inputs, result), notYet(inputs, result), whatPaysInstead(result)]
        : [hoursToday(inputs, result), firstBuilds(inputs, result), money(result), doubts(inputs, result)];
  return paragraphs.filter((paragraph) => paragraph !== "");
}

function noHours(result: Analysis): string {
  const overlap =
    result.overlapMonthly > 0
      ? ` What can be said already: ${usd(result.overlapMonthly)} a month go to tools that do the same work.`
      : "";
  return `Nothing is entered that people do by hand, so there is nothing to give back. Add the processes that repeat every week, with the hours they take, and the picture changes.${overlap}`;
}

function hoursToday({ company }: ModelInput, result: Analysis): string {
  const processes = result.working.processes
    .filter((process) => process.manualHours > 0)
    .sort((one, other) => other.manualHours - one.manualHours);
  const [first, second] = processes;
  if (!first) return "";
  const perPerson = result.manualHoursPerWeek / company.employees;
  const opening = `${people(company.employees)} spend ${hours(result.manualHoursPerWeek)} on the work you named.`;
  const share = first.manualHours / result.manualHoursPerWeek;
  const where =
    processes.length === 1
      ? `All of it is ${quoted(first.name)}.`
      : share >= 0.4
        ? `${quoted(first.name)} alone takes ${hours(first.manualHours)} of it.`
        : `${quoted(first.name)} (${hours(first.manualHours)}) and ${quoted(second!.name)} (${hours(second!.manualHours)}) lead the list${processes.length > 2 ? "; the rest is spread over the others" : ""}.`;
  const weight =
    perPerson >= 6
      ? " That is a great deal for a firm of this size, so the hours deserve a second look before anything else does."
      : perPerson < 0.5 && company.employees > 20
        ? " For a firm of this size that is little: either the work is well in hand, or more of it has not been named yet."
        : "";
  return `${opening} ${where}${weight}`;
}

function firstBuilds({ company }: ModelInput, result: Analysis): string {
  const scope = result.opportunities.filter(({ inScope }) => inScope);
  const [first, second] = scope;
  if (!first) return "";
  const parts = result.working.opportunities.find(({ id }) => id === first.id);
  const opening = result.recommendation === "starter-kit" ? "First in line would be" : "Start with";
  const best = `${opening} ${nameOf(first)}. It gives back ${hours(first.hoursSaved)} and is worth ${usd(first.annualValue)} a year; ${parts ? reasonOf(parts.points) : "it scores best"}.`;
  const next =
    second &&
    (second.annualValue >= first.annualValue * 0.6
      ? ` ${nameOf(second)} is close behind with ${usd(second.annualValue)} a year.`
      : ` Then the steps get smaller: ${nameOf(second)} adds ${usd(second.annualValue)} a year.`);
  const inFocus = scope.filter(({ id }) => findAutomation(id)?.area === company.focus).length;
  const focus =
    company.focus === "operations"
      ? " Operations has no automation of its own in the grid; its neighbours serve it."
      : inFocus === scope.length && scope.length > 1
        ? ` All of it lies in ${focusWords[company.focus]}, where you want to move first.`
        : inFocus === 0
          ? ` None of it lies in ${focusWords[company.focus]}: the hours you named are elsewhere, and the model follows the hours.`
          : "";
  const later = result.opportunities.length - scope.length;
  const rest =
    later > 0
      ? ` ${later === 1 ? "One of the five candidates does" : `${capitalised(inWords(later))} of the five candidates do`} not earn back a price within twelve months, so the price leaves ${later === 1 ? "it" : "them"} out.`
      : "";
  return `${best}${next ?? ""}${focus}${rest}`;
}

function money(result: Analysis): string {
  const { base, projectOnly, range } = result;
  const [low, , high] = range.annualValue;
  const value = `At run rate that is worth ${usd(result.annualValue)} a year${low !== null && high !== null ? `, with ${usd(low)} and ${usd(high)} as the careful and the bright reading` : ""}, against a project price of ${usd(result.implementationCost)}.`;
  const odds = `${oddsWords(range.probPositiveY1).above.toLowerCase()} of the 10,000 draws`;
  switch (result.recommendation) {
    case "project+retainer":
      return `${value} With the retainer the money is back in ${formatMonths(base.payback)}, without it in ${formatMonths(projectOnly.payback)}; ${odds} end the first year above zero, the retainer included.${range.probPositiveY1 < 0.75 ? " That is likely, and it is not certain: agree on what would count as success before the build starts." : ""}`;
    case "project":
      return `${value} The project alone is back in ${formatMonths(projectOnly.payback)}. The retainer would turn the first year into a loss of ${usd(-base.netY1)}, so we would leave it out until there is more for it to look after.`;
    case "starter-kit":
      return `${value} Over the first year it does not come out ahead: ${usd(Math.abs(projectOnly.netY1))} short even without the retainer. That can be right for a firm that expects to grow into it, and it is not what we recommend today.`;
  }
}

function doubts({ company }: ModelInput, result: Analysis): string {
  const [widest] = result.tornado;
  const largest = [...result.working.processes].sort((one, other) => other.savedHours - one.savedHours)[0];
  const moves =
    widest &&
    `What moves the first year most is ${barsInSentence[widest.name] ?? widest.name}: between ${usd(widest.low)} and ${usd(widest.high)}.`;
  const measure =
    largest && largest.savedHours > 0
      ? ` Before you rely on any of this, have the people in ${quoted(largest.name)} note their hours for a week; ${hours(largest.savedHours)} of the saving rest on that one answer.`
      : "";
  const overlap =
    result.annualStackSavings > result.annualValue * 0.15
      ? ` A good part does not come from hours at all: ${usd(result.annualStackSavings)} a year from overlapping ${kinds(result.overlapCategories)}.`
      : "";
  const regulated =
    company.industry === "Healthcare" || company.industry === "Finance"
      ? ` Because of the rules in ${company.industry.toLowerCase()} the model expects less to be automated and a dearer build.`
      : "";
  return `${moves ?? ""}${measure}${overlap}${regulated}`.trim();
}

function notYet(_: ModelInput, result: Analysis): string {
  const best = result.opportunities[0];
  const later = result.plan.later[0];
  if (!best || best.annualValue === 0)
    return "None of the eighteen automations takes on work of the kind you named: it needs people, judgement or conversation. A project would automate the wrong thing, so we do not offer one.";
  const gap = later ? ` It would be worth building from ${usd(later.valueNeeded)} a year.` : "";
  return `The best candidate, ${nameOf(best)}, would give back ${hours(best.hoursSaved)}, worth ${usd(best.annualValue)} a year.${gap} Until then a built project would cost more than it returns, and we would rather say so than sell it.`;
}

function whatPaysInstead(result: Analysis): string {
  const template = result.opportunities
    .map(({ id }) => findAutomation(id))
    .find((automation) => automation?.kitTemplate);
  const overlap =
    result.overlapMonthly > 0
      ? ` There is one thing to do this month: ${usd(result.overlapMonthly)} a month go to tools that do the same work (${kinds(result.overlapCategories)}).`
      : "";
  return `What makes sense now costs nothing: take the starter kit${template ? `, in which the template ${quoted(template.kitTemplate!)} is a do-it-yourself version of ${template.title}` : ""}, try it on one process, and come back when the work has grown.${overlap}`;
}

const reasons: Readonly<Record<ScorePart, string>> = {
  value: "no other takes on as much of your work",
  fit: "it lies where you want to move first",
  pain: "it takes away what hurts most",
  readiness: "the tools it needs are already there",
  ease: "it is a small build",
};

const fullPoints: Readonly<Record<ScorePart, number>> = { value: 45, fit: 20, pain: 15, readiness: 10, ease: 10 };

/** The two parts of the score that come closest to their most, as reasons. */
function reasonOf(points: Readonly<Record<ScorePart, number>>): string {
  const ranked = (Object.keys(reasons) as ScorePart[])
    .map((part) => ({ part, share: points[part] / fullPoints[part] }))
    .sort((one, other) => other.share - one.share);
  return `${reasons[ranked[0]!.part]}, and ${reasons[ranked[1]!.part]}`;
}

/** In sentences hours have words for a unit, and money no cents. */
const hours = (perWeek: number) => `${oneDecimal(perWeek)} hours a week`;
const usd = (amount: number) => formatUsd(Math.round(amount));
const nameOf = ({ id }: Pick<Opportunity, "id">) => `${findAutomation(id)?.title ?? id} (${id})`;
const quoted = (name: string) => `“${name}”`;
const people = (count: number) => (count === 1 ? "One person" : `${count.toLocaleString("en-US")} people`);
const inWords = (count: number) => ["none", "one", "two", "three", "four", "five"][count] ?? String(count);
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const kinds = (categories: readonly string[]) =>
  list([...categories.slice(0, 3).map(categoryInSentence), ...(categories.length > 3 ? ["others"] : [])]);
const list = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
