import { addDays, addMonths, monthOf } from "#app/lib/calendar-dates.ts";
import { wallClock } from "#app/lib/wall-clock.ts";
import { instantsOf, type Period } from "./period.ts";
import type { Span } from "./report-sql.ts";

/** A day or a month (by its first day) whose sums are stored. */
export type StoredSpan = { isMonth: boolean; day: string };

/** What a report reads from sums, and the spans of which it reads rows. */
export type SumPlan = { spans: readonly StoredSpan[]; parts: readonly Span[] };

/** With more gaps between stored days, all rows are read. */
const maxParts = 6;

const lastOf = ({ isMonth, day }: StoredSpan) => (isMonth ? addDays(`${addMonths(monthOf(day), 1)}-01`, -1) : day);

export const spanPeriod = (span: StoredSpan, timezone: string): Period => ({
  from: span.day,
  to: lastOf(span),
  timezone,
});

/** Covers a period with stored months and days. `withMonths`: unless buckets are shorter. */
export function planOf(period: Period, stored: readonly StoredSpan[], withMonths: boolean): SumPlan {
  const { start, end } = instantsOf(period);
  const rowsOnly = { spans: [], parts: [{ start, end }] };
  if (stored.length === 0) return rowsOnly;
  const { timezone, until } = period;
  // A period that ends within a day is compared with an unfinished one.
  const last = until === undefined ? period.to : addDays(wallClock(end, timezone).date, -1);
  const known = new Map<string, StoredSpan>();
  for (const span of stored) {
    if (span.isMonth ? withMonths && lastOf(span) <= last : !known.has(span.day)) known.set(span.day, span);
  }
  const spans: StoredSpan[] = [];
  const gaps: { from: string; to: string }[] = [];
  for (let day = period.from; day <= period.to; ) {
    const span = day <= last ? known.get(day) : undefined;
    if (span) spans.push(span);
    else if (gaps.length > 0 && addDays(gaps.at(-1)!.to, 1) === day) gaps.at(-1)!.to = day;
    else gaps.push({ from: day, to: day });
    day = addDays(span ? lastOf(span) : day, 1);
  }
  if (gaps.length > maxParts || spans.length === 0) return rowsOnly;
  const parts = gaps.map((gap): Span => {
    const part = instantsOf({ ...gap, timezone });
    return { start: part.start, end: new Date(Math.min(part.end.getTime(), end.getTime())) };
  });
  return { spans, parts: parts.filter((part) => part.start < part.end) };
}
