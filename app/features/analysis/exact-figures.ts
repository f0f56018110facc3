import type { Flag } from "#app/features/roi/analysis-shape.ts";
import { overTenfold } from "#app/features/roi/figures.ts";

/** Figures to the cent and the hundredth, for tables beside the rounded ones of `roi/figures.ts`. Null is no figure. */

const twoDecimals = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const oneDecimalFormat = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `32.55` → `32.6`: rounded like `formatHours`, without the unit. */
export const oneDecimal = (value: number): string => oneDecimalFormat.format(value);

const signed = (value: number, unit = "") => {
  const text = twoDecimals.format(Math.abs(value));
  return `${value < 0 && /[1-9]/.test(text) ? "−" : ""}${unit}${text}`;
};

/** `70263.95` → `$70,263.95`. */
export const exactUsd = (usd: number | null): string => (usd === null ? "–" : signed(usd, "$"));

/** `27.63` → `27.63`: hours or months, whose unit stands in the row. */
export const exactNumber = (value: number | null): string => (value === null ? "–" : signed(value));

/** `10.08` → `10.08`; null is past the three years that the model looks at. */
export const exactMonths = (months: number | null): string => (months === null ? "over 36" : signed(months));

/** `18.31` → `18.31%`; not printed at all when the analysis says that it needs a call. */
export function exactPercent(percent: number | null, flags: readonly Flag[]): string {
  if (flags.includes("show_as_over_10x")) return overTenfold;
  return percent === null ? "–" : `${signed(percent)}%`;
}
