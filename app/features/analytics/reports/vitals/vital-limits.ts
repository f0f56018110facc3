export const vitalNames = ["lcp", "inp", "cls", "fcp", "ttfb", "fid"] as const;
export type Vital = (typeof vitalNames)[number];

/**
 * Values up to `good` are good, up to `fair` they need improvement, above that they are poor. Milliseconds, CLS without unit. From the
 * Web Vitals program (web.dev).
 */
export const vitalLimits: Readonly<Record<Vital, { good: number; fair: number }>> = {
  lcp: { good: 2500, fair: 4000 },
  inp: { good: 200, fair: 500 },
  cls: { good: 0.1, fair: 0.25 },
  fcp: { good: 1800, fair: 3000 },
  ttfb: { good: 800, fair: 1800 },
  fid: { good: 100, fair: 300 },
};

/** The vitals whose effect on goals is shown. */
export const ratedVitals = ["lcp", "inp", "cls"] as const satisfies Vital[];
export type RatedVital = (typeof ratedVitals)[number];

export const ratings = ["good", "fair", "poor"] as const;
export type Rating = (typeof ratings)[number];

/** Rounds the value as it is displayed: CLS to two decimals, other vitals to 10 ms from one second on, otherwise to the millisecond. */
export function shownValue(vital: Vital, value: number): number {
  if (vital === "cls") return Math.round(value * 100) / 100;
  return value >= 1000 ? Math.round(value / 10) * 10 : Math.round(value);
}

/** Rates the displayed value, so that a page never calls 2.5 s good in one place and slow in another. */
export function ratingOf(vital: Vital, value: number): Rating {
  const { good, fair } = vitalLimits[vital];
  const shown = shownValue(vital, value);
  if (shown <= good) return "good";
  return shown <= fair ? "fair" : "poor";
}
