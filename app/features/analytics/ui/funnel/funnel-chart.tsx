import { useId } from "react";
import { Link } from "react-router";
import type { FunnelStepFigures } from "#app/features/analytics/funnels/funnels.server.ts";
import { percent } from "#app/features/analytics/reports/figures/metrics.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import css from "./funnel-chart.module.css";
import { timeText } from "./funnel-figures.ts";

/**
 * Shows the steps of a funnel as bars: solid for the visitors of the step, hatched for those lost since the previous required step.
 * `dropOffHref`: the list of visits that ended at a step.
 */
export function FunnelChart({
  steps,
  dropOffHref,
}: {
  steps: readonly FunnelStepFigures[];
  dropOffHref: (step: number) => string;
}) {
  const hatch = useId();
  const width = (visitors: number) => (steps[0]!.visitors === 0 ? 0 : (visitors / steps[0]!.visitors) * 100);
  return (
    <ol className={`grid ${css.steps}`}>
      {steps.map((step, index) => {
        const { name, visitors, isOptional, fromStart, droppedOff, medianSeconds } = step;
        const previous = steps.slice(0, index).findLast((each) => !each.isOptional);
        return (
          <li key={name} className={isOptional ? css.optional : undefined}>
            <div className={`cluster baseline between ${css.head}`}>
              <h3 className="ui-size weight-560 breaks">
                <span className={`muted ${css.number}`}>{index + 1}</span> {name}
                {isOptional && <span className="muted smaller weight-400"> optional</span>}
              </h3>
              <p className="line baseline gap-60 larger">
                <b className="num">{formatNumber(visitors)}</b>
                <span className="muted smaller weight-400">{percent(fromStart)}</span>
              </p>
            </div>
            <svg
              className={`block full-width ${css.bar}`}
              viewBox="0 0 100 10"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <pattern id={`${hatch}${index}`} width="0.7" height="10" patternUnits="userSpaceOnUse">
                <rect className={css.lost} width="0.22" height="10" />
              </pattern>
              {previous && !isOptional && (
                <rect
                  x={width(visitors)}
                  width={Math.max(0, width(previous.visitors) - width(visitors))}
                  height="10"
                  fill={`url(#${hatch}${index})`}
                />
              )}
              <rect className={css.solid} width={visitors > 0 ? Math.max(0.3, width(visitors)) : 0} height="10" />
            </svg>
            <p className={`cluster between muted smaller ${css.under}`}>
              {medianSeconds !== null && (
                <span>
                  {timeText(medianSeconds)} after {previous?.name} (median)
                </span>
              )}
              {droppedOff > 0 && (
                <Link className={`soft ${css.drop}`} to={dropOffHref(index)}>
                  {formatNumber(droppedOff)} left after this step ({percent(droppedOff / visitors)})
                </Link>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
