import type { Period } from "./reports/period.ts";
import type { Change } from "./weekly-change.ts";

/** A week in figures, for the mail. */
export type WeekReport = {
  period: Period;
  visits: number;
  visitors: number;
  views: number;
  /** Null if nothing was counted in the week before. */
  before: { visits: number; visitors: number; views: number } | null;
  /** What changed most; null if nothing did, or there is nothing to compare with. */
  change: Change | null;
  pages: { path: string; views: number }[];
  sources: { name: string; visits: number }[];
};
