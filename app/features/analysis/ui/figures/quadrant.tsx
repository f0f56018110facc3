import { quadrantDrawing } from "#app/features/analysis/charts/quadrant-geometry.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { Opportunity } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { bothForms, type Form } from "../revisions/both-forms.tsx";
import css from "./drawing.module.css";
import own from "./quadrant.module.css";

/** The adjacent list is the drawing's table. */
export function Quadrant({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const candidates = opportunities.map((opportunity) => ({
    ...opportunity,
    title: findAutomation(opportunity.id)?.title ?? opportunity.id,
  }));
  const sentence = `Yearly value against effort to build.${opportunities.some(({ inScope }) => inScope) ? "" : " Nothing is in scope yet."} ${candidates
    .map(
      ({ title, annualValue, effort }, index) =>
        `${index + 1}: ${title}, ${formatEstimate(annualValue)}, effort ${effort} of 5`,
    )
    .join("; ")}.`;
  return (
    <figure className="grid gap-60">
      <Drawings candidates={candidates} sentence={sentence} />
      <figcaption className="note">
        {opportunities.some(({ inScope }) => inScope)
          ? "Each arc joins points of equal priority. Hollow: not in scope yet."
          : "Nothing is in scope yet: every point is hollow."}
      </figcaption>
    </figure>
  );
}

const Drawings = bothForms(function Drawing({
  candidates,
  form,
  sentence,
}: {
  candidates: Parameters<typeof quadrantDrawing>[0];
  form: Form;
  sentence: string;
}) {
  const drawing = quadrantDrawing(candidates, form);
  const { width, height, left, right, top, bottom, middleX, middleY, radius } = drawing;
  return (
    <svg
      className={form === "wide" ? own.wide : own.narrow}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={sentence}
    >
      {drawing.first && <path className={own.first} d={drawing.first} />}
      <path className={css.gridLine} d={drawing.money.map(({ at }) => `M${left} ${at}H${right}`).join("")} />
      <g className={css.faint} textAnchor="end">
        {drawing.money.map(({ at, label }) => (
          <text key={label} x={left - 7} y={at + 4}>
            {label}
          </text>
        ))}
        <text x={right} y={height - 6}>
          more
        </text>
      </g>
      <path className={own.cross} d={`M${middleX} ${top}V${bottom}M${left} ${middleY}H${right}`} />
      {drawing.arcs.map((arc) => (
        <path key={arc} className={own.arc} d={arc} />
      ))}
      <path
        className={css.zero}
        d={`M${left} ${top}V${bottom}H${right}${drawing.efforts.map(({ at }) => `M${at} ${bottom}v5`).join("")}`}
        fill="none"
      />
      <g className={css.faint} textAnchor="middle">
        {drawing.efforts.map(({ at, label }) => (
          <text key={label} x={at} y={bottom + 18}>
            {label}
          </text>
        ))}
        <text x={(left + right) / 2} y={height - 6}>
          Effort to build
        </text>
      </g>
      <text className={css.faint} x={left} y={height - 6}>
        less
      </text>
      <g className={own.corner}>
        {drawing.corners.map(({ text, x, y, anchor }) => (
          <text key={text} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </g>
      {drawing.points.map(({ id, rank, inScope, x, y, label }) => (
        <g key={id}>
          <circle className={inScope ? (rank === 1 ? own.leader : own.point) : own.hollow} cx={x} cy={y} r={radius} />
          <text className={inScope ? own.rank : own.hollowRank} x={x} y={y + 4}>
            {rank}
          </text>
          <text className={`${own.name} ${css.halo}`} x={label.x} y={label.y} textAnchor={label.anchor}>
            {label.text}
          </text>
        </g>
      ))}
    </svg>
  );
}, 600);
