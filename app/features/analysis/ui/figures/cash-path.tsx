import { memo } from "react";
import { cashPathDrawing } from "#app/features/analysis/charts/cash-path-geometry.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { bothForms, type Form } from "../revisions/both-forms.tsx";
import { AsTable } from "./as-table.tsx";
import css from "./drawing.module.css";

export const CashPath = memo(function CashPath({ result }: { result: Figures }) {
  const { base, projectOnly } = result.working.cumulative;
  const quarters = Array.from({ length: Math.ceil(base.length / 3) }, (_, index) => index * 3);
  return (
    <figure>
      <Drawings result={result} />
      <AsTable
        caption="Running balance at the end of each quarter"
        rows={quarters}
        rowKey={String}
        columns={[
          { label: "After month", heads: true, cell: (month) => month },
          {
            label: "With the retainer",
            numeric: true,
            cell: (month) => formatEstimate(base[month] ?? null),
          },
          {
            label: "Project only",
            numeric: true,
            cell: (month) => formatEstimate(projectOnly[month] ?? null),
          },
        ]}
      />
    </figure>
  );
});

type Figures = Pick<Analysis, "working" | "base" | "projectOnly">;

const Drawings = bothForms(function Drawing({
  result: { working, base, projectOnly },
  form,
}: {
  result: Figures;
  form: Form;
}) {
  const drawing = cashPathDrawing(
    { withRetainer: working.cumulative.base, projectOnly: working.cumulative.projectOnly },
    { withRetainer: base.payback, projectOnly: projectOnly.payback },
    form,
  );
  const { width, height, left, right, top, bottom, zeroY, payback, ends } = drawing;
  const sentence = `Running balance over 36 months. With the retainer it pays back: ${formatMonths(base.payback)}. Without: ${formatMonths(projectOnly.payback)}.`;
  const wide = form === "wide";
  return (
    <svg className={css[form]} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
      <path className={css.gridLine} d={drawing.money.map(({ at }) => `M${left} ${at}H${right}`).join("")} />
      <g className={css.faint} textAnchor="end">
        {drawing.money.map(({ at, label }) => (
          <text key={label} x={left - 8} y={at + 4}>
            {label}
          </text>
        ))}
        <text x={right} y={height - 2}>
          months
        </text>
      </g>
      <path
        className={css.zero}
        d={`M${left} ${zeroY}H${right}${drawing.months.map(({ at }) => `M${at} ${zeroY - 4}V${zeroY + 4}`).join("")}`}
      />
      <g className={css.faint} textAnchor="middle">
        {drawing.months.map(({ at, label }) => (
          <text key={label} x={at} y={bottom + 18}>
            {label}
          </text>
        ))}
      </g>
      <path className={css.second} d={drawing.projectOnly} />
      <path className={css.path} d={drawing.withRetainer} />
      {payback.projectOnly && (
        <>
          <circle className={css.dot} cx={payback.projectOnly.x} cy={zeroY} r={4.5} />
          <text className={css.halo} x={payback.projectOnly.x - 8} y={zeroY - 12} textAnchor="end">
            {payback.projectOnly.label}
          </text>
        </>
      )}
      {payback.withRetainer && (
        <>
          <path className="mk" d={`M${payback.withRetainer.x} ${zeroY - 16}V${zeroY + 16}`} />
          <text className={`${css.strong} ${css.halo}`} x={payback.withRetainer.x + 8} y={zeroY + 26}>
            {payback.withRetainer.label}
          </text>
        </>
      )}
      {[ends.projectOnly, ends.withRetainer].map((end) => (
        <text key={String(end.isUpper)} className={css.halo} x={end.x + 8} y={end.y + 4}>
          {end.label}
        </text>
      ))}
      <Key top={top} left={left} wide={wide} />
    </svg>
  );
});

function Key({ top, left, wide }: { top: number; left: number; wide: boolean }) {
  const second = wide ? 190 : 168;
  return (
    <g transform={`translate(${wide ? left + 12 : 4} ${top - 12})`}>
      <path className={css.path} d="M0 0H28" />
      <text x={36} y={4}>
        With the retainer
      </text>
      <path className={css.second} d={`M${second} 0H${second + 28}`} />
      <text x={second + 36} y={4}>
        Project only
      </text>
    </g>
  );
}
