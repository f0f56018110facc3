import { Link, useLocation } from "react-router";
import {
  changeOf,
  figureOf,
  type Metric,
  metricNames,
  metrics,
  percent,
  type Totals,
} from "#app/features/analytics/reports/figures/metrics.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import css from "./key-figures.module.css";

export function KeyFigures({ totals, compared, metric }: { totals: Totals; compared: Totals | null; metric: Metric }) {
  const { search } = useLocation();
  return (
    <nav className={css.figures} aria-label="Key figures">
      {metricNames.map((name) => (
        <Link
          key={name}
          className={`line ${css.figure}`}
          to={withQuery(search, { metric: name === "visitors" ? null : name })}
          aria-current={name === metric ? "true" : undefined}
          title={metrics[name].definition}
          preventScrollReset
          replace
        >
          <span className={css.label}>{metrics[name].label}</span>
          <span className={`cluster baseline num ${css.value}`}>
            {figureText(name, totals)}
            {name === "conversions" && totals.visits > 0 && (
              <span className={`muted smaller ${css.rate}`}>{percent(totals.conversions / totals.visits)}</span>
            )}
          </span>
          {compared && <ChangeText metric={name} totals={totals} compared={compared} />}
        </Link>
      ))}
    </nav>
  );
}

/** Rates and averages are undefined without visits. */
const needsVisits = (metric: Metric) => metric === "bounceRate" || metric === "averageVisitSeconds";
const figureText = (metric: Metric, totals: Totals) =>
  needsVisits(metric) && totals.visits === 0 ? "–" : figureOf(metric, totals[metric]);

function ChangeText({ metric, totals, compared }: { metric: Metric; totals: Totals; compared: Totals }) {
  if (needsVisits(metric) && compared.visits === 0) return null;
  const isMeasured = needsVisits(metric) ? totals.visits > 0 : totals[metric] !== 0 || compared[metric] !== 0;
  const change = isMeasured ? changeOf(metric, totals[metric], compared[metric]) : null;
  return (
    <span className={`cluster ${css.change}`}>
      {change && <span className={css[change.tone]}>{change.text}</span>}
      <span className="muted">from {figureText(metric, compared)}</span>
    </span>
  );
}

export function Definitions() {
  return (
    <AdminDetails summary="What the figures mean" quiet className={`smaller ${css.definitions}`}>
      <dl>
        {metricNames.map((name) => (
          <div key={name}>
            <dt className="strong">{metrics[name].label}</dt>
            <dd className="soft">{metrics[name].definition}</dd>
          </div>
        ))}
      </dl>
    </AdminDetails>
  );
}
