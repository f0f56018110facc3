import { memo } from "react";
import { tornadoDrawing } from "#app/features/analysis/charts/tornado-geometry.ts";
import type { TornadoBar, Way } from "#app/features/roi/analysis-shape.ts";
import { wayNames } from "#app/features/roi/wording/advice.ts";
import { barLabel } from "#app/features/roi/wording/bar-labels.ts";
import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { bothForms, type Form } from "../revisions/both-forms.tsx";
import { AsTable } from "./as-table.tsx";
import css from "./drawing.module.css";
import { hatching } from "./hatch-pattern.tsx";
import own from "./return-model.module.css";

export const TornadoChart = memo(function TornadoChart({ bars, expected, way }: Figures & { way: Way }) {
  return (
    <figure className={own.figure}>
      <Drawings bars={bars} expected={expected} />
      <AsTable
        caption={`First-year net of ${wayNames[way]} when one assumption takes its low or high value`}
        rows={bars}
        rowKey={(bar) => bar.name}
        columns={[
          { label: "Assumption", heads: true, cell: (bar) => barLabel(bar.name) },
          { label: "Low", numeric: true, cell: (bar) => formatEstimate(bar.low) },
          { label: "Expected", numeric: true, cell: () => formatEstimate(expected) },
          { label: "High", numeric: true, cell: (bar) => formatEstimate(bar.high) },
        ]}
      />
    </figure>
  );
});

interface Figures {
  bars: readonly TornadoBar[];
  expected: number;
}

const Drawings = bothForms(function Drawing({ bars, expected, form }: Figures & { form: Form }) {
  const drawing = tornadoDrawing(bars, expected, form);
  const { width, height, plotTop, plotBottom, barHeight } = drawing;
  const widest = bars[0];
  const sentence = widest
    ? `First-year net, expected ${formatEstimate(expected)}. ${barLabel(widest.name)} moves it most: ${formatEstimate(widest.low)} to ${formatEstimate(widest.high)}.`
    : "No assumption moves the first year.";
  return (
    <svg className={css[form]} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
      <path className={css.gridLine} d={drawing.ticks.map(({ at }) => `M${at} ${plotTop}V${plotBottom}`).join("")} />
      <g className={css.faint} textAnchor="middle">
        {drawing.ticks.map(({ at, label }) => (
          <text key={label} x={at} y={plotBottom + 18}>
            {label}
          </text>
        ))}
      </g>
      {drawing.bars.map((bar) => (
        <g key={bar.name}>
          <rect
            className={css.hatched}
            x={bar.below.x}
            y={bar.barY}
            width={bar.below.width}
            height={barHeight}
            fill={hatching}
          />
          <rect className={css.solid} x={bar.above.x} y={bar.barY} width={bar.above.width} height={barHeight} />
          <text x={bar.high.x + 7} y={bar.barY + barHeight / 2 + 4}>
            {bar.high.label}
          </text>
        </g>
      ))}
      <g textAnchor="end">
        {drawing.bars.map((bar) => (
          <text key={bar.name} x={bar.low.x - 7} y={bar.barY + barHeight / 2 + 4}>
            {bar.low.label}
          </text>
        ))}
      </g>
      <path className="mk" d={`M${drawing.expected.x} ${plotTop - 8}V${plotBottom}`} />
      {drawing.bars.map((bar) => (
        <text key={bar.name} className={`${css.name} ${css.halo}`} x={0} y={bar.labelY}>
          {bar.name}
        </text>
      ))}
      <text className={css.strong} x={drawing.expected.x} y={plotTop - 16} textAnchor="middle">
        {drawing.expected.label}
      </text>
    </svg>
  );
});
