import { formatDecimal } from "#app/features/roi/wording/figures.ts";
import { linearScale } from "#app/lib/linear-scale.ts";
import { shortUsd } from "#app/lib/money.ts";
import { linePath } from "./line-path.ts";
import { moneyAxis, rounded, type Tick } from "./money-axis.ts";

export interface CashPathDrawing {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  zeroY: number;
  months: Tick[];
  money: Tick[];
  /** SVG path data of the running balances. */
  withRetainer: string;
  projectOnly: string;
  /** Where a balance crosses zero; null if it does not within the displayed months. */
  payback: { withRetainer: Mark | null; projectOnly: Mark | null };
  /** The end of each line, adjusted so that the labels do not overlap. */
  ends: { withRetainer: End; projectOnly: End };
}

export interface End {
  x: number;
  y: number;
  label: string;
  isUpper: boolean;
}

export interface Mark {
  x: number;
  label: string;
}

/** Minimum distance of the two end labels, in drawing units. */
const labelGap = 15;

export function cashPathDrawing(
  paths: { withRetainer: readonly number[]; projectOnly: readonly number[] },
  payback: { withRetainer: number | null; projectOnly: number | null },
  layout: "wide" | "narrow" | "print",
): CashPathDrawing {
  const wide = layout !== "narrow";
  const [width, height] = layout === "wide" ? [1160, 400] : layout === "print" ? [680, 260] : [300, 280];
  const [left, right] = wide ? [72, width - 78] : [48, width - 58];
  const [top, bottom] = [wide ? 28 : 38, height - 34];
  const last = Math.max(paths.withRetainer.length, paths.projectOnly.length) - 1;
  const values = [0, ...paths.withRetainer, ...paths.projectOnly];
  const { scale: flat, ticks } = moneyAxis(Math.min(...values), Math.max(...values), {
    from: 0,
    width: bottom - top,
    room: 0,
    count: wide ? 6 : 4,
  });
  const y = (usd: number) => rounded(bottom - flat(usd));
  const x = linearScale([0, Math.max(1, last)], [left, right]);
  const draw = (path: readonly number[]) => linePath(path.map((usd, month) => [rounded(x(month)), y(usd)]));
  const mark = (months: number | null): Mark | null =>
    months === null || months > last ? null : { x: rounded(x(months)), label: `${formatDecimal(months)} months` };
  const [withRetainer, projectOnly] = [paths.withRetainer.at(-1) ?? 0, paths.projectOnly.at(-1) ?? 0];
  const missing = Math.max(0, labelGap - Math.abs(y(withRetainer) - y(projectOnly))) / 2;
  const end = (path: readonly number[], usd: number, isUpper: boolean): End => ({
    x: rounded(x(path.length - 1)),
    y: rounded(y(usd) + (isUpper ? -missing : missing)),
    label: shortUsd(usd),
    isUpper,
  });
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    zeroY: y(0),
    months: range(0, last, wide ? 6 : 12).map((month) => ({ at: rounded(x(month)), label: String(month) })),
    money: ticks.map(({ at, label }) => ({ at: rounded(bottom - at), label })),
    withRetainer: draw(paths.withRetainer),
    projectOnly: draw(paths.projectOnly),
    payback: { withRetainer: mark(payback.withRetainer), projectOnly: mark(payback.projectOnly) },
    ends: {
      withRetainer: end(paths.withRetainer, withRetainer, withRetainer > projectOnly),
      projectOnly: end(paths.projectOnly, projectOnly, withRetainer <= projectOnly),
    },
  };
}

function range(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}
