/** Web vitals in the order of reports. */
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

export function ratingOf(vital: Vital, value: number): Rating {
  const { good, fair } = vitalLimits[vital];
  if (value <= good) return "good";
  return value <= fair ? "fair" : "poor";
}
