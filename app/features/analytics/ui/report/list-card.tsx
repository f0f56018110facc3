import { type ReactNode, useId } from "react";
import { Link, useLocation } from "react-router";
import type { ShownCard } from "#app/features/analytics/reports/dashboard.server.ts";
import { percent } from "#app/features/analytics/reports/figures/metrics.ts";
import {
  columnLabel,
  columnsOf,
  columnText,
  type ListRow,
  type ListTotals,
  shareOf,
} from "#app/features/analytics/reports/lists/list-columns.ts";
import { cards, type ListKey, listOf, listsOf, valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import { reportSearch, withFilter, withoutFilter } from "#app/features/analytics/reports/period/report-address.ts";
import type { VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import css from "./list-card.module.css";

export function CardFrame({
  title,
  tabs,
  foot,
  children,
}: {
  title: string;
  tabs?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`line card shrinks ${css.card}`} aria-labelledby={id}>
      <header className={`cluster baseline between ${css.head}`}>
        <h2 className={`strong ${css.title}`} id={id}>
          {title}
        </h2>
        {tabs}
      </header>
      {children}
      {foot && <p className={`smaller ${css.foot}`}>{foot}</p>}
    </section>
  );
}

/** Shows the largest rows of one list, with tabs for the card's other lists. `filters`: null on shared links, where rows are no links. */
export function ListCard({
  card,
  list,
  totals,
  ...shown
}: ShownCard & { totals: ListTotals; filters: readonly VisitFilter[] | null }) {
  const { search } = useLocation();
  const keys = listsOf(card, shown.filters === null);
  return (
    <ListFrame
      {...shown}
      list={list}
      title={cards[card]}
      tabs={
        <nav className={`cluster shrinks ${css.tabs}`} aria-label={`Lists of ${cards[card].toLowerCase()}`}>
          {keys.map((key) => (
            <Link
              key={key}
              className={`middle muted smaller weight-560 nowrap ${css.tab}`}
              to={withQuery(search, { [`tab.${card}`]: key === keys[0] ? null : key })}
              aria-current={key === list ? "true" : undefined}
              preventScrollReset
              replace
            >
              {listOf(key).label}
            </Link>
          ))}
        </nav>
      }
      none="Nothing in this period."
      name={listOf(list).column}
      columns={[
        ...cardColumns(list).map((column) => ({
          ...{ label: columnLabel(column), text: (row: ListRow) => columnText(row, column, totals) },
        })),
        ...(list === "goal" || list === "conversion"
          ? []
          : [{ label: shareLabel(list), isShare: true, text: (row: ListRow) => percent(shareOf(row, totals)) }]),
      ]}
    />
  );
}

/** A card with the rows of a list and a link to all of them. `none`: instead of rows. */
export function ListFrame({
  title,
  tabs,
  count,
  none,
  ...list
}: CardRowsProps & { title: string; tabs?: ReactNode; count: number; none: string }) {
  const { search } = useLocation();
  const { length } = list.rows;
  return (
    <CardFrame
      title={title}
      tabs={tabs}
      foot={
        length > 0 &&
        list.filters && (
          <Link to={`/admin/analytics/lists/${list.list}${reportSearch(search)}`}>
            {count > length ? `All ${formatNumber(count)} rows` : "Details"}
          </Link>
        )
      }
    >
      {length === 0 ? <p className={`muted smaller ${css.none}`}>{none}</p> : <CardRows {...list} />}
    </CardFrame>
  );
}

type CardColumn = {
  label: string;
  /** What screen readers hear instead of the label. */
  spoken?: string;
  isShare?: boolean;
  text: (row: ListRow) => ReactNode;
};

type CardRowsProps = {
  list: ListKey;
  rows: readonly ListRow[];
  filters: readonly VisitFilter[] | null;
  name: string;
  columns: readonly CardColumn[];
};

/** Rows of a card under the labels of their columns, with bars by the metric that orders the list. */
export function CardRows({ list, rows, filters, name, columns }: CardRowsProps) {
  const sizeOf = (row: ListRow) => row.figures[cardColumns(list)[0]!] ?? 0;
  const most = Math.max(0, ...rows.map(sizeOf));
  return (
    <>
      <p className={`line middle gap-75 muted ${css.columns}`} aria-hidden="true">
        <span>{name}</span>
        {columns.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </p>
      <ol className={css.rows}>
        {rows.map((row) => (
          <li key={`${row.page} ${row.name}`} data-row>
            <ListLink list={list} row={row} filters={filters} className={`line middle gap-75 ui-size ${css.row}`}>
              <Bar part={most === 0 ? 0 : sizeOf(row) / most} />
              <RowName list={list} row={row} />
              {columns.map(({ label, spoken = label, isShare, text }) => (
                <span key={label} className={`num ${isShare ? `muted ${css.share}` : `weight-560 ${css.figure}`}`}>
                  <span className="vh">{spoken} </span>
                  {text(row)}
                </span>
              ))}
            </ListLink>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Lists of events show a share of visitors, the others of visits or views. */
const shareLabel = (list: ListKey) => (columnsOf(list).includes("rate") ? columnLabel("rate") : "Share");

/** A card has room only for the metric that orders it; goals also show their revenue. */
const cardColumns = (list: ListKey) => {
  const columns = columnsOf(list);
  return list === "goal" || list === "conversion" ? (["visitors", "rate", "revenue"] as const) : columns.slice(0, 1);
};

const Bar = ({ part }: { part: number }) => (
  <svg className={`full-width ${css.bar}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.round(part * 1000) / 10} height={1} />
  </svg>
);

/** Shows the name of a row; in lists by page and element, the page and below it the element. */
export function RowName({ list, row }: { list: ListKey; row: ListRow }) {
  const name = valueLabel(list, row.name);
  return (
    <span className={`ellipsis shrinks ${css.name}`} title={row.page ? `${row.page} ${name}` : name}>
      {row.page ?? name}
      {row.page && <span className={`muted block ${css.element}`}>{name}</span>}
    </span>
  );
}

/** Links a row to its filter, or to the report without it; rows without a filter open their visits. `filters`: null for no link. */
export function ListLink({
  list,
  row,
  filters,
  className,
  children,
}: {
  list: ListKey;
  row: ListRow;
  filters: readonly VisitFilter[] | null;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { search } = useLocation();
  const { dimension } = listOf(list);
  if (filters === null) return <span className={className}>{children}</span>;
  if (!dimension)
    return (
      <Link className={className} to={visitsHref(search, list, row)}>
        {children}
      </Link>
    );
  const active = filters.find(
    (filter) =>
      filter.dimension === dimension &&
      !filter.isExcluded &&
      filter.values.length === 1 &&
      filter.values[0] === row.name,
  );
  return (
    <Link
      className={className}
      to={`/admin/analytics${active ? withoutFilter(search, active) : withFilter(search, dimension, row.name)}`}
      aria-current={active ? "true" : undefined}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

export function visitsHref(search: string, list: ListKey, row: ListRow): string {
  const { of, dimension } = listOf(list);
  const report = reportSearch(search);
  if (of !== "actions" && dimension) return `/admin/analytics/visits${withFilter(report, dimension, row.name)}`;
  return `/admin/analytics/visits${withQuery(report, { did: list, name: row.name, on: row.page })}`;
}
