import { type ReportQuery, readReportQuery } from "../reports/period/report-query.ts";
import { type FunnelBreakdown, funnelBreakdowns } from "./funnel-definition.ts";

export type FunnelPageQuery = ReportQuery & {
  funnelId: string | null;
  by: FunnelBreakdown | null;
};

/**
 * Reads `?funnel=&by=` and the parameters of `readReportQuery`; 90 days by default, because a payment can come weeks after the first
 * visit.
 */
export const readFunnelQuery = (params: URLSearchParams, now: Date, timezone: string): FunnelPageQuery => ({
  ...readReportQuery(params, now, timezone, "90d"),
  funnelId: params.get("funnel") || null,
  by: funnelBreakdowns.find((name) => name === params.get("by")) ?? null,
});
