export type BreakdownRow = {
  /** As filters use it; empty for visits without this fact. */
  name: string;
  visits: number;
  /** 0 to 1. */
  bounceRate: number;
  averageVisitSeconds: number;
  /** Visits with a goal. */
  conversions: number;
};
export type Rows<Row> = { rows: Row[] /** How many rows there are in all. */; count: number };
export type RowRange = { limit: number; offset?: number /** Rows with this text in their name. */; search?: string };

export type PageRow = {
  path: string;
  views: number;
  visits: number;
  /** Seconds that the page was visible per view; null where no view reported it. */
  averageSeconds: number | null;
  averageScroll: number | null;
};
