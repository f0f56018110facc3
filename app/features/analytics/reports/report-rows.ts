export type BreakdownRow = {
  /** In the form of filter values; empty for visits without this fact. */
  name: string;
  visits: number;
  /** 0 to 1. */
  bounceRate: number;
  averageVisitSeconds: number;
  conversions: number;
};
/** `count`: the number of all rows. */
export type Rows<Row> = { rows: Row[]; count: number };
/** `search`: a part of the name. */
export type RowRange = { limit: number; offset?: number; search?: string };

export type PageRow = {
  path: string;
  views: number;
  visits: number;
  /** Seconds that the page was visible per view; null if no view reported it. */
  averageSeconds: number | null;
  averageScroll: number | null;
};

/** `timed` and `scrolled`: the number of views that reported `seconds` and `scroll`. */
export type PageSums = Pick<PageRow, "path" | "views" | "visits"> &
  Record<"seconds" | "timed" | "scroll" | "scrolled", number>;
