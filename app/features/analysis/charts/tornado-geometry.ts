import type { TornadoBar } from "#app/features/roi/analysis-shape.ts";
import { barLabel } from "#app/features/roi/wording/bar-labels.ts";
import { shortUsd } from "#app/lib/money.ts";
import { moneyAxis, rounded, type Tick } from "./money-axis.ts";

/** One bar: hatched below the expected value, solid above. */
export interface DrawnBar {
  name: string;
  labelY: number;
  barY: number;
  below: { x: number; width: number };
  above: { x: number; width: number };
  low: { x: number; label: string };
  high: { x: number; label: string };
}

export interface TornadoDrawing {
  width: number;
  height: number;
  barHeight: number;
  plotTop: number;
  plotBottom: number;
  expected: { x: number; label: string };
  ticks: Tick[];
  bars: DrawnBar[];
}

/** Centered on the expected first-year net. Wide and print: names left of the bars; narrow: above them. */
export function tornadoDrawing(
  bars: readonly TornadoBar[],
  expected: number,
  layout: "wide" | "narrow" | "print",
): TornadoDrawing {
  const wide = layout !== "narrow";
  const { width, names, row, barHeight } = sizes[layout];
  const plotTop = 34;
  const plotBottom = plotTop + row * bars.length + 4;
  const ends = [expected, ...bars.flatMap(({ low, high }) => [low, high])];
  const { scale, ticks } = moneyAxis(Math.min(...ends), Math.max(...ends), {
    from: names,
    width: width - names,
    room: wide ? 66 : 58,
    count: wide ? 5 : 3,
  });
  const middle = scale(expected);
  return {
    width,
    height: plotBottom + 26,
    barHeight,
    plotTop,
    plotBottom,
    expected: { x: rounded(middle), label: `Expected ${shortUsd(expected)}` },
    ticks,
    bars: bars.map((bar, index) => {
      const top = plotTop + row * index;
      const [left, right] = [scale(bar.low), scale(bar.high)];
      return {
        name: barLabel(bar.name),
        labelY: wide ? top + row / 2 + 5 : top + 18,
        barY: wide ? top + (row - barHeight) / 2 : top + 26,
        below: span(Math.min(left, middle), middle),
        above: span(middle, Math.max(right, middle)),
        low: { x: rounded(Math.min(left, middle)), label: shortUsd(bar.low) },
        high: { x: rounded(Math.max(right, middle)), label: shortUsd(bar.high) },
      };
    }),
  };
}

const sizes = {
  wide: { width: 680, names: 200, row: 30, barHeight: 18 },
  narrow: { width: 300, names: 0, row: 50, barHeight: 18 },
  print: { width: 680, names: 190, row: 28, barHeight: 16 },
} as const;

const span = (from: number, to: number) => ({ x: rounded(from), width: Math.max(0, rounded(to) - rounded(from)) });
