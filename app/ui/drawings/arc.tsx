import { classNames } from "../class-names.ts";
import css from "./arc.module.css";
import { arcPath, pointAt, type Quarter, radialPath, raysPath } from "./arc-geometry.ts";
import { Ticks } from "./ticks.tsx";

const hero: Quarter = { x: 690, y: 560, radius: 500 };
const heroBox = "70 20 650 590";
const stageAngles = [6, 24, 42, 60, 77] as const;
const innerAngles = [16, 51, 70] as const;
const innerOffset = -120;
const measureOffset = -52;

/** Label position in whole units, because fractions of a pixel are invisible in text. */
function labelAt(degrees: number, offset: number) {
  const { x, y } = pointAt(hero, degrees, offset);
  return { x: Math.round(x), y: Math.round(y) };
}

/** Texts of the home page's drawing; the geometry is fixed. */
export type HeroArcLabels = {
  label: string;
  stages: readonly { name: string; code: string }[];
  inner: readonly string[];
  /** Label of the yellow dimension arc over the first three stages. */
  measure: { name: string; value: string };
  center: string;
  base: string;
};

/**
 * The drawing of the home page: stages on an arc around one center. The vermilion arc is animated on arrival (`--d-draw`); with
 * reduced motion and in print it is complete. It is a layer of its own between two drawings, uncovered by moving two boxes
 * against each other: an animated stroke would paint the ticks and labels again in every frame.
 */
export function HeroArc({ label, stages, inner, measure, center, base }: HeroArcLabels) {
  const shown = stages.slice(0, stageAngles.length).map((stage, index) => ({ ...stage, degrees: stageAngles[index]! }));
  const steps = inner.slice(0, innerAngles.length).map((name, index) => ({ name, degrees: innerAngles[index]! }));
  const last = shown.at(-1)?.degrees ?? 90;
  const words = labelAt(24, -76);
  return (
    <div className={`grid ${css.stack}`} role="img" aria-label={label}>
      <svg className={css.hero} viewBox={heroBox} aria-hidden="true">
        <Ticks along={hero} step={2.5} nth={4} short={7} long={13} />
        <path className="ds" d={arcPath(hero, 0, 90, innerOffset)} />
        <path className="hl" d={arcPath(hero, 0, 90, -300)} />
        <path className={css.axes} d="M170 560H706M690 40V576" />
        <path
          className="hl"
          d={raysPath(
            hero,
            shown.map(({ degrees }) => degrees),
          )}
        />
        <path className={css.outer} d={arcPath(hero, 0, 90)} />
      </svg>
      <div className={css.cover}>
        <div className={css.uncovered}>
          <svg className={css.hero} viewBox={heroBox} aria-hidden="true">
            <path className={css.drawn} d={arcPath(hero, stageAngles[0], last)} />
          </svg>
        </div>
      </div>
      <svg className={css.hero} viewBox={heroBox} aria-hidden="true">
        {shown.map(({ name, code, degrees }) => {
          const node = pointAt(hero, degrees);
          const text = labelAt(degrees, 30);
          return (
            <g key={name}>
              <circle className={css.node} cx={node.x} cy={node.y} r="8" />
              <circle className="mkf" cx={node.x} cy={node.y} r="3" />
              <text className={css.fine} x={text.x} y={text.y - 2} dy="1.25em" textAnchor="end">
                {code}
              </text>
              <text className={css.bold} x={text.x} y={text.y - 2} textAnchor="end">
                {name}
              </text>
            </g>
          );
        })}
        {steps.map(({ name, degrees }) => {
          const { x, y } = pointAt(hero, degrees, innerOffset);
          return (
            <g key={name}>
              <rect className={css.node} x={x - 5} y={y - 5} width="10" height="10" />
              <text className={css.fine} x={x + 12} y={y + 5}>
                {name}
              </text>
            </g>
          );
        })}
        <path className="ln" d="M690 544v32M674 560h32" />
        <circle className="mkf" cx="690" cy="560" r="6" />
        <text className={css.bold} x="676" y="548" textAnchor="end">
          {center}
        </text>
        <path
          className={css.measure}
          d={
            arcPath(hero, 6, 42, measureOffset) +
            radialPath(hero, 6, measureOffset - 8, measureOffset + 8) +
            radialPath(hero, 42, measureOffset - 8, measureOffset + 8)
          }
        />
        <g className={css.measured}>
          <text x={words.x} y={words.y}>
            {measure.name}
          </text>
          <text className={css.bold} x={words.x} y={words.y} dy="1.35em">
            {measure.value}
          </text>
        </g>
        <path className={css.axes} d="M190 592H690M190 586v12M690 586v12" />
        <text className={css.onLine} x="440" y="596" textAnchor="middle">
          {base}
        </text>
      </svg>
    </div>
  );
}

const corners = {
  tall: { quarter: { x: 632, y: 900, radius: 620 }, box: "0 0 640 900", rings: [-150, -300, -450] },
  wide: { quarter: { x: 892, y: 480, radius: 430 }, box: "0 0 900 480", rings: [-110, -220, -330] },
} as const;

/** A quarter of the dial is 15 minutes: one tick per minute, 6 degrees. */
const minute = 6;
const stepMinutes = 5;
const stepEnds = [1, 2, 3].map((step) => step * stepMinutes);

/**
 * Fifteen minutes on a clock dial, marked with the ends of the analysis's three five-minute steps: behind the call to start
 * one, and next to the sign-in form (`tall`). Hidden from assistive technology, because it repeats the page's text.
 */
export function QuarterHour({
  shape = "wide",
  className,
}: {
  shape?: keyof typeof corners;
  className?: string | undefined;
}) {
  const { quarter, box, rings } = corners[shape];
  const ends = stepEnds.map((minutes) => ({ minutes, degrees: minutes * minute }));
  return (
    <svg
      className={classNames(css.corner, className)}
      viewBox={box}
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
    >
      <path className="ln" d={arcPath(quarter, 0, 90)} />
      <path className="hl" d={rings.map((offset) => arcPath(quarter, 0, 90, offset)).join("")} />
      <Ticks along={quarter} step={minute} nth={stepMinutes} short={9} long={20} />
      <path
        className="hl"
        d={raysPath(
          quarter,
          ends.map(({ degrees }) => degrees),
        )}
      />
      <path className={css.drawn} d={arcPath(quarter, 0, 90)} />
      {ends.map(({ minutes, degrees }) => {
        const { x, y } = pointAt(quarter, degrees);
        const label = pointAt(quarter, degrees, 30);
        return (
          <g key={minutes}>
            <circle className="mkf" cx={x} cy={y} r="6" />
            <text x={label.x - (degrees === 90 ? 12 : 0)} y={label.y + (degrees === 90 ? 8 : 0)} textAnchor="end">
              {minutes === 15 ? "15 minutes" : minutes}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
