import type { Analysis, BaseAnalysis, CashFlow, Percentiles, Way, WayRange } from "#app/features/roi/analysis-shape.ts";
import { adviceOf, drawsText, isToBuild, ways } from "#app/features/roi/wording/advice.ts";
import { formatEstimate, formatMonthCount, formatReturn } from "#app/features/roi/wording/figures.ts";

export const wayLabels: Readonly<Record<Way, string>> = {
  project: "Project alone",
  "project+retainer": "With the retainer",
};

export const wayFlow = ({ base, projectOnly }: Pick<Analysis, "base" | "projectOnly">, way: Way): CashFlow =>
  way === "project" ? projectOnly : base;

export const wayRange = ({ range, projectRange }: Pick<Analysis, "range" | "projectRange">, way: Way): WayRange =>
  way === "project" ? projectRange : range;

export const otherWay = (way: Way): Way => (way === "project" ? "project+retainer" : "project");

/** Returns the way to show first: the advised one, otherwise the one with the higher median three-year value. */
export function leadingWay(result: Analysis): Way {
  const { kind } = adviceOf(result);
  return isToBuild(kind) ? kind : result.tornadoOf;
}

export interface WayRow {
  name: string;
  figures: Record<Way, string>;
}

export function wayRows(result: Analysis): WayRow[] {
  const row = (name: string, figure: (flow: CashFlow, range: WayRange, way: Way) => string): WayRow => ({
    name,
    figures: Object.fromEntries(
      ways.map((way) => [way, figure(wayFlow(result, way), wayRange(result, way), way)]),
    ) as WayRow["figures"],
  });

  return [
    row("First year above zero", (_, range) => drawsText(range.probPositiveY1)),
    row("First-year net, expected", (flow) => formatEstimate(flow.netY1)),
    row("First-year net, median", (_, range) => formatEstimate(range.netY1[1])),
    row("First-year net, eight of ten runs", (_, range) => between(range.netY1, formatEstimate)),
    row("First-year return, expected", (flow, _, way) => formatReturn(flow.roiY1, way, result.flags)),
    row("Payback in months, expected", (flow) => formatMonthCount(flow.payback)),
    row("Payback in months, median", (_, range) => formatMonthCount(range.payback[1])),
    row("Three-year value, discounted, expected", (flow) => formatEstimate(flow.npv3)),
    row("Three-year value, discounted, median", (_, range) => formatEstimate(range.npv3[1])),
    row("Three-year value, discounted, eight of ten runs", (_, range) => between(range.npv3, formatEstimate)),
    row("Three-year return, expected", (flow, _, way) => formatReturn(flow.roi3, way, result.flags)),
  ];
}

const decisive = new Set([
  "First year above zero",
  "First-year net, expected",
  "First-year return, expected",
  "Payback in months, expected",
  "Three-year value, discounted, median",
]);

export function splitWayRows(result: Analysis): { first: WayRow[]; rest: WayRow[] } {
  const rows = wayRows(result);
  return {
    first: rows.filter(({ name }) => decisive.has(name)),
    rest: rows.filter(({ name }) => !decisive.has(name)),
  };
}

export const costRows = (result: BaseAnalysis, retainerUsd: number): WayRow[] => [
  {
    name: "First-year benefit",
    figures: {
      project: formatEstimate(result.projectOnly.benefitY1),
      "project+retainer": formatEstimate(result.base.benefitY1),
    },
  },
  {
    name: "First-year cost",
    figures: {
      project: formatEstimate(result.projectOnly.costY1),
      "project+retainer": formatEstimate(result.base.costY1),
    },
  },
  {
    name: "Upkeep a month",
    figures: {
      project: `${formatEstimate(result.ownUpkeepMonthly)} of your own hours`,
      "project+retainer": `${formatEstimate(retainerUsd)} retainer`,
    },
  },
];

const between = ([low, , high]: Percentiles, format: (value: number | null) => string) =>
  `${format(low)} to ${format(high)}`;
