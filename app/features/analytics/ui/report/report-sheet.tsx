import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Dashboard } from "#app/features/analytics/reports/dashboard.server.ts";
import { metrics } from "#app/features/analytics/reports/figures/metrics.ts";
import type { Card } from "#app/features/analytics/reports/lists/lists.ts";
import type { ReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import type { VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { Definitions, KeyFigures } from "./key-figures.tsx";
import { ListCard } from "./list-card.tsx";
import { comparedText, rangeText } from "./report-bar.tsx";
import css from "./report-sheet.module.css";
import { SeriesChart } from "./series-chart.tsx";

/**
 * The main change, key figures and chart of a report. `now`: the current time if the period has not ended. The children appear below the
 * chart.
 */
export function ReportSheet({
  dashboard,
  query,
  now,
  children,
}: {
  dashboard: Dashboard;
  query: ReportQuery;
  now: Date | null;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  const { period, compared, metric, unit } = query;
  return (
    <>
      {dashboard.change && <p className={`traced weight-560 ${css.change}`}>{dashboard.change.text}</p>}
      <section className={`card below-125 ${css.sheet}`} aria-label="Key figures and chart">
        <KeyFigures totals={dashboard.totals} compared={dashboard.compared} metric={metric} />
        <div className={css.chart}>
          <div className={`cluster baseline below-75 ${css["chart-head"]}`}>
            <h2 className={`strong ${css["chart-title"]}`}>{metrics[metric].label}</h2>
            <p className={`muted smaller lh-145 ${css.definition}`}>{metrics[metric].definition}</p>
            {(compared || now) && (
              <p className={`cluster middle soft ${css.key}`}>
                <span className={css.solid} aria-hidden="true" /> {rangeText(period)}
                {now && (
                  <>
                    <span className={css.dotted} aria-hidden="true" /> {unit === "day" ? "today" : `this ${unit}`} so
                    far
                  </>
                )}
                {compared && (
                  <>
                    <span className={css.dashed} aria-hidden="true" /> {comparedText(compared)}
                  </>
                )}
              </p>
            )}
          </div>
          <SeriesChart
            series={dashboard.series}
            compared={dashboard.comparedSeries}
            metric={metric}
            unit={unit}
            timezone={period.timezone}
            notes={dashboard.annotations.map(({ day }) => day)}
            now={now}
            dayHref={(day) => withQuery(search, { period: null, from: day, to: day })}
          />
          <div className={`grid gap-75 ${css.under}`}>
            {children}
            <Definitions />
          </div>
        </div>
      </section>
    </>
  );
}

/** The lists of a report, and `children` at the end. `filters`: null on shared links. */
export function ReportCards({
  dashboard,
  filters,
  children,
}: {
  dashboard: Dashboard;
  filters: readonly VisitFilter[] | null;
  children?: ReactNode;
}) {
  const listsOf = (...names: Card[]) =>
    dashboard.cards
      .filter(({ card }) => names.includes(card))
      .map((card) => <ListCard key={card.card} {...card} totals={dashboard.totals} filters={filters} />);
  return (
    <CardColumns
      left={listsOf("sources", "goals", "behavior")}
      right={
        <>
          {listsOf("pages", "devices")}
          {children}
        </>
      }
    />
  );
}

/** Cards in two columns, on narrow screens in one. */
export const CardColumns = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <div className={`grid gap-125 cols-2 ${css.cards}`}>
    <div className={`line gap-125 shrinks ${css.column}`}>{left}</div>
    <div className={`line gap-125 shrinks ${css.column}`}>{right}</div>
  </div>
);
