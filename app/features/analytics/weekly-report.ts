import type { Totals } from "./reports/metrics.ts";
import type { Period } from "./reports/period.ts";

export type WeekReport = {
  period: Period;
  totals: Totals;
  /** Null if nothing was counted in the week before. */
  before: Totals | null;
  /** The one thing that changed most, as a sentence; null if there is nothing to compare with. */
  change: string | null;
  pages: { path: string; views: number }[];
  sources: { name: string; visits: number }[];
};
