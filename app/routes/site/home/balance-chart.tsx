import type { Way } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { classNames } from "#app/ui/class-names.ts";
import css from "./balance-chart.module.css";

const top = 24;
const height = 224;
const stepUsd = 50_000;

const names: Readonly<Record<Way, string>> = { project: "project alone", "project+retainer": "with the retainer" };

/** Of both ways to buy, as wide as the window: paths stretch, words do not. `balance` by quarter, in USD. */
export function BalanceChart({
  balance,
  payback,
  label,
}: {
  balance: Record<Way, readonly number[]>;
  payback: Record<Way, number | null>;
  label: string;
}) {
  const quarters = balance.project.length - 1;
  const months = 3 * quarters;
  const all = [...balance.project, ...balance["project+retainer"]];
  const lowest = Math.min(...all) * 1.6;
  const highest = Math.max(...all) * 1.08;
  const y = (usd: number) => Math.round(top + (height * (highest - usd)) / (highest - lowest));
  const x = (month: number) => `${Math.round((1000 * month) / months) / 10}%`;
  const path = (way: Way) => balance[way].map((usd, quarter) => `${quarter ? "L" : "M"}${quarter} ${y(usd)}`).join("");
  const amounts = Array.from({ length: Math.floor(highest / stepUsd) }, (_, index) => (index + 1) * stepUsd);
  const years = [12, 24];
  return (
    <svg className={css.chart} width="100%" height={top + height + 28} role="img" aria-label={label}>
      {amounts.map((amount) => (
        <g key={amount}>
          <line className={css.grid} x2="100%" y1={y(amount)} y2={y(amount)} />
          <text x="20" y={y(amount) - 6}>
            {formatEstimate(amount)}
          </text>
        </g>
      ))}
      <line className={css.zero} x2="100%" y1={y(0)} y2={y(0)} />
      {years.map((month) => (
        <g key={month}>
          <line className={css.zero} x1={x(month)} x2={x(month)} y1={y(0) - 4} y2={y(0) + 4} />
          <text x={x(month)} y={top + height + 20} textAnchor="middle">
            {month}
          </text>
        </g>
      ))}
      <svg
        width="100%"
        height={top + height}
        viewBox={`0 0 ${quarters} ${top + height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={css.retainer} d={path("project+retainer")} />
        <path className={css.project} d={path("project")} />
      </svg>
      {(["project", "project+retainer"] as const).map((way, place) => {
        const at = payback[way];
        const line = y(0) + 22 + 18 * (1 - place);
        return (
          <g key={way}>
            {at !== null && (
              <>
                <line className={css.leader} x1={x(at)} x2={x(at)} y1={y(0)} y2={line} />
                <circle className="mkf" cx={x(at)} cy={y(0)} r="4.5" />
                <text className={css.words} x={x(at)} dx="8" y={line}>
                  {`${formatMonths(at)}, ${names[way]}`}
                </text>
              </>
            )}
            <text
              className={classNames(css.words, place === 1 && css.below)}
              x="100%"
              dx="-20"
              y={y(balance[way].at(-1)!) + (place ? 26 : -10)}
              textAnchor="end"
            >
              {formatEstimate(balance[way].at(-1)!)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
