import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { shortUsd } from "#app/lib/money.ts";
import { moneyAxis, rounded, type Tick } from "./money-axis.ts";

export interface ValueRangeDrawing {
  width: number;
  height: number;
  axisY: number;
  from: number;
  to: number;
  ticks: Tick[];
  /** Unlabeled ticks between the labeled ones. */
  fine: number[];
  bar: { x: number; width: number };
  markX: number;
  low: Placed;
  high: Placed;
  expected: Placed;
}

interface Placed {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  label: string;
}

/** Room for "High $999.9K" in 12 px mono, and its distance from the mark. */
const endLabelWidth = 94;

export function valueRangeDrawing(
  { low, expected, high }: { low: number; expected: number; high: number },
  layout: "wide" | "narrow",
): ValueRangeDrawing {
  const wide = layout === "wide";
  const width = wide ? 500 : 300;
  const most = Math.max(high, expected, 1) * (wide ? 1.28 : 1.12);
  const { scale, ticks } = moneyAxis(0, most, { from: 0, width, room: 2, count: wide ? 5 : 3 });
  const [left, right] = [rounded(scale(low)), rounded(scale(high))];
  const step = ticks.length > 1 ? (ticks[1]!.at - ticks[0]!.at) / 5 : 0;
  const fine = ticks.slice(0, -1).flatMap(({ at }) => [1, 2, 3, 4].map((part) => rounded(at + part * step)));
  const middle = rounded(scale(expected));
  // Narrow: both end labels are above the bar, on either side of the mark.
  const parting = Math.min(Math.max(middle, endLabelWidth), width - endLabelWidth);
  return {
    width,
    height: 116,
    axisY: 84,
    from: 2,
    to: width - 2,
    ticks,
    fine,
    bar: { x: left, width: rounded(right - left) },
    markX: middle,
    low: wide
      ? { x: left - 9, y: 76, anchor: "end", label: `Low ${formatEstimate(low)}` }
      : { x: parting - 8, y: 50, anchor: "end", label: `Low ${shortUsd(low)}` },
    high: wide
      ? { x: right + 9, y: 76, anchor: "start", label: `High ${formatEstimate(high)}` }
      : { x: parting + 8, y: 50, anchor: "start", label: `High ${shortUsd(high)}` },
    expected: {
      x: Math.min(Math.max(middle, 85), width - 85),
      y: wide ? 38 : 24,
      anchor: "middle",
      label: `Expected ${formatEstimate(expected)}`,
    },
  };
}
