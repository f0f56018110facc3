import { Link, useLocation } from "react-router";
import { importedRange, supportsFilters } from "#app/features/analytics/imports/imported-days.server.ts";
import { importedDaysText } from "#app/features/analytics/imports/imported-text.ts";
import { type Dashboard, readDashboard } from "#app/features/analytics/reports/dashboard.server.ts";
import { instantsOf } from "#app/features/analytics/reports/period/period.ts";
import { reportSearch } from "#app/features/analytics/reports/period/report-address.ts";
import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { ratedVitals, vitalNames } from "#app/features/analytics/reports/vitals/vital-limits.ts";
import { NotCollected, type UncollectedSite } from "#app/features/analytics/ui/not-collected.tsx";
import { AnnotationList } from "#app/features/analytics/ui/report/annotation-list.tsx";
import cardCss from "#app/features/analytics/ui/report/list-card.module.css";
import { CardFrame, CardRows } from "#app/features/analytics/ui/report/list-card.tsx";
import { comparedText, ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { ReportCards, ReportSheet } from "#app/features/analytics/ui/report/report-sheet.tsx";
import { SegmentMenu } from "#app/features/analytics/ui/report/segment-menu.tsx";
import { EffectText, VitalScales } from "#app/features/analytics/ui/report/vital-figures.tsx";
import { StoreAway } from "#app/features/analytics/ui/store-away.tsx";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { openReportPage } from "#app/shell/admin/admin.server.ts";
import { Menu } from "#app/ui/admin/admin-menu.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/analytics";
import css from "./analytics.module.css";
import { type AnalyticsIntent, performAnalyticsAction } from "./analytics-actions.ts";
import { AnalyticsSections } from "./analytics-sections.tsx";

export const meta = () => unlisted("Analytics");

export async function loader(args: Route.LoaderArgs) {
  const { ctx, params, query, uncollected } = await openReportPage(args, readReportQuery);
  const found = await unlessUnavailable(
    Promise.all([readDashboard(ctx, query, params), importedRange(ctx, query.period)]),
  );
  const [dashboard, imported] = found ?? [null, null];
  const { start, end } = instantsOf(query.period);
  return {
    ...{ query, dashboard, uncollected },
    now: ctx.now >= start && ctx.now < end ? ctx.now : null,
    imported: imported && { ...imported, isUsed: supportsFilters(query.filters) },
  };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performAnalyticsAction(await request.formData());

export default function Analytics({
  loaderData: { query, dashboard, uncollected, imported, now },
}: Route.ComponentProps) {
  const { search } = useLocation();
  const action = useAdminAction<AnalyticsIntent>();
  const { filters, period, compared } = query;
  // Goals, links, imports and rules are in another database.
  if (!dashboard)
    return (
      <StoreAway
        title="Analytics"
        period={period}
        links={
          <>
            {" "}
            <Link to="/admin/analytics/goals">Goals and shared links</Link> and{" "}
            <Link to="/admin/analytics/import">imports</Link> are in another database and can be used.
          </>
        }
      >
        <AnalyticsSections current="/admin/analytics" />
      </StoreAway>
    );
  const { live, segments, hasVisits } = dashboard;
  return (
    <AdminPage
      title="Analytics"
      lead={
        <>
          {rangeText(period)}
          {compared && <>, compared with {comparedText(compared)}</>}. Time zone: {americanZone(period.timezone)}.
        </>
      }
      tools={
        <>
          {live && (
            <p className={`line middle smaller ${css.live}`} title="Visitors with an action in the last five minutes">
              <span className={live.visitors > 0 ? css.pulse : css.still} aria-hidden="true" />
              <b className="num">{formatNumber(live.visitors)}</b>{" "}
              {live.visitors === 1 ? "visitor now" : "visitors now"}
            </p>
          )}
          <ExportMenu search={search} />
        </>
      }
    >
      <AnalyticsSections current="/admin/analytics" />
      <ReportBar report={query} suggestions={suggestionsOf(dashboard)} hasComparison>
        <SegmentMenu action={action} segments={segments} filters={filters} />
      </ReportBar>
      {imported && <ImportedDays {...imported} unit={query.unit} />}
      {hasVisits || imported ? (
        <>
          <ReportSheet dashboard={dashboard} query={query} now={now}>
            <AnnotationList action={action} annotations={dashboard.annotations} lastDay={period.to} />
          </ReportSheet>
          <KeyedList>
            <ReportCards dashboard={dashboard} filters={filters}>
              <ExperienceCard dashboard={dashboard} search={search} />
            </ReportCards>
          </KeyedList>
        </>
      ) : (
        <NothingCollected site={uncollected} />
      )}
      {action.toast}
    </AdminPage>
  );
}

type ImportedDaysProps = Parameters<typeof rangeText>[0] & Parameters<typeof importedDaysText>[0];

const ImportedDays = ({ from, to, ...imported }: ImportedDaysProps) => (
  <p className="small">
    {rangeText({ from, to })}: {importedDaysText(imported)} <Link to="/admin/analytics/import">Imports</Link>
  </p>
);

/** Names of the rows on the page, for new filters. */
const suggestionsOf = ({ cards }: Dashboard): string[] => [
  ...new Set(cards.flatMap(({ rows }) => rows.map(({ name }) => name)).filter((name) => name !== "")),
];

function ExperienceCard({ dashboard, search }: { dashboard: Dashboard; search: string }) {
  const { vitals, lcpEffect, rage } = dashboard;
  const isMeasured = vitalNames.some((name) => vitals[name] !== null);
  return (
    <CardFrame
      title="Speed and frustration"
      foot={
        <Link to={`/admin/analytics/experience${reportSearch(search)}`}>Pages, devices, dead clicks and errors</Link>
      }
    >
      {isMeasured ? (
        <>
          <VitalScales values={vitals} names={ratedVitals} />
          <EffectText vital="lcp" effect={lcpEffect} />
        </>
      ) : (
        <p className={`muted smaller ${cardCss.none}`}>No page reported its speed in this period.</p>
      )}
      {rage.rows.length > 0 && (
        <CardRows
          list="rage"
          rows={rage.rows}
          filters={[]}
          name="Rage clicks"
          columns={[{ label: "Times", spoken: "Rage clicks", text: ({ figures }) => figures.times }]}
        />
      )}
    </CardFrame>
  );
}

function ExportMenu({ search }: { search: string }) {
  const metric = new URLSearchParams(search).get("metric");
  const report = reportSearch(search);
  return (
    <Menu label="Export">
      <ul>
        <li>
          <a className="line middle" href={`/api/admin/analytics/series${withQuery(report, { metric })}`} download>
            Chart as CSV
          </a>
        </li>
        <li>
          <a className="line middle" href={`/api/admin/analytics/report${report}`} download>
            Whole report as JSON
          </a>
        </li>
      </ul>
      <p className={css.hint}>Each list has its own CSV file on its page.</p>
    </Menu>
  );
}

function NothingCollected({ site }: { site: UncollectedSite | null }) {
  return (
    <Empty
      title="No visits yet"
      text={
        site ? (
          <>
            Visits appear here within a few minutes. <NotCollected site={site} />
          </>
        ) : (
          "Visits appear here within a few minutes after the first visitor. Your own visits are rejected while you are signed in as an admin; the page of rejected hits shows them."
        )
      }
      action={<Link to="/admin/analytics/rejected">Rejected hits</Link>}
    />
  );
}
