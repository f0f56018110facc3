export const vitalNames = ["lcp", "inp", "cls", "fcp", "ttfb", "fid"] as const;
export type Vital = (typeof vitalNames)[number];

/**
 * Up to `good` a value is good, up to `fair` it needs improvement, above it is poor. Milliseconds, CLS without unit. The
 * limits are those of the Web Vitals program (web.dev).
 */
export const vitalLimits: Readonly<Record<Vital, { good: number; fair: number }>> = {
  lcp: { good: 2500, fair: 4000 },
  inp: { good: 200, fair: 500 },
  cls: { good: 0.1, fair: 0.25 },
  fcp: { good: 1800, fair: 3000 },
  ttfb: { good: 800, fair: 1800 },
  fid: { good: 100, fair: 300 },
};

export type Rating = "good" | "fair" | "poor";

/** The value as it is shown: CLS with two decimals, from a second on to 10 ms, else to the millisecond. */
export function shownValue(vital: Vital, value: number): number {
  if (vital === "cls") return Math.round(value * 100) / 100;
  return value >= 1000 ? Math.round(value / 10) * 10 : Math.round(value);
}

/** Rates the value that is shown, so that a page never calls 2.5 s good and 2.5 s too slow. */
export function ratingOf(vital: Vital, value: number): Rating {
  const { good, fair } = vitalLimits[vital];
  const shown = shownValue(vital, value);
  if (shown <= good) return "good";
  return shown <= fair ? "fair" : "poor";
}
