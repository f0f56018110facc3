import type { FunnelBreakdown } from "#app/features/analytics/funnel-definition.ts";
import { presets } from "#app/features/analytics/reports/presets.ts";
import { type VisitFilter, visitDimensions } from "#app/features/analytics/visit-filter.ts";
import { withQuery } from "#app/lib/list-query.ts";

export const periodOptions = Object.entries(presets).map(([value, label]) => ({ value, label }));

export const breakdownLabels: Readonly<Record<FunnelBreakdown, string>> = {
  source: "Source",
  channel: "Channel",
  device: "Device",
  campaign: "Campaign",
};

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

/** `rangeText({ from: "2026-03-01", to: "2026-03-31" }) === "Mar 1, 2026 – Mar 31, 2026"` */
export const rangeText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

const dayText = (date: string) => day.format(new Date(`${date}T00:00:00Z`));

/** `["source is google.com or bing.com"]` */
export const filterTexts = (filters: readonly VisitFilter[]): string[] =>
  filters.map(
    ({ dimension, isExcluded, values }) =>
      `${dimension} is ${isExcluded ? "not " : ""}${values.map((value) => value || "unknown").join(" or ")}`,
  );

/** The address without filters. */
export const withoutFilters = (search: string): string =>
  withQuery(
    search,
    Object.fromEntries(visitDimensions.flatMap((name) => [[name, null] as const, [`not.${name}`, null]])),
  );
