import { Link, useLocation } from "react-router";
import { duration } from "#app/features/analytics/reports/figures/metrics.ts";
import { isListKey, listOf, valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import {
  type ListedAction,
  listVisits,
  type VisitLine,
} from "#app/features/analytics/reports/lists/visit-list.server.ts";
import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { limited } from "#app/features/analytics/reports/queries/query-limit.server.ts";
import { unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { NotCollected } from "#app/features/analytics/ui/not-collected.tsx";
import { ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { StoreAway } from "#app/features/analytics/ui/store-away.tsx";
import { placeIn, shownText, withQuery } from "#app/lib/addresses/list-query.ts";
import { clockOf, isoMonthDay } from "#app/lib/dates/date-text.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { openReportPage } from "#app/shell/admin/admin.server.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/visits";
import css from "./analytics.module.css";
import { AnalyticsSections } from "./analytics-sections.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { ctx, params, query, uncollected } = await openReportPage(args, readReportQuery);
  const action = readAction(params);
  const page = await unlessUnavailable(limited(() => listVisits(ctx, query, { action, ...placeIn(params) })));
  return { page, query, action, uncollected };
}

/** The row of a list that the visits belong to: `?did=rage&name=button.buy&on=/pricing`. */
function readAction(params: URLSearchParams): ListedAction | null {
  const [list, name] = [params.get("did"), params.get("name")];
  if (!isListKey(list) || name === null || listOf(list).of !== "actions") return null;
  return { list, name: name.slice(0, 500), page: params.get("on")?.slice(0, 500) ?? null };
}

export const meta = () => unlisted("Visits | Analytics");

export default function Visits({ loaderData: { page, query, action, uncollected } }: Route.ComponentProps) {
  const { search } = useLocation();
  if (!page)
    return (
      <StoreAway title="Visits" period={query.period}>
        <AnalyticsSections current="/admin/analytics/visits" />
        <ReportBar report={query} />
      </StoreAway>
    );
  const { rows, previous, next } = page;
  const { timezone } = query.period;
  const columns: ListColumn<VisitLine>[] = [
    {
      label: "Started",
      heads: true,
      cell: ({ id, startedAt }) => (
        <Link className="nowrap" to={`/admin/analytics/visits/${id}${search}`}>
          <time
            dateTime={startedAt.toISOString()}
          >{`${isoMonthDay(wallClock(startedAt, timezone).date)}, ${clockOf(startedAt, timezone)}`}</time>
        </Link>
      ),
    },
    {
      label: "Source",
      cell: ({ source, channel }) => (
        <>
          {valueLabel("source", source)}
          {channel && <span className={css.minor}>{valueLabel("channel", channel)}</span>}
        </>
      ),
    },
    {
      label: "Entry and exit",
      cell: ({ entry, exit }) => (
        <>
          <span className="breaks">{valueLabel("entry", entry)}</span>
          {exit && exit !== entry && <span className={css.minor}>to {exit}</span>}
        </>
      ),
    },
    { label: "Views", numeric: true, cell: ({ views }) => formatNumber(views) },
    { label: "Time", numeric: true, cell: ({ durationSeconds }) => duration(durationSeconds) },
    {
      label: "Device",
      cell: ({ device, browser, os }) => (
        <>
          {valueLabel("device", device)}
          <span className={css.minor}>{[browser, os].filter(Boolean).join(", ")}</span>
        </>
      ),
    },
    {
      label: "Conversions",
      cell: ({ goals, valueUsd }) => (
        <>
          {goals.map((goal) => valueLabel("goal", goal)).join(", ")}
          {valueUsd > 0 && <span className={css.minor}>{formatUsd(valueUsd)}</span>}
        </>
      ),
    },
  ];
  return (
    <AdminPage title="Visits" lead={rangeText(query.period)}>
      <AnalyticsSections current="/admin/analytics/visits" />
      <ReportBar report={query} />
      {action && (
        <p className={`traced breaks ${css.behind}`}>
          Visits with: {listOf(action.list).label.toLowerCase()}, <b>{valueLabel(action.list, action.name)}</b>
          {action.page && <> on {action.page}</>}.{" "}
          <Link to={withQuery(search, { did: null, name: null, on: null })}>Show all visits</Link>
        </p>
      )}
      <p className={css.result} role="status">
        {shownText(rows.length, next !== null)}
      </p>
      <AdminList
        caption="Visits"
        columns={columns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          <Empty
            title="No visits"
            text={
              <>
                {query.filters.length > 0 || action
                  ? "No visit in this period matches."
                  : "No visit was counted in this period."}{" "}
                Visitors who ask not to be tracked are counted as page views and have no visits.{" "}
                <NotCollected site={uncollected} />
              </>
            }
          />
        }
      />
    </AdminPage>
  );
}
