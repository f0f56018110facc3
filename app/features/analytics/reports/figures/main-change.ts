import { formatNumber } from "#app/lib/numbers.ts";
import type { ListRow } from "../lists/list-columns.ts";
import { valueLabel } from "../lists/lists.ts";
import { changeOf, figureOf, type Metric, type Totals } from "./metrics.ts";

/** The rows of the list of sources in both periods. */
type Sources = { current: readonly ListRow[]; compared: readonly ListRow[] };

/** The change to report first; `metric` is null if no change exceeds random variation. */
export type MainChange = { metric: Metric | null; text: string };

/** Changes below this many standard errors count as random variation. */
const minDeviations = 2;
/** With fewer visits in one of the periods, rates and averages are not meaningful. */
const minVisits = 10;

/**
 * Describes the figure that changed most since the compared period in a sentence with both values. Figures are ranked by how many
 * standard errors they changed, so that a jump from 2 to 4 does not outrank one from 400 to 600. `sources`: to name the source behind a change
 * of visits.
 *
 * @example mainChange(now, before).text // "Visits rose from 120 to 310 (+158%), mainly visits from linkedin.com (+150)."
 */
export function mainChange(current: Totals, compared: Totals, sources?: Sources): MainChange {
  if (compared.visits === 0)
    return {
      metric: null,
      text:
        current.visits === 0
          ? "No visits in this period or the compared one."
          : `${visitsText(current.visits)}, none in the compared period.`,
    };
  const [largest] = deviations(current, compared).sort((one, other) => Math.abs(other.size) - Math.abs(one.size));
  if (!largest || Math.abs(largest.size) < minDeviations)
    return {
      metric: null,
      text: `${visitsText(current.visits)}, ${formatNumber(compared.visits)} before: no clear change.`,
    };
  const { metric } = largest;
  const [now, before] = [current[metric], compared[metric]];
  const change = changeOf(metric, now, before);
  const reason = metric === "visits" && sources ? sourceOf(now - before, sources) : "";
  return {
    metric,
    text: `${subjects[metric]} ${now > before ? "rose" : "fell"} from ${figureOf(metric, before)} to ${figureOf(metric, now)}${
      change ? ` (${change.text})` : ""
    }${reason}.`,
  };
}

const visitsText = (visits: number) => `${formatNumber(visits)} ${visits === 1 ? "visit" : "visits"}`;

/** Visitors and page views follow visits, so reporting them would be redundant. */
type Compared = Exclude<Metric, "visitors" | "views">;
const subjects: Readonly<Record<Compared, string>> = {
  visits: "Visits",
  bounceRate: "The bounce rate",
  averageVisitSeconds: "The average visit",
  conversions: "Visits with a conversion",
  revenueUsd: "Revenue",
};

/** Returns how many standard errors each figure changed. Figures with the same text in both periods did not change. */
function deviations(current: Totals, compared: Totals): { metric: Compared; size: number }[] {
  const visits = current.visits + compared.visits;
  const ofCount = (now: number, before: number) => (now + before === 0 ? 0 : (now - before) / Math.sqrt(now + before));
  const bounces = (current.bounceRate * current.visits + compared.bounceRate * compared.visits) / visits;
  const error = (spread: number) => spread * Math.sqrt(1 / current.visits + 1 / compared.visits);
  const hasRates = Math.min(current.visits, compared.visits) >= minVisits;
  const sizes: Record<Compared, number> = {
    visits: ofCount(current.visits, compared.visits),
    conversions: ofCount(current.conversions, compared.conversions),
    bounceRate:
      hasRates && bounces > 0 && bounces < 1
        ? (current.bounceRate - compared.bounceRate) / error(Math.sqrt(bounces * (1 - bounces)))
        : 0,
    // The standard deviation of visit lengths is about equal to their mean.
    averageVisitSeconds: hasRates
      ? (current.averageVisitSeconds - compared.averageVisitSeconds) /
        error(Math.max(current.averageVisitSeconds, compared.averageVisitSeconds, 1))
      : 0,
    // Revenue comes from few conversions, so the sample size is the number of conversions.
    revenueUsd: ofRevenue(current, compared),
  };
  return (Object.keys(sizes) as Compared[])
    .filter((metric) => figureOf(metric, current[metric]) !== figureOf(metric, compared[metric]))
    .map((metric) => ({ metric, size: sizes[metric] }));
}

function ofRevenue(current: Totals, compared: Totals): number {
  const [revenue, conversions] = [current.revenueUsd + compared.revenueUsd, current.conversions + compared.conversions];
  if (revenue <= 0 || conversions === 0) return 0;
  return ((current.revenueUsd - compared.revenueUsd) / revenue) * Math.sqrt(conversions);
}

function sourceOf(difference: number, { current, compared }: Sources): string {
  const visitsBy = (rows: readonly ListRow[]) => new Map(rows.map(({ name, figures }) => [name, figures.visits ?? 0]));
  const [now, before] = [visitsBy(current), visitsBy(compared)];
  const direction = Math.sign(difference);
  const parts = [...new Set([...now.keys(), ...before.keys()])]
    .map((name) => ({ name, part: ((now.get(name) ?? 0) - (before.get(name) ?? 0)) * direction }))
    .sort((one, other) => other.part - one.part);
  const [first] = parts;
  const total = Math.abs(difference);
  if (!first || first.part * 3 < total) return "";
  const source = first.name === "" ? "direct or unknown visits" : `visits from ${valueLabel("source", first.name)}`;
  return `, ${first.part * 2 > total ? "mainly" : "partly"} ${source} (${direction > 0 ? "+" : "−"}${formatNumber(first.part)})`;
}
