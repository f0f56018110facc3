import css from "./two-weeks.module.css";

const days = 10;
const quartersPerDay = 32;
const column = 46;
const row = 13;
const left = 74;
const top = 40;
const width = days * column;
const height = quartersPerDay * row;

/** Path data of lines at equal distances, in relative steps: repeated text compresses to almost nothing. */
const rows = (count: number, step: number) => `M${left} ${top}${`h${width}m-${width} ${step}`.repeat(count)}h${width}`;
const columns = (count: number, step: number) =>
  `M${left} ${top}${`v${height}m${step}-${height}`.repeat(count)}v${height}`;

/** Every day but the last has one digit, and every digit has its own position. */
const digits = Array.from({ length: days - 1 }, (_, index) => index);
const middleOf = (day: number) => left + (day + 0.5) * column;

/**
 * Two working weeks in quarter hours, to scale: ten days of eight hours are 320 cells, and the analysis is the one that
 * is filled. The same comparison as in the words beside it.
 */
export function TwoWeeks() {
  const right = left + width;
  const bottom = top + height;
  return (
    <svg
      className={`full-width ${css.drawing}`}
      viewBox="30 10 516 488"
      role="img"
      aria-label="Two work weeks to scale, as 320 quarter hours: ten days of eight hours. One quarter hour is marked: the 15 minutes the analysis takes."
    >
      <path className={`stroked no-fill ${css.fine}`} d={rows(quartersPerDay, row)} />
      <path className={`stroked no-fill ${css.hour}`} d={rows(quartersPerDay / 4, row * 4)} />
      <path className={`stroked no-fill pen-100 ${css.day}`} d={columns(days, column)} />
      <text x={digits.map(middleOf).join(" ")} y={top - 12} textAnchor="middle">
        {digits.map((day) => day + 1).join("")}
      </text>
      <text x={middleOf(days - 1)} y={top - 12} textAnchor="middle">
        {days}
      </text>
      <path
        className={`stroked no-fill ${css.axes}`}
        d={`M${left - 22} ${top}V${bottom}M${left - 28} ${top}h12M${left - 28} ${bottom}h12`}
      />
      <text className={css.onLine} x={left - 22} y={top + height / 2 + 4} textAnchor="middle">
        8 h
      </text>
      <path
        className={`stroked no-fill ${css.axes}`}
        d={`M${left} ${bottom + 26}H${right}M${left} ${bottom + 20}v12M${right} ${bottom + 20}v12`}
      />
      <text className={css.onLine} x={left + width / 2} y={bottom + 30} textAnchor="middle">
        2 weeks of work
      </text>
      <rect className="mkf" x={left} y={top} width={column} height={row} />
      <rect
        className={`stroked pen-100 ${css.window}`}
        x={left + 2 * column}
        y={top}
        width={4 * column}
        height={row * 4}
      />
      <path
        className={`no-fill ${css.leader}`}
        d={`M${left + column} ${top + row / 2}h${column / 2}V${top + row * 2}H${left + 2 * column + 8}`}
      />
      <g className={css.label}>
        <text className={css.bold} x={left + 2 * column + 18} y={top + row * 2 + 2}>
          15 minutes
        </text>
        <text x={left + 2 * column + 18} y={top + row * 2 + 19}>
          your analysis
        </text>
      </g>
    </svg>
  );
}
