import { z } from "zod";
import { isPattern, maxFilters, VisitFilter, visitDimensions } from "#app/features/analytics/visits/visit-filter.ts";
import { type Metric, metricNames } from "../figures/metrics.ts";

/*
 * A report that a program asks for: metrics of visits, in total and by up to two dimensions and an interval of time. Imported days, which
 * have no visits, are not included.
 */

export const queryIntervals = ["hour", "day", "week", "month"] as const;
const maxRows = 1000;
/** Each one is compared with every text that visitors ever reported. */
const maxPatterns = 20;
const isViewless = (dimension: string) => dimension === "event" || dimension === "goal";
const isListed = (dimension: string) => dimension === "page" || isViewless(dimension);

export const AnalyticsQuery = z
  .object({
    metrics: z.array(z.enum(metricNames as [Metric, ...Metric[]])).min(1, "Ask for at least one metric."),
    dimensions: z.array(z.enum(visitDimensions)).max(2, "Ask for at most two dimensions.").default([]),
    filters: z
      .array(VisitFilter.extend({ isExcluded: z.boolean().default(false) }))
      .max(maxFilters)
      .default([]),
    from: z.string(),
    to: z.string(),
    timezone: z.string().optional(),
    interval: z.enum(queryIntervals).optional(),
    compare: z.enum(["previous", "year"]).optional(),
    limit: z.int().min(1).max(maxRows).default(100),
    cursor: z.string().max(1000).optional(),
  })
  .superRefine(({ metrics, dimensions, filters }, { addIssue }) => {
    const issue = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (new Set(dimensions).size < dimensions.length) issue("dimensions", "Name each dimension once.");
    if (new Set(metrics).size < metrics.length) issue("metrics", "Name each metric once.");
    if (dimensions.filter(isListed).length > 1) issue("dimensions", "Ask for one of page, event and goal at a time.");
    if (filters.flatMap(({ values }) => values.filter(isPattern)).length > maxPatterns)
      issue("filters", `Use at most ${maxPatterns} values with *.`);
    if (metrics.includes("views") && dimensions.some(isViewless))
      issue("metrics", "Page views have no event or goal. Leave out views or the dimension.");
    if (metrics.includes("revenueUsd") && dimensions.length > 0)
      issue("metrics", "Revenue is net of refunds, which have no dimensions. Ask for it in total or by interval.");
  });
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
