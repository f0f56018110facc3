import type { Totals } from "../reports/figures/metrics.ts";
import type { Period } from "../reports/period/period.ts";

export type WeekReport = {
  period: Period;
  totals: Totals;
  before: Totals | null;
  /** The main change, as a sentence; null without a week to compare with. */
  change: string | null;
  pages: { path: string; views: number }[];
  sources: { name: string; visits: number }[];
};
