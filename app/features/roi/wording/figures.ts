import { wholeUsd } from "#app/lib/money.ts";
import { formatDecimals, minusOf } from "#app/lib/numbers.ts";
import type { Flag, Way } from "../analysis-shape.ts";

/** The model's figures as text. The locale is fixed so that server, browser and PDF print the same characters. */

/** Printed instead of a first-year return of more than ten times. */
export const overTenfold = "over 10x, needs a call";

/** Three significant digits, no cents: `70263.95` → `$70,300`, `-4326.74` → `−$4,330`, `83.5` → `$84`, null → `–`. */
export function formatEstimate(usd: number | null): string {
  if (usd === null) return "–";
  return wholeUsd(Math.abs(usd) < 999.5 ? usd : Number(usd.toPrecision(3)));
}

/** `27.63` → `27.6 h/wk`; a positive value that would round to zero → `under 0.1 h/wk`. */
export const formatHours = (hoursPerWeek: number) =>
  `${hoursPerWeek > 0 && hoursPerWeek < 0.05 ? "under 0.1" : withSign(hoursPerWeek, 1)} h/wk`;

/** `10.08` → `10.1 months`; null (beyond the three-year horizon) → `not within 36 months`. */
export const formatMonths = (months: number | null) =>
  months === null ? "not within 36 months" : `${withSign(months, 1)} months`;

/** `27.63` → `27.6`, for a table row that names the unit; null → `–`. */
export const formatDecimal = (value: number | null) => (value === null ? "–" : withSign(value, 1));

/** `10.08` → `10.1`, for a table row that names the unit; null → `over 36`. */
export const formatMonthCount = (months: number | null) => (months === null ? "over 36" : formatDecimal(months));

/** `18.31` → `18.3%`, `265.49` → `265%`: three significant digits at most. */
export const formatPercent = (percent: number) => `${withSign(percent, Math.abs(percent) < 99.95 ? 1 : 0)}%`;

/** A share or a probability: `0.7489` → `75%`. */
export const formatShare = (share: number) => `${formatDecimals(share * 100, 0)}%`;

const overTenfoldFlag = {
  "project+retainer": "show_as_over_10x",
  project: "project_show_as_over_10x",
} as const satisfies Record<Way, Flag>;

/** Whether the return of a way is over ten times; pages do not print such a return. */
export const isOverTenfold = (way: Way, flags: readonly Flag[]): boolean => flags.includes(overTenfoldFlag[way]);

/** First-year return of a way in percent; `overTenfold` if flagged, `no investment` when nothing is spent. */
export function formatReturn(percent: number | null, way: Way, flags: readonly Flag[]): string {
  if (isOverTenfold(way, flags)) return overTenfold;
  return percent === null ? "no investment" : formatPercent(percent);
}

/** Yearly value per project dollar, `4.06` → `4.1x`; `overTenfold` if any return of the analysis is flagged. */
export function formatMultiple(multiple: number | null, flags: readonly Flag[]): string {
  if (isOverTenfold("project+retainer", flags)) return overTenfold;
  return multiple === null ? "no investment" : `${formatDecimals(multiple, 1)}x`;
}

function withSign(value: number, decimals: 0 | 1): string {
  const text = formatDecimals(Math.abs(value), decimals);
  return minusOf(value, text) + text;
}
