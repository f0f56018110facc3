import { addDays, addMonths, monthOf } from "#app/lib/calendar-dates.ts";
import { wallClock } from "#app/lib/wall-clock.ts";
import { instantsOf, type Period } from "./period.ts";
import type { Span } from "./report-sql.ts";

/** A day or a month (by its first day) whose sums are stored. */
export type StoredSpan = { isMonth: boolean; day: string };

/** What a report reads from sums, and the spans of which it reads rows. `days`: the same as `spans` without months. */
export type SumPlan = { spans: readonly StoredSpan[]; days: readonly StoredSpan[]; parts: readonly Span[] };

/** With more gaps between stored days, all rows are read. */
const maxParts = 6;

const lastOf = ({ isMonth, day }: StoredSpan) => (isMonth ? addDays(`${addMonths(monthOf(day), 1)}-01`, -1) : day);

export const spanPeriod = (span: StoredSpan, timezone: string): Period => ({
  from: span.day,
  to: lastOf(span),
  timezone,
});

/** Covers a period with stored days, and with months in their place. */
export function planOf(period: Period, stored: readonly StoredSpan[]): SumPlan {
  const { start, end } = instantsOf(period);
  const rowsOnly = { spans: [], days: [], parts: [{ start, end }] };
  if (stored.length === 0) return rowsOnly;
  const { timezone, until } = period;
  // A period that ends within a day is compared with an unfinished one.
  const last = until === undefined ? period.to : addDays(wallClock(end, timezone).date, -1);
  const known = new Set(stored.flatMap(({ isMonth, day }) => (isMonth || day > last ? [] : day)));
  const days: StoredSpan[] = [];
  const gaps: { from: string; to: string }[] = [];
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) {
    if (known.has(day)) days.push({ isMonth: false, day });
    else if (gaps.length > 0 && addDays(gaps.at(-1)!.to, 1) === day) gaps.at(-1)!.to = day;
    else gaps.push({ from: day, to: day });
  }
  if (gaps.length > maxParts || days.length === 0) return rowsOnly;
  const months = stored.filter(
    (span) =>
      span.isMonth && span.day >= period.from && !gaps.some(({ from, to }) => from <= lastOf(span) && to >= span.day),
  );
  const parts = gaps.map((gap): Span => {
    const part = instantsOf({ ...gap, timezone });
    return { start: part.start, end: new Date(Math.min(part.end.getTime(), end.getTime())) };
  });
  return {
    spans: [...months, ...days.filter(({ day }) => !months.some((month) => monthOf(month.day) === monthOf(day)))],
    days,
    parts: parts.filter((part) => part.start < part.end),
  };
}
