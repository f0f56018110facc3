import type { ReactNode } from "react";
import { partNames, scoreParts as parts, scorePartsLabel } from "#app/features/analysis/sheets/opportunity-labels.ts";
import { currentModel, type ScorePart } from "#app/features/roi/inputs/parameters.ts";
import { formatDecimal } from "#app/features/roi/wording/figures.ts";
import css from "./score-bar.module.css";

/** The meaning of the hatches, which the bars below take from it. */
export function ScoreKey() {
  return (
    <p className={`cluster middle ${css.key}`}>
      <span className="note">Why chosen, of 100 points:</span>
      {parts.map((part, index) => (
        <span key={part} className={`middle gap-50 ${css.entry}`}>
          <Swatch part={part}>{index === 0 && <Hatches />}</Swatch>
          <span className="small">{`${partNames[part]} ${currentModel.score[part]}`}</span>
        </span>
      ))}
    </p>
  );
}

/** Below a `ScoreKey`. */
export function ScoreBar({ score, points }: { score: number; points: Readonly<Record<ScorePart, number>> }) {
  const spans = parts.map((part, index) => ({
    part,
    from: parts.slice(0, index).reduce((sum, earlier) => sum + points[earlier], 0),
    points: points[part],
  }));
  return (
    <div>
      <svg className={css.bar} width="100%" height="16" aria-hidden="true">
        <rect className={css.frame} y="0.5" width="100%" height="15" />
        {spans.map((span) => (
          <rect
            key={span.part}
            className={css.part}
            x={`${span.from}%`}
            y="0.5"
            width={`${span.points}%`}
            height="15"
            fill={fillOf(span.part)}
          />
        ))}
      </svg>
      <p className={`num ${css.words}`}>
        <b>{`${formatDecimal(score)} points`}</b>
        {`: ${scorePartsLabel(points)}`}
      </p>
    </div>
  );
}

function Swatch({ part, children }: { part: ScorePart; children: ReactNode }) {
  return (
    <svg width="22" height="14" aria-hidden="true">
      {children}
      <rect className={css.part} x="0.5" y="0.5" width="21" height="13" fill={fillOf(part)} />
    </svg>
  );
}

const fillOf = (part: ScorePart) => (part === "value" ? "currentColor" : `url(#score-${part})`);

function Hatches() {
  const square = { width: 6, height: 6, patternUnits: "userSpaceOnUse" } as const;
  return (
    <>
      <pattern id="score-fit" {...square} patternTransform="rotate(45)">
        <path className={css.line} d="M0 0V6" />
      </pattern>
      <pattern id="score-pain" {...square} patternTransform="rotate(45)">
        <path className={css.line} d="M0 0V6M0 0H6" />
      </pattern>
      <pattern id="score-readiness" {...square}>
        <circle cx="3" cy="3" r="1" fill="currentColor" />
      </pattern>
      <pattern id="score-ease" {...square}>
        <path className={css.line} d="M0 3H6" />
      </pattern>
    </>
  );
}
