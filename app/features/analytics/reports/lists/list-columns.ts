import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { duration, percent } from "../figures/metrics.ts";
import { type ListKey, listOf } from "./lists.ts";

const columns = {
  visits: { label: "Visits", text: formatNumber },
  views: { label: "Views", text: formatNumber },
  times: { label: "Times", text: formatNumber },
  visitors: { label: "Visitors", text: formatNumber },
  rate: { label: "Rate", text: percent },
  bounceRate: { label: "Bounce rate", text: percent },
  seconds: { label: "Time", text: duration },
  scroll: { label: "Scrolled", text: (value: number) => percent(value / 100) },
  conversions: { label: "Conversions", text: formatNumber },
  conversionRate: { label: "Conversion rate", text: percent },
  revenue: { label: "Value", text: (value: number) => (value === 0 ? "–" : formatUsd(value)) },
} as const;
export type ListColumn = keyof typeof columns;

/** `page`: only in lists by page and element, where `name` is the element. */
export type ListRow = {
  name: string;
  page: string | null;
  figures: Partial<Record<ListColumn, number | null>>;
};

/** `count`: the number of all rows. */
export type Rows<Row> = { rows: Row[]; count: number };
/** `search`: a part of the name. */
export type RowRange = { limit: number; offset?: number; search?: string };

export type ListTotals = { visits: number; views: number; visitors: number };

/** Returns the metric that a list is sorted by, followed by its other metrics. */
export function columnsOf(key: ListKey): readonly ListColumn[] {
  const list = listOf(key);
  if (list.of === "visits") return ["visits", "bounceRate", "seconds", "conversions", "conversionRate"];
  if (list.of === "pages") return ["views", "visits", "seconds", "scroll"];
  return list.hasValue ? ["times", "visitors", "rate", "revenue"] : ["times", "visitors", "rate"];
}

export const columnLabel = (column: ListColumn): string => columns[column].label;

/** Returns a metric of a row; null if nothing was measured. `rate` is the share of all visitors. */
export function columnValue(row: ListRow, column: ListColumn, totals: ListTotals): number | null {
  if (column !== "rate") return row.figures[column] ?? null;
  return totals.visitors === 0 ? null : (row.figures.visitors ?? 0) / totals.visitors;
}

export function columnText(row: ListRow, column: ListColumn, totals: ListTotals): string {
  const value = columnValue(row, column, totals);
  return value === null ? "–" : columns[column].text(value);
}

export function shareOf(row: ListRow, totals: ListTotals): number {
  const { visits, views, visitors } = row.figures;
  const [part, whole] =
    views !== undefined
      ? [views, totals.views]
      : visits !== undefined
        ? [visits, totals.visits]
        : [visitors, totals.visitors];
  return whole === 0 ? 0 : Math.min((part ?? 0) / whole, 1);
}
