import { type Dashboard, readDashboard } from "#app/features/analytics/reports/dashboard.server.ts";
import { openSharedLink } from "#app/features/analytics/reports/definitions/shared-links.server.ts";
import { instantsOf } from "#app/features/analytics/reports/period/period.ts";
import { type ReportQuery, readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { forReports, unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { comparedText, filterText, ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { ReportCards, ReportSheet } from "#app/features/analytics/ui/report/report-sheet.tsx";
import { StoreAwayNotice } from "#app/features/analytics/ui/store-away.tsx";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { ok } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { sharedData, shareHeaders, shareMeta } from "#app/shell/blueprint/shared-page.ts";
import { SharedPageError } from "#app/shell/blueprint/shared-page-frame.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/shared-overview";
import css from "./shared-overview.module.css";

export const meta: Route.MetaFunction = ({ loaderData }) => shareMeta(loaderData && `Analytics: ${loaderData.name}`);

/** Anyone with the link can read it. The link's filters replace those of the URL. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const ctx = forReports(context.get(requestContext));
  const opened = await openSharedLink(ctx, params.token);
  if (!opened.ok) return sharedData<SharedReport>(opened);
  const { name, filters } = opened.value;
  const query = { ...readReportQuery(url.searchParams, ctx.now, env().COMPANY_TIMEZONE), filters };
  const { start, end } = instantsOf(query.period);
  const dashboard = await unlessUnavailable(readDashboard(ctx, query, url.searchParams, { isShared: true }));
  const now = ctx.now >= start && ctx.now < end ? ctx.now : null;
  return sharedData<SharedReport>(ok({ name, query, dashboard, now, host: new URL(env().SITE_URL).host }));
}

type SharedReport = { name: string; query: ReportQuery; dashboard: Dashboard | null; now: Date | null; host: string };

export const headers = shareHeaders;

export default function SharedOverview({ loaderData: { name, query, dashboard, now, host } }: Route.ComponentProps) {
  const { period, compared, filters } = query;
  return (
    <>
      <AppHeader title={`Analytics of ${host}`} />
      <main id="main" tabIndex={-1} className={`wrap ${css.page}`}>
        <h1 className={`weight-560 ${css.title}`}>{name}</h1>
        <p className={`soft ${css.lead}`}>
          {rangeText(period)}
          {compared && <>, compared with {comparedText(compared)}</>}. Time zone: {americanZone(period.timezone)}.
          {filters.length > 0 && <> Only visits of which: {filters.map(filterText).join(", ")}.</>}
        </p>
        <ReportBar report={{ ...query, filters: [] }} hasComparison hasFilters={false} />
        {!dashboard ? (
          <StoreAwayNotice />
        ) : dashboard.hasVisits ? (
          <>
            <ReportSheet dashboard={dashboard} query={query} now={now} />
            <ReportCards dashboard={dashboard} filters={null} />
          </>
        ) : (
          <Empty title="No visits yet" text="Visits appear here within a few minutes after the first visitor." />
        )}
      </main>
    </>
  );
}

export const ErrorBoundary = SharedPageError;
