import { idealClient } from "#app/features/content/pages/ideal-client.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import css from "./fit-scales.module.css";

type Scale = {
  name: string;
  x: number;
  from: number;
  to: number;
  fits: readonly [number, number];
  ticks: readonly { at: number; label: string }[];
  example: { at: number; label: string };
};

const { revenue, people, tools } = idealClient;
const maxTools = 70;

const scales: readonly Scale[] = [
  {
    name: "Revenue, USD",
    x: 130,
    from: 100_000,
    to: 500_000_000,
    fits: [revenue.fromUsd, revenue.toUsd],
    ticks: [
      { at: 100_000, label: "0.1M" },
      { at: 1_000_000, label: "1M" },
      { at: 10_000_000, label: "10M" },
      { at: 50_000_000, label: "50M" },
      { at: 500_000_000, label: "500M" },
    ],
    // The middle of the example's band of 5M to 10M on this scale.
    example: { at: Math.sqrt(5_000_000 * 10_000_000), label: "5-10M" },
  },
  {
    name: "Employees",
    x: 330,
    from: 1,
    to: 2000,
    fits: [people.from, people.to],
    ticks: [
      { at: 1, label: "1" },
      { at: 10, label: "10" },
      { at: 200, label: "200" },
      { at: 2000, label: "2,000" },
    ],
    example: { at: exampleFirm.company.employees, label: String(exampleFirm.company.employees) },
  },
  {
    name: "Tools",
    x: 530,
    from: 1,
    to: maxTools,
    fits: [tools.from, maxTools],
    ticks: [
      { at: 1, label: "1" },
      { at: 3, label: "3" },
      { at: 30, label: "30" },
      { at: maxTools, label: String(maxTools) },
    ],
    example: { at: exampleFirm.stack.length, label: String(exampleFirm.stack.length) },
  },
];

const top = 62;
const bottom = 500;
const round = (value: number) => Math.round(value * 10) / 10;

function heightOf({ from, to }: Scale, value: number): number {
  return round(bottom - ((bottom - top) * Math.log(value / from)) / Math.log(to / from));
}

/** One to nine of every decade within the scale. */
function minorTicks(scale: Scale): number[] {
  const ticks: number[] = [];
  for (let decade = scale.from; decade <= scale.to; decade *= 10)
    for (let digit = 1; digit < 10; digit += 1) if (digit * decade <= scale.to) ticks.push(digit * decade);
  return ticks;
}

/** Three logarithmic scales with the stretch that fits, and the example firm as a line across them. */
export function FitScales() {
  const points = scales.map((scale) => ({ x: scale.x, y: heightOf(scale, scale.example.at), scale }));
  return (
    <svg
      className={`full-width ${css.drawing}`}
      viewBox="20 10 600 520"
      role="img"
      aria-label="Three logarithmic scales with the range that fits marked on each: revenue 1M to 50M USD, 10 to 200 employees, 3 tools or more. A line joins the values of the example firm: 5M to 10M, 45 employees, 10 tools."
    >
      <defs>
        <pattern id="fit-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="ln" d="M0 0V6" />
        </pattern>
      </defs>
      {scales.map((scale) => {
        const y = (value: number) => heightOf(scale, value);
        const [low, high] = scale.fits;
        return (
          <g key={scale.name}>
            <text className={css.name} x={scale.x} y="38" textAnchor="middle">
              {scale.name}
            </text>
            <path
              className="hl"
              d={minorTicks(scale)
                .map((tick) => `M${scale.x} ${y(tick)}h-8`)
                .join("")}
            />
            <path className="ln" d={`M${scale.x} ${top}V${bottom}`} />
            <rect x={scale.x} y={y(high)} width="18" height={round(y(low) - y(high))} fill="url(#fit-hatch)" />
            <path className="ln" d={`M${scale.x} ${y(high)}h18V${y(low)}h-18`} />
            {scale.ticks.map(({ at, label }) => (
              <g key={label}>
                <path className="ln" d={`M${scale.x} ${y(at)}h-14`} />
                <text x={scale.x - 20} y={y(at) + 4} textAnchor="end">
                  {label}
                </text>
              </g>
            ))}
          </g>
        );
      })}
      <path className="mk" d={points.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("")} />
      {points.map(({ x, y, scale }) => (
        <g key={scale.name}>
          <circle className={css.point} cx={x} cy={y} r="6" />
          <text className={css.reading} x={x + 26} y={y - 10}>
            {scale.example.label}
          </text>
        </g>
      ))}
    </svg>
  );
}
