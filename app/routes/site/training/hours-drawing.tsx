import type { TrainingProgram } from "#app/features/content/texts/training-text.ts";
import { formatRounded } from "#app/lib/numbers.ts";
import css from "./hours-drawing.module.css";

const square = 34;
const perRow = 8;
const gap = 34;

/**
 * Every hour of the programs as a square, to scale. In the default programs the red one is the hour in which something of one's own goes
 * live.
 */
export function HoursDrawing({ programs, isOwn }: { programs: readonly TrainingProgram[]; isOwn: boolean }) {
  const rows = programs.map(({ hours }) => Math.ceil(hours / perRow));
  const tops = rows.map(
    (_, index) => 26 + rows.slice(0, index).reduce((sum, count) => sum + count * square + gap + 8, 0),
  );
  const bottom = tops.at(-1)! + rows.at(-1)! * square;
  const most = Math.max(...programs.map(({ hours }) => hours));
  return (
    <svg
      className={`full-width soft ${css.drawing}`}
      viewBox={`0 0 ${perRow * square + 4} ${bottom + 6}`}
      role="img"
      aria-label={`The programs in hours: ${programs.map(({ format, hours }) => `${format.toLowerCase()} ${formatRounded(hours, 1)}`).join(", ")}.${isOwn ? "" : " The last hour of the longest is marked: your own automation goes live."}`}
    >
      {programs.map(({ title, format, hours }, index) => (
        <g key={title}>
          <text x="2" y={tops[index]! - 9}>
            <tspan className={`strong ${css.bold}`}>{format}</tspan>
            <tspan>, {formatRounded(hours, 1)} h</tspan>
          </text>
          {Array.from({ length: Math.ceil(hours) }, (_, hour) => hour + 1).map((hour) => (
            <rect
              key={hour}
              className={!isOwn && hours === most && hour === hours ? "mkf" : `stroked pen-100 ${css.hour}`}
              x={2 + ((hour - 1) % perRow) * square}
              y={tops[index]! + Math.floor((hour - 1) / perRow) * square}
              width={square}
              height={square}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
