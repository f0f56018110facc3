import { readFilters } from "#app/features/analytics/visits/visit-filter.ts";
import { isMetric } from "../figures/metrics.ts";
import { bucketUnitOf, comparedPeriod, periodBetween, presetPeriod } from "./period.ts";
import { type Comparison, defaultPreset, isPreset, type Preset } from "./presets.ts";

export type ReportQuery = ReturnType<typeof readReportQuery>;

/**
 * Reads `?period=&from=&to=&compare=&metric=` and the filters. Invalid values fall back to the defaults, and dates in the wrong order
 * are swapped. `fallback`: the default period. `preset` is null for a custom period.
 */
export function readReportQuery(
  params: URLSearchParams,
  now: Date,
  timezone: string,
  fallback: Preset = defaultPreset,
) {
  const [from, to] = [params.get("from"), params.get("to")];
  const between = periodBetween(from, to, timezone) ?? periodBetween(to, from, timezone);
  const named = params.get("period");
  const preset = between ? null : isPreset(named) ? named : fallback;
  const period = between ?? presetPeriod(preset ?? fallback, now, timezone);
  const asked = params.get("compare");
  const comparison: Comparison | null = asked === "none" ? null : asked === "year" ? "year" : "previous";
  const metric = params.get("metric");
  return {
    ...{ period, preset, comparison },
    compared: comparison && comparedPeriod(period, comparison, now),
    filters: readFilters(params),
    metric: isMetric(metric) ? metric : "visitors",
    unit: bucketUnitOf(period),
  };
}
