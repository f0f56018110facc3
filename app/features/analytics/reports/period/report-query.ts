import { readFilters, type VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { isMetric, type Metric } from "../figures/metrics.ts";
import { type BucketUnit, bucketUnitOf, comparedPeriod, type Period, periodBetween, presetPeriod } from "./period.ts";
import { type Comparison, defaultPreset, isPreset, type Preset } from "./presets.ts";

export type ReportQuery = {
  period: Period;
  /** Null for a custom period. */
  preset: Preset | null;
  comparison: Comparison | null;
  compared: Period | null;
  filters: VisitFilter[];
  metric: Metric;
  unit: BucketUnit;
};

/**
 * Reads `?period=&from=&to=&compare=&metric=` and the filters. Invalid values fall back to the defaults, and dates in the wrong order
 * are swapped. `fallback`: the default period.
 */
export function readReportQuery(
  params: URLSearchParams,
  now: Date,
  timezone: string,
  fallback: Preset = defaultPreset,
): ReportQuery {
  const [from, to] = [params.get("from"), params.get("to")];
  const between = periodBetween(from, to, timezone) ?? periodBetween(to, from, timezone);
  const named = params.get("period");
  const preset = between ? null : isPreset(named) ? named : fallback;
  const period = between ?? presetPeriod(preset ?? fallback, now, timezone);
  const asked = params.get("compare");
  const comparison = asked === "none" ? null : asked === "year" ? "year" : "previous";
  const metric = params.get("metric");
  return {
    period,
    preset,
    comparison,
    compared: comparison && comparedPeriod(period, comparison, now),
    filters: readFilters(params),
    metric: isMetric(metric) ? metric : "visitors",
    unit: bucketUnitOf(period),
  };
}
