import { valueRangeDrawing } from "#app/features/analysis/charts/value-range-geometry.ts";
import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import css from "./drawing.module.css";
import { bandHatching, HatchPattern } from "./hatch-pattern.tsx";
import own from "./value-range.module.css";

export function ValueRange(range: { low: number; expected: number; high: number }) {
  const sentence = `Annual value: low ${formatEstimate(range.low)}, expected ${formatEstimate(range.expected)}, high ${formatEstimate(range.high)}.`;
  return (
    <>
      <HatchPattern band />
      {(["wide", "narrow"] as const).map((layout) => (
        <Drawing key={layout} range={range} layout={layout} sentence={sentence} />
      ))}
    </>
  );
}

function Drawing({
  range,
  layout,
  sentence,
}: {
  range: { low: number; expected: number; high: number };
  layout: "wide" | "narrow";
  sentence: string;
}) {
  const { width, height, axisY, from, to, ticks, fine, bar, markX, low, high, expected } = valueRangeDrawing(
    range,
    layout,
  );
  return (
    <svg className={own[layout]} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
      <path className={own.axis} d={`M${from} ${axisY}H${to}`} />
      <path
        className="hl"
        d={`M0 ${axisY + 5}${fine.map((at, index) => `m${at - (fine[index - 1] ?? 0)}-5v5`).join("")}`}
      />
      {ticks.map(({ at, label }, index) => (
        <g key={label}>
          <path className={own.axis} d={`M${at} ${axisY}v10`} />
          <text
            className={css.faint}
            x={at}
            y={axisY + 26}
            textAnchor={index === 0 ? "start" : at > width - 24 ? "end" : "middle"}
          >
            {label}
          </text>
        </g>
      ))}
      <rect x={bar.x} y={axisY - 24} width={bar.width} height={24} fill={bandHatching} stroke="currentColor" />
      <path className={`mk ${own.mark}`} d={`M${markX} ${axisY - 38}V${axisY + 6}`} />
      {[low, high].map((end) => (
        <text key={end.label} x={end.x} y={end.y} textAnchor={end.anchor}>
          {end.label}
        </text>
      ))}
      <text className={own.expected} x={expected.x} y={expected.y} textAnchor={expected.anchor}>
        {expected.label}
      </text>
    </svg>
  );
}
