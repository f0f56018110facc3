import { rounded } from "#app/features/analysis/charts/money-axis.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { linearScale, roundDomain } from "#app/lib/linear-scale.ts";
import { shortUsd } from "#app/lib/money.ts";
import { shortened } from "#app/lib/words/cut.ts";
import css from "./drawing.module.css";
import { hatching } from "./hatch-pattern.tsx";

type One = { name: string; result: Analysis };

export function PairChart({ before, after }: { before: One; after: One }) {
  const sentence = [before, after]
    .map(({ name, result: { annualValue, range } }) => {
      const [low, , high] = range.annualValue;
      return `${name}: ${formatEstimate(low ?? 0)} to ${formatEstimate(high ?? 0)}, expected ${formatEstimate(annualValue)}`;
    })
    .join("; ");
  return (
    <figure>
      {(["wide", "narrow"] as const).map((layout) => (
        <Drawing key={layout} rows={[before, after]} layout={layout} sentence={`Yearly value. ${sentence}.`} />
      ))}
    </figure>
  );
}

function Drawing({ rows, layout, sentence }: { rows: readonly One[]; layout: "wide" | "narrow"; sentence: string }) {
  const wide = layout === "wide";
  const width = wide ? 1160 : 300;
  const left = wide ? 250 : 0;
  const row = wide ? 54 : 72;
  const height = rows.length * row + 34;
  const most = Math.max(1, ...rows.flatMap(({ result }) => [result.annualValue, result.range.annualValue[2] ?? 0]));
  const x = linearScale(roundDomain([0, most], 5), [left, width - (wide ? 90 : 8)]);
  return (
    <svg className={css[layout]} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
      {x.ticks(wide ? 6 : 3).map((value) => (
        <g key={value}>
          <path className={css.gridLine} d={`M${rounded(x(value))} 4V${height - 26}`} />
          <text
            className={css.faint}
            x={rounded(x(value))}
            y={height - 8}
            textAnchor={!wide && value === 0 ? "start" : "middle"}
          >
            {shortUsd(value)}
          </text>
        </g>
      ))}
      {rows.map(({ name, result: { annualValue, range } }, index) => {
        const top = index * row + (wide ? 14 : 30);
        const [low, high] = [x(range.annualValue[0] ?? 0), x(range.annualValue[2] ?? 0)];
        return (
          <g key={index === 0 ? "before" : "after"}>
            <text className={`${css.name} ${css.sheetHalo}`} x={0} y={wide ? top + 17 : top - 8}>
              {shortened(name, 34)}
            </text>
            <rect
              className={css.hatched}
              x={rounded(low)}
              y={top}
              width={rounded(Math.max(0, high - low))}
              height={26}
              fill={hatching}
            />
            <path className="mk" d={`M${rounded(x(annualValue))} ${top - 6}v38`} />
            <text
              className={`${css.strong} ${css.sheetHalo}`}
              x={rounded(wide ? high + 8 : x(annualValue) + 6)}
              y={wide ? top + 18 : top + 44}
              textAnchor={!wide && x(annualValue) > width - 80 ? "end" : "start"}
            >
              {formatEstimate(annualValue)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
