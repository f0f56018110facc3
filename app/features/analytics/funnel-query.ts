import { type FunnelBreakdown, funnelBreakdowns } from "./funnel-definition.ts";
import { type ReportQuery, readReportQuery } from "./reports/report-query.ts";

/** What the address of a funnel asks for: a report, which funnel, and by what it is broken down. */
export type FunnelPageQuery = ReportQuery & {
  /** The id of a saved funnel; null for the main funnel. */
  funnelId: string | null;
  by: FunnelBreakdown | null;
};

/** Reads `?funnel=&by=` and what `readReportQuery` reads; 90 days by default, because the way to a payment takes weeks. */
export const readFunnelQuery = (params: URLSearchParams, now: Date, timezone: string): FunnelPageQuery => ({
  ...readReportQuery(params, now, timezone, "90d"),
  funnelId: params.get("funnel") || null,
  by: funnelBreakdowns.find((name) => name === params.get("by")) ?? null,
});
