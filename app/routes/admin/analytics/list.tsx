import { data, Link, useLocation } from "react-router";
import { percent } from "#app/features/analytics/reports/figures/metrics.ts";
import {
  columnLabel,
  columnsOf,
  columnText,
  type ListRow,
  shareOf,
} from "#app/features/analytics/reports/lists/list-columns.ts";
import { readList } from "#app/features/analytics/reports/lists/lists.server.ts";
import { isListKey, listOf, listsOf } from "#app/features/analytics/reports/lists/lists.ts";
import { openScope } from "#app/features/analytics/reports/open-report.server.ts";
import { reportSearch } from "#app/features/analytics/reports/period/report-address.ts";
import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { readTotals } from "#app/features/analytics/reports/sums/totals.server.ts";
import { NotCollected } from "#app/features/analytics/ui/not-collected.tsx";
import { ListLink, RowName, visitsHref } from "#app/features/analytics/ui/report/list-card.tsx";
import { ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { StoreAway } from "#app/features/analytics/ui/store-away.tsx";
import { searchIn } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { openReportPage } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import type { Route } from "./+types/list";
import css from "./analytics.module.css";

const size = 50;
const maxStart = 10_000;

export async function loader(args: Route.LoaderArgs) {
  const { ctx, params, query, uncollected } = await openReportPage(args, readReportQuery);
  const key = args.params.list;
  if (!isListKey(key)) throw data(null, { status: 404 });
  const search = searchIn(params);
  const start = startOf(params);
  const found = await unlessUnavailable(
    openScope(ctx, { period: query.period, filters: query.filters }).then((scope) =>
      Promise.all([readList(ctx, scope, key, { limit: size, offset: start, search }), readTotals(ctx, scope)]),
    ),
  );
  const [{ rows, count }, totals] = found ?? [{ rows: [], count: 0 }, null];
  return {
    ...{ key, query, rows, count, totals, start, isSearch: search !== "", uncollected },
    previous: start > 0 ? String(start) : null,
    next: start + rows.length < count && rows.length > 0 ? String(start + size) : null,
  };
}

/** Pages by offset, because lists are ordered by a sum: `after=50` starts at row 51, `before=50` ends at row 50. */
function startOf(params: URLSearchParams): number {
  const read = (name: string) => (/^\d{1,5}$/.test(params.get(name) ?? "") ? Number(params.get(name)) : null);
  const [after, before] = [read("after"), read("before")];
  return Math.min(after ?? Math.max((before ?? 0) - size, 0), maxStart);
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData ? listOf(loaderData.key).label : "List"} | Analytics`);

export default function ReportListPage({ loaderData }: Route.ComponentProps) {
  const { key, query, rows, count, totals, start, previous, next, isSearch, uncollected } = loaderData;
  const { search } = useLocation();
  const list = listOf(key);
  if (!totals)
    return (
      <StoreAway title={list.label} period={query.period}>
        <ReportBar report={query} />
      </StoreAway>
    );
  const report = reportSearch(search);
  const columns: ListColumn<ListRow>[] = [
    {
      label: list.column,
      heads: true,
      cell: (row) => (
        <ListLink list={key} row={row} filters={query.filters} className={css["row-name"]}>
          <RowName list={key} row={row} />
        </ListLink>
      ),
    },
    ...columnsOf(key).map((column) => ({
      key: column,
      label: columnLabel(column),
      numeric: true,
      cell: (row: ListRow) => columnText(row, column, totals),
    })),
    // In other lists the rate equals the share.
    ...(columnsOf(key).includes("rate")
      ? []
      : [{ label: "Share", numeric: true, cell: (row: ListRow) => percent(shareOf(row, totals)) }]),
    {
      label: "Visits behind it",
      cell: (row) => (
        <Link to={visitsHref(search, key, row)}>
          Show<span className="vh"> visits with {`${row.page ?? ""} ${row.name || list.none}`.trim()}</span>
        </Link>
      ),
    },
  ];
  return (
    <AdminPage
      title={list.label}
      lead={rangeText(query.period)}
      above={{ href: `/admin/analytics${report === "?" ? "" : report}`, label: "Analytics" }}
      tools={
        rows.length > 0 && (
          <a className={buttonClass({ size: 40 })} href={`/api/admin/analytics/lists/${key}${report}`} download>
            Export CSV
          </a>
        )
      }
    >
      {list.card && (
        <div className={css.sections}>
          <TabLinks
            label="Lists"
            items={listsOf(list.card).map((other) => ({
              href: `/admin/analytics/lists/${other}${report}`,
              label: listOf(other).label,
            }))}
            current={`/admin/analytics/lists/${key}${report}`}
          />
        </div>
      )}
      <ReportBar report={query} suggestions={rows.map(({ name }) => name).filter((name) => name !== "")} />
      <AdminFilters
        search={`Search ${list.label.toLowerCase()}`}
        result={count === 0 ? "0 rows" : `${start + 1} to ${start + rows.length} of ${formatNumber(count)}`}
      />
      <AdminList
        caption={list.label}
        columns={columns}
        rows={rows}
        rowKey={({ page, name }) => `${page} ${name}`}
        sort={{ key: "", direction: "desc" }}
        previous={previous}
        next={next}
        empty={
          <Empty
            title={isSearch ? "Nothing found" : "Nothing in this period"}
            text={
              isSearch ? (
                "No row contains this text."
              ) : (
                <>
                  Choose a longer period or remove a filter. <NotCollected site={uncollected} />
                </>
              )
            }
          />
        }
      />
    </AdminPage>
  );
}
