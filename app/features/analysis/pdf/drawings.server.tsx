import { Circle, G, Line, Path, Rect, Svg, Text } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { wayNames } from "#app/features/roi/wording/advice.ts";
import { barLabel } from "#app/features/roi/wording/bar-labels.ts";
import { formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { HatchedRect } from "#app/ui/pdf/hatch.server.tsx";
import { faces, ink, measure } from "#app/ui/pdf/ink.server.ts";
import { described } from "#app/ui/pdf/tagging.server.ts";
import { cashPathDrawing } from "../charts/cash-path-geometry.ts";
import type { Tick } from "../charts/money-axis.ts";
import { quadrantDrawing } from "../charts/quadrant-geometry.ts";
import { tornadoDrawing } from "../charts/tornado-geometry.ts";
import { valueRangeDrawing } from "../charts/value-range-geometry.ts";
import { wayFlow } from "../two-ways.ts";

/* The page's drawings as PDF, from the same geometry. Text scales with the geometry. */

type Look = { size?: number; color?: string; mono?: boolean; weight?: 400 | 520 | 600 };

function Word({
  x,
  y,
  anchor = "start",
  children,
  size = 11,
  color = ink.text,
  mono,
  weight = 400,
}: { x: number; y: number; anchor?: "start" | "middle" | "end"; children: string } & Look): ReactNode {
  return (
    <Text
      x={x}
      y={y}
      textAnchor={anchor}
      fill={color}
      style={{ fontSize: size, fontFamily: mono ? faces.mono : faces.sans, fontWeight: mono ? 400 : weight }}
    >
      {children}
    </Text>
  );
}

export function CoverRange({ result }: { result: Analysis }) {
  const [low, , high] = result.range.annualValue;
  const drawing = valueRangeDrawing({ low: low ?? 0, expected: result.annualValue, high: high ?? 0 }, "wide");
  const { width, height, axisY, bar, markX } = drawing;
  const pale = ink.blueprintText;
  return (
    <Svg
      width={measure}
      height={(measure * height) / width}
      viewBox={`0 0 ${width} ${height}`}
      {...described(
        `Annual value: low ${formatEstimate(low)}, expected ${formatEstimate(result.annualValue)}, high ${formatEstimate(high)}.`,
      )}
    >
      <Line x1={drawing.from} x2={drawing.to} y1={axisY} y2={axisY} stroke={pale} strokeWidth={0.75} />
      {drawing.fine.map((at) => (
        <Line key={at} x1={at} x2={at} y1={axisY} y2={axisY + 5} stroke={ink.blueprintLine} strokeWidth={0.5} />
      ))}
      {drawing.ticks.map(({ at, label }, index) => (
        <G key={at}>
          <Line x1={at} x2={at} y1={axisY} y2={axisY + 10} stroke={pale} strokeWidth={0.75} />
          <Word
            x={at}
            y={axisY + 25}
            anchor={index === 0 ? "start" : at > width - 24 ? "end" : "middle"}
            size={9}
            color={ink.blueprintText2}
            mono
          >
            {label}
          </Word>
        </G>
      ))}
      <HatchedRect x={bar.x} y={axisY - 24} width={bar.width} height={24} color={pale} step={4} />
      <Line x1={markX} x2={markX} y1={axisY - 38} y2={axisY + 6} stroke={ink.blueprintMark} strokeWidth={3} />
      {[drawing.low, drawing.high].map((end) => (
        <Word key={end.label} x={end.x} y={end.y} anchor={end.anchor} size={10} color={pale} mono>
          {end.label}
        </Word>
      ))}
      <Word
        x={drawing.expected.x}
        y={drawing.expected.y}
        anchor={drawing.expected.anchor}
        size={14}
        color={ink.blueprintMark}
        weight={600}
      >
        {drawing.expected.label}
      </Word>
    </Svg>
  );
}

/** `width` in points. */
export function PdfQuadrant({ result, width }: { result: Analysis; width: number }) {
  const drawing = quadrantDrawing(
    result.opportunities.map((one) => ({ ...one, title: findAutomation(one.id)?.title ?? one.id })),
    "print",
  );
  const { left, right, top, bottom, middleX, middleY, radius } = drawing;
  const soft = { size: 10, color: ink.text3, mono: true } as const;
  return (
    <Svg
      width={width}
      height={(width * drawing.height) / drawing.width}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      {...described(
        `Yearly value against effort to build: ${result.opportunities.map((one, index) => `${index + 1}. ${findAutomation(one.id)?.title ?? one.id}, ${formatEstimate(one.annualValue)} a year, effort ${one.effort} of 5`).join("; ")}.`,
      )}
    >
      {drawing.first && <Path d={drawing.first} fill={ink.trace} />}
      <MoneyLines ticks={drawing.money} left={left} right={right} size={soft.size} />
      <Path d={`M${middleX} ${top}V${bottom}M${left} ${middleY}H${right}`} stroke={ink.line2} strokeWidth={0.75} />
      {drawing.arcs.map((arc) => (
        <Path key={arc} d={arc} fill="none" stroke={ink.line2} strokeWidth={0.75} strokeDasharray="2 4" />
      ))}
      <Path d={`M${left} ${top}V${bottom}H${right}`} fill="none" stroke={ink.text} strokeWidth={1} />
      {drawing.efforts.map(({ at, label }) => (
        <G key={at}>
          <Line x1={at} x2={at} y1={bottom} y2={bottom + 5} stroke={ink.text} strokeWidth={1} />
          <Word x={at} y={bottom + 17} anchor="middle" {...soft}>
            {label}
          </Word>
        </G>
      ))}
      <Word x={left} y={drawing.height - 4} {...soft}>
        less
      </Word>
      <Word x={(left + right) / 2} y={drawing.height - 4} anchor="middle" {...soft}>
        Effort to build
      </Word>
      <Word x={right} y={drawing.height - 4} anchor="end" {...soft}>
        more
      </Word>
      {drawing.corners.map(({ text, x, y, anchor }) => (
        <Word key={text} x={x} y={y} anchor={anchor} {...soft}>
          {text}
        </Word>
      ))}
      {drawing.points.map(({ id, rank, inScope, x, y, label }) => (
        <G key={id}>
          <Circle
            cx={x}
            cy={y}
            r={radius}
            fill={inScope ? (rank === 1 ? ink.mark : ink.text) : ink.page}
            stroke={inScope ? "none" : ink.text}
            strokeWidth={1.25}
          />
          <Word x={x} y={y + 4} anchor="middle" size={11} weight={600} color={inScope ? ink.page : ink.text}>
            {String(rank)}
          </Word>
          <Word x={label.x} y={label.y} anchor={label.anchor} size={11} weight={520}>
            {label.text}
          </Word>
        </G>
      ))}
    </Svg>
  );
}

/** The grid of a vertical scale of money, with the amounts at its left. */
const MoneyLines = ({
  ticks,
  left,
  right,
  size,
}: {
  ticks: readonly Tick[];
  left: number;
  right: number;
  size: number;
}) =>
  ticks.map(({ at, label }) => (
    <G key={at}>
      <Line x1={left} x2={right} y1={at} y2={at} stroke={ink.line} strokeWidth={0.75} />
      <Word x={left - 6} y={at + 3.5} anchor="end" size={size} color={ink.text3} mono>
        {label}
      </Word>
    </G>
  ));

export function PdfTornado({ result }: { result: Analysis }) {
  const drawing = tornadoDrawing(result.tornado, wayFlow(result, result.tornadoOf).netY1, "print");
  const { width, height, plotTop, plotBottom, barHeight, expected } = drawing;
  return (
    <Svg
      width={measure}
      height={(measure * height) / width}
      viewBox={`0 0 ${width} ${height}`}
      {...described(
        `What moves the first-year net of ${wayNames[result.tornadoOf]} most: ${result.tornado.map((bar) => `${barLabel(bar.name)} ${formatEstimate(bar.low)} to ${formatEstimate(bar.high)}`).join(", ")}.`,
      )}
    >
      {drawing.ticks.map(({ at, label }) => (
        <G key={at}>
          <Line x1={at} x2={at} y1={plotTop} y2={plotBottom} stroke={ink.line} strokeWidth={0.75} />
          <Word x={at} y={plotBottom + 16} anchor="middle" size={9.5} color={ink.text3} mono>
            {label}
          </Word>
        </G>
      ))}
      {drawing.bars.map((bar) => (
        <G key={bar.name}>
          <HatchedRect x={bar.below.x} y={bar.barY} width={bar.below.width} height={barHeight} />
          <Rect x={bar.above.x} y={bar.barY} width={bar.above.width} height={barHeight} fill={ink.solid} />
          <Word x={bar.low.x - 6} y={bar.barY + barHeight / 2 + 4} anchor="end" size={9.5} mono>
            {bar.low.label}
          </Word>
          <Word x={bar.high.x + 6} y={bar.barY + barHeight / 2 + 4} size={9.5} mono>
            {bar.high.label}
          </Word>
          <Word x={0} y={bar.labelY - 1} size={11} weight={520}>
            {bar.name}
          </Word>
        </G>
      ))}
      <Line x1={expected.x} x2={expected.x} y1={plotTop - 8} y2={plotBottom} stroke={ink.mark} strokeWidth={2} />
      <Word x={expected.x} y={plotTop - 14} anchor="middle" size={11} weight={600}>
        {expected.label}
      </Word>
    </Svg>
  );
}

export function PdfCashPath({ result: { working, base, projectOnly } }: { result: Analysis }) {
  const drawing = cashPathDrawing(
    { withRetainer: working.cumulative.base, projectOnly: working.cumulative.projectOnly },
    { withRetainer: base.payback, projectOnly: projectOnly.payback },
    "print",
  );
  const { width, height, left, right, top, bottom, zeroY, payback, ends } = drawing;
  const soft = { size: 9.5, color: ink.text3, mono: true } as const;
  return (
    <Svg
      width={measure}
      height={(measure * height) / width}
      viewBox={`0 0 ${width} ${height}`}
      {...described(
        `Running balance over 36 months. With the retainer it pays back: ${formatMonths(base.payback)}. Without: ${formatMonths(projectOnly.payback)}.`,
      )}
    >
      <MoneyLines ticks={drawing.money} left={left} right={right} size={soft.size} />
      {drawing.months.map(({ at, label }) => (
        <G key={at}>
          <Line x1={at} x2={at} y1={zeroY - 4} y2={zeroY + 4} stroke={ink.text} strokeWidth={0.75} />
          <Word x={at} y={bottom + 16} anchor="middle" {...soft}>
            {label}
          </Word>
        </G>
      ))}
      <Word x={right} y={height - 4} anchor="end" {...soft}>
        months
      </Word>
      <Line x1={left} x2={right} y1={zeroY} y2={zeroY} stroke={ink.text} strokeWidth={1} />
      <Path d={drawing.projectOnly} fill="none" stroke={ink.text} strokeWidth={1.25} strokeDasharray="5 3" />
      <Path d={drawing.withRetainer} fill="none" stroke={ink.solid} strokeWidth={2} />
      {payback.projectOnly && (
        <G>
          <Circle cx={payback.projectOnly.x} cy={zeroY} r={4} fill={ink.page} stroke={ink.text} strokeWidth={1.25} />
          <Word x={payback.projectOnly.x - 7} y={zeroY - 10} anchor="end" size={10}>
            {payback.projectOnly.label}
          </Word>
        </G>
      )}
      {payback.withRetainer && (
        <G>
          <Line
            x1={payback.withRetainer.x}
            x2={payback.withRetainer.x}
            y1={zeroY - 14}
            y2={zeroY + 14}
            stroke={ink.mark}
            strokeWidth={2}
          />
          <Word x={payback.withRetainer.x + 7} y={zeroY + 21} size={10.5} weight={600}>
            {payback.withRetainer.label}
          </Word>
        </G>
      )}
      <Word x={ends.projectOnly.x + 7} y={ends.projectOnly.y + 4} size={10} mono>
        {ends.projectOnly.label}
      </Word>
      <Word x={ends.withRetainer.x + 7} y={ends.withRetainer.y + 4} size={10} mono>
        {ends.withRetainer.label}
      </Word>
      <G>
        <Line x1={left + 12} x2={left + 38} y1={top - 12} y2={top - 12} stroke={ink.solid} strokeWidth={2} />
        <Word x={left + 45} y={top - 8} size={10}>
          With the retainer
        </Word>
        <Line
          x1={left + 150}
          x2={left + 176}
          y1={top - 12}
          y2={top - 12}
          stroke={ink.text}
          strokeWidth={1.25}
          strokeDasharray="5 3"
        />
        <Word x={left + 183} y={top - 8} size={10}>
          Project only
        </Word>
      </G>
    </Svg>
  );
}

export function PdfOdds({ share }: { share: number }) {
  const solid = measure * share;
  return (
    <Svg width={measure} height={14} viewBox={`0 0 ${measure} 14`}>
      <HatchedRect x={Math.min(solid, measure - 1)} y={0.5} width={Math.max(1, measure - solid) - 0.5} height={13} />
      <Rect x={0} y={0} width={solid} height={14} fill={ink.solid} />
    </Svg>
  );
}

/** One process: hours by hand outlined, taken on hatched, back solid, on the scale of the largest. */
export function PdfHours({
  process,
  most,
  width,
}: {
  process: { manualHours: number; addressedHours: number; savedHours: number };
  most: number;
  width: number;
}) {
  const x = (hours: number) => ((width - 1) * hours) / most;
  return (
    <Svg width={width} height={11} viewBox={`0 0 ${width} 11`}>
      <Rect
        x={0.5}
        y={0.5}
        width={x(process.manualHours)}
        height={10}
        fill={ink.page}
        stroke={ink.line2}
        strokeWidth={0.75}
      />
      <HatchedRect x={0.5} y={0.5} width={x(process.addressedHours)} height={10} step={3} />
      <Rect x={0.5} y={0.5} width={x(process.savedHours)} height={10} fill={ink.solid} />
    </Svg>
  );
}

const partHatch = { fit: "diagonal", pain: "cross", readiness: "stipple", ease: "horizontal" } as const;

export function PdfScore({
  points,
  width,
}: {
  points: Readonly<Record<"value" | keyof typeof partHatch, number>>;
  width: number;
}) {
  const unit = (width - 1) / 100;
  let from = 0.5;
  const spans = (["value", "fit", "pain", "readiness", "ease"] as const).map((part) => {
    const span = { part, x: from, width: points[part] * unit };
    from += span.width;
    return span;
  });
  return (
    <Svg width={width} height={9} viewBox={`0 0 ${width} 9`}>
      <Rect x={0.5} y={0.5} width={width - 1} height={8} fill="none" stroke={ink.line2} strokeWidth={0.75} />
      {spans.map(({ part, ...span }) =>
        part === "value" ? (
          <Rect key={part} {...span} y={0.5} height={8} fill={ink.text} />
        ) : (
          <HatchedRect key={part} {...span} y={0.5} height={8} pattern={partHatch[part]} step={2.6} />
        ),
      )}
    </Svg>
  );
}
