import { type FunnelBreakdown, funnelBreakdowns } from "./funnel-definition.ts";
import { type ReportQuery, readReportQuery } from "./reports/report-query.ts";

export type FunnelPageQuery = ReportQuery & {
  funnelId: string | null;
  by: FunnelBreakdown | null;
};

/** Reads `?funnel=&by=` and what `readReportQuery` reads; 90 days by default, because the way to a payment takes weeks. */
export const readFunnelQuery = (params: URLSearchParams, now: Date, timezone: string): FunnelPageQuery => ({
  ...readReportQuery(params, now, timezone, "90d"),
  funnelId: params.get("funnel") || null,
  by: funnelBreakdowns.find((name) => name === params.get("by")) ?? null,
});
