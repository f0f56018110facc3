import { formatNumber } from "#app/lib/numbers.ts";
import type { Analysis, Flag, Recommendation, Way } from "../analysis-shape.ts";
import { models, standardDraws } from "../inputs/parameters.ts";
import { barsToMeasure } from "./bar-labels.ts";
import { formatEstimate, formatShare } from "./figures.ts";

/** The recommendation of an analysis. `hours-needed`: all of its hours are assumed, so there is no verdict yet. */
export interface Advice {
  kind: Recommendation | "hours-needed";
  title: string;
  reason: string;
  /** For `not-clear`: what to measure for two weeks, the most informative first. */
  measure: readonly string[];
}

export type Advised = Pick<
  Analysis,
  | "recommendation"
  | "base"
  | "projectOnly"
  | "range"
  | "projectRange"
  | "flags"
  | "modelVersion"
  | "tornado"
  | "working"
>;

/** In display order. */
export const ways = ["project", "project+retainer"] as const satisfies readonly Way[];

export const wayNames: Readonly<Record<Way, string>> = {
  project: "the project alone",
  "project+retainer": "the project with the retainer",
};

/** Whether a way is recommended; pages offer to build only then. */
export const isToBuild = (kind: Advice["kind"]): kind is Way => kind === "project" || kind === "project+retainer";

type Titled = Pick<Analysis, "recommendation" | "flags" | "modelVersion" | "working">;

function kindOf(analysis: Titled): Advice["kind"] {
  if (analysis.flags.includes("nothing_in_scope")) return "starter-kit";
  return analysis.modelVersion !== "1.0" && isAllAssumed(analysis) ? "hours-needed" : analysis.recommendation;
}

export function adviceTitle(analysis: Titled): string {
  const isBySign = analysis.modelVersion === "1.0" && !analysis.flags.includes("nothing_in_scope");
  return (isBySign ? titlesOf10 : adviceTitles)[kindOf(analysis)];
}

export function adviceOf(analysis: Advised): Advice {
  const kind = kindOf(analysis);
  const measure = kind === "not-clear" ? barsToMeasure(analysis) : [];
  return { kind, title: adviceTitle(analysis), reason: reasonOf(analysis, kind, measure), measure };
}

function reasonOf(analysis: Advised, kind: Advice["kind"], measure: readonly string[]): string {
  if (analysis.flags.includes("nothing_in_scope")) return withoutProject(analysis.flags);
  if (analysis.modelVersion === "1.0") return bySign(analysis);
  switch (kind) {
    case "project":
    case "project+retainer":
      return build(analysis, kind);
    case "not-clear":
      return notClear(analysis, measure);
    case "hours-needed":
      return "Every hour in this analysis is a typical value of ours. Enter the real hours of at least one process for a verdict.";
    case "starter-kit":
      return `${oddsOfBoth(analysis)}; we recommend a project from ${formatShare(advice.clear)}. ${kit}`;
  }
}

export const adviceTitles: Readonly<Record<Advice["kind"], string>> = {
  "project+retainer": "Build it, with the retainer",
  project: "Build it, without the retainer",
  "not-clear": "Not clear yet: measure for two weeks",
  "starter-kit": "Not worth automating yet",
  "hours-needed": "No verdict yet: we need real hours",
};

const titlesOf10: Readonly<Record<Advice["kind"], string>> = {
  ...adviceTitles,
  "project+retainer": "Model 1.0: project with the retainer",
  project: "Model 1.0: project without the retainer",
  "starter-kit": "Model 1.0: not worth automating yet",
};

/** `75% of the runs`; a share that would round to 0 or 100 % is printed as a count: `9,974 of the 10,000 runs`. */
export function drawsText(share: number): string {
  const count = Math.round(share * standardDraws);
  if (count === standardDraws) return "all of the runs";
  if (count === 0) return "none of the runs";
  const text = thresholdText(share);
  return text === "100%" || text === "0%" ? `${formatNumber(count)} of the 10,000 runs` : `${text} of the runs`;
}

const { advice } = models["1.1"] as { advice: { clear: number; open: number } };

/** Keeps a decimal for a share just below a threshold, so that it is never printed as the threshold. */
function thresholdText(share: number): string {
  const isNear = [advice.clear, advice.open].some(
    (limit) => share < limit && formatShare(share) === formatShare(limit),
  );
  return isNear ? `${(Math.floor(share * 1000) / 10).toFixed(1)}%` : formatShare(share);
}

const rangeOf = (analysis: Advised, way: Way) => (way === "project" ? analysis.projectRange : analysis.range);
const oddsOf = (analysis: Advised, way: Way) => rangeOf(analysis, way).probPositiveY1;
const medianOf = (analysis: Advised, way: Way) => rangeOf(analysis, way).npv3[1] ?? 0;
const otherWay = (way: Way): Way => (way === "project" ? "project+retainer" : "project");
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function build(analysis: Advised, way: Way): string {
  const other = otherWay(way);
  const own = `${capitalized(wayNames[way])} ends the first year above zero in ${drawsText(oddsOf(analysis, way))} and has a median three-year value of ${formatEstimate(medianOf(analysis, way))}`;
  return `${own}; ${way === "project" ? "with the retainer" : "without the retainer"} it is ${drawsText(oddsOf(analysis, other))} and ${formatEstimate(medianOf(analysis, other))}.`;
}

function notClear(analysis: Advised, measure: readonly string[]): string {
  const likely = ways.find((way) => oddsOf(analysis, way) >= advice.clear);
  const reason = likely
    ? `${capitalized(wayNames[likely])} ends the first year above zero in ${drawsText(oddsOf(analysis, likely))}, but its median three-year value is ${formatEstimate(medianOf(analysis, likely))}.`
    : `${oddsOfBoth(analysis)}; our threshold is ${formatShare(advice.clear)}.`;
  return `${reason} Measure ${listed(measure)} for two weeks, then calculate again.`;
}

const oddsOfBoth = (analysis: Advised) =>
  `The project alone ends the first year above zero in ${drawsText(oddsOf(analysis, "project"))}, with the retainer in ${drawsText(oddsOf(analysis, "project+retainer"))}`;

/** Model 1.0 decided by the expected first year alone; its odds are printed next to the recommendation. */
const bySign = ({ base, projectOnly }: Advised) =>
  `Model 1.0 decided by the expected first year alone: ${formatEstimate(base.netY1)} with the retainer, ${formatEstimate(projectOnly.netY1)} without. Model 1.1 also weighs the odds: calculate again for its advice.`;

const kit = "The free starter kit lets you try one automation yourself at no cost.";

const withoutProject = (flags: readonly Flag[]) =>
  flags.includes("no_hours")
    ? `There are no manual hours to save in this analysis. ${kit}`
    : `None of the five best automations would earn back its price within 12 months at your hours. ${kit}`;

const isAllAssumed = ({ working }: Pick<Analysis, "working">) => {
  const counted = working.processes.filter(({ manualHours }) => manualHours > 0);
  return counted.length > 0 && counted.every(({ assumed }) => assumed === true);
};

const listed = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
