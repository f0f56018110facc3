import css from "./claims-chart.module.css";
import type { hoursByManualHours } from "./worked-example.server.ts";

const left = 56;
const right = 620;
const top = 24;
const bottom = 360;
const manual = { from: 40, to: 150 };
const saved = { from: 0, to: 45 };
const round = (value: number) => Math.round(value * 10) / 10;
const x = (hours: number) => round(left + ((right - left) * (hours - manual.from)) / (manual.to - manual.from));
const y = (hours: number) => round(bottom - ((bottom - top) * (hours - saved.from)) / (saved.to - saved.from));

/** The stretches that the claims name, in hours a week; claims.test.ts holds the model to them. */
const windows = [
  { words: "10-30", manual: [45, 110], saved: [10, 30] },
  { words: "20-40", manual: [75, 145], saved: [20, 40] },
] as const;
const multiples = [75, 125] as const;

/** Hours returned by manual hours, computed, with the claims as windows that the line crosses from corner to corner. */
export function ClaimsChart({
  points,
  example,
}: {
  points: ReturnType<typeof hoursByManualHours>;
  example: { manual: number; saved: number };
}) {
  return (
    <svg
      className={`full-width ${css.chart}`}
      viewBox="0 0 640 466"
      role="img"
      aria-label="Chart computed by the model for the example firm: manual hours a week from 40 to 150 against hours saved. The line crosses the window of the claim 10-30 hours between 45 and 110 manual hours, the window of 20-40 hours between 75 and 145. The return of 3-5x holds between 75 and 125."
    >
      <defs>
        <pattern id="claim-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="hl" d="M0 0V7" />
        </pattern>
        <pattern id="claim-hatch-2" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path className="hl" d="M0 0V7" />
        </pattern>
      </defs>
      {windows.map(({ words, manual: [from, to], saved: [low, high] }, index) => (
        <g key={words}>
          <rect
            x={x(from)}
            y={y(high)}
            width={round(x(to) - x(from))}
            height={round(y(low) - y(high))}
            fill={`url(#claim-hatch${index ? "-2" : ""})`}
          />
          <path className="ln" d={`M${x(from)} ${y(low)}V${y(high)}H${x(to)}V${y(low)}z`} />
          <text className={css.words} x={x(from) + 10} y={y(high) + 22}>
            {words} h/wk
          </text>
        </g>
      ))}
      <path className="stroked no-fill pen-100" d={`M${left} ${top}V${bottom}H${right}`} />
      {[10, 20, 30, 40].map((hours) => (
        <g key={hours}>
          <path className="stroked no-fill pen-100" d={`M${left - 6} ${y(hours)}h6`} />
          <text x={left - 12} y={y(hours) + 4} textAnchor="end">
            {hours}
          </text>
        </g>
      ))}
      {[45, 75, 110, 145].map((hours) => (
        <g key={hours}>
          <path className="stroked no-fill pen-100" d={`M${x(hours)} ${bottom}v6`} />
          <text x={x(hours)} y={bottom + 22} textAnchor="middle">
            {hours}
          </text>
        </g>
      ))}
      <path
        className={`stroked no-fill ${css.line}`}
        d={points.map((point, index) => `${index ? "L" : "M"}${x(point.manual)} ${y(point.saved)}`).join("")}
      />
      <circle className="mkf" cx={x(example.manual)} cy={y(example.saved)} r="6" />
      <path className="hl" d={`M${x(example.manual)} ${y(example.saved)}V${y(5)}`} />
      <text className={css.marked} x={x(example.manual) + 8} y={y(5)}>
        {example.manual} h: {example.saved.toFixed(1)}
      </text>
      <path
        className="ln"
        d={`M${x(multiples[0])} ${bottom + 46}H${x(multiples[1])}M${x(multiples[0])} ${bottom + 39}v14M${x(multiples[1])} ${bottom + 39}v14`}
      />
      <text x={(x(multiples[0]) + x(multiples[1])) / 2} y={bottom + 68} textAnchor="middle">
        3-5x, {multiples[0]} to {multiples[1]} h
      </text>
      <text x={right} y={bottom + 96} textAnchor="end">
        manual hours a week
      </text>
      <text x="10" y="14">
        hours saved
      </text>
    </svg>
  );
}
