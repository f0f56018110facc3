import { comparedPeriod, type Period, periodBetween, presetPeriod } from "./reports/period.ts";
import { isPreset, type Preset } from "./reports/presets.ts";
import { readFilters, type VisitFilter } from "./visit-filter.ts";

/** What the address of a funnel asks for. */
export type FunnelPageQuery = {
  /** The id of a saved funnel; null for the main funnel. */
  funnelId: string | null;
  period: Period;
  compared: Period | null;
  filters: VisitFilter[];
  by: string | null;
};

/** A funnel takes weeks, so it shows more than the reports do by default. */
const defaultFunnelPreset: Preset = "90d";

/** Reads `?funnel=&period=&from=&to=&compare=&by=` and the filters; values that cannot be read fall back to the defaults. */
export function readFunnelQuery(params: URLSearchParams, now: Date, timezone: string): FunnelPageQuery {
  const named = params.get("period");
  const period =
    periodBetween(params.get("from"), params.get("to"), timezone) ??
    presetPeriod(isPreset(named) ? named : defaultFunnelPreset, now, timezone);
  const compare = params.get("compare");
  return {
    funnelId: params.get("funnel") || null,
    period,
    compared: compare === "previous" || compare === "year" ? comparedPeriod(period, compare) : null,
    filters: readFilters(params),
    by: params.get("by"),
  };
}
