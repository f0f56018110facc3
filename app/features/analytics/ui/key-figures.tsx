import { Link, useLocation } from "react-router";
import { withQuery } from "#app/lib/list-query.ts";
import { classNames } from "#app/ui/class-names.ts";
import { changeOf, figureOf, type Metric, metricNames, metrics, percent, type Totals } from "../reports/metrics.ts";
import css from "./key-figures.module.css";

/** The figures of the whole period; each is a link that draws it in the chart below. */
export function KeyFigures({ totals, compared, metric }: { totals: Totals; compared: Totals | null; metric: Metric }) {
  const { search } = useLocation();
  return (
    <nav className={css.figures} aria-label="Key figures">
      {metricNames.map((name) => (
        <Link
          key={name}
          className={css.figure}
          to={withQuery(search, { metric: name === "visitors" ? null : name })}
          aria-current={name === metric ? "true" : undefined}
          title={metrics[name].definition}
          preventScrollReset
          replace
        >
          <span className={css.label}>{metrics[name].label}</span>
          <span className={classNames(css.value, "num")}>
            {figureOf(name, totals[name])}
            {name === "conversions" && totals.visits > 0 && (
              <span className={css.rate}>{percent(totals.conversions / totals.visits)}</span>
            )}
          </span>
          {compared && <ChangeText metric={name} current={totals[name]} before={compared[name]} />}
        </Link>
      ))}
    </nav>
  );
}

function ChangeText({ metric, current, before }: { metric: Metric; current: number; before: number }) {
  const change = changeOf(metric, current, before);
  return (
    <span className={css.change}>
      {change && <span className={css[change.tone]}>{change.text}</span>}
      <span className={css.before}>from {figureOf(metric, before)}</span>
    </span>
  );
}

/** What each figure counts. */
export function Definitions() {
  return (
    <details className={css.definitions}>
      <summary>What the figures mean</summary>
      <dl>
        {metricNames.map((name) => (
          <div key={name}>
            <dt>{metrics[name].label}</dt>
            <dd>{metrics[name].definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
