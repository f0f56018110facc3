import { addDays, addMonths, monthOf } from "#app/lib/dates/calendar-dates.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { bucketDays, instantsOf, type Period } from "../period/period.ts";
import type { Span } from "../report-sql.ts";

export const spanUnits = ["day", "week", "month"] as const;
export type SpanUnit = (typeof spanUnits)[number];
/** A day, a week (by its Monday) or a month (by its first day) with stored sums. */
export type StoredSpan = { unit: SpanUnit; day: string };

/**
 * What a report reads from sums, and the spans of which it reads rows. `months` and `days`: the same as `spans` in months and days, and in
 * days, for buckets.
 */
export type SumPlan = Record<"spans" | "months" | "days", readonly StoredSpan[]> & { parts: readonly Span[] };

/** With more gaps between stored days, all rows are read. */
const maxParts = 6;

function lastOf({ unit, day }: StoredSpan): string {
  if (unit === "month") return addDays(`${addMonths(monthOf(day), 1)}-01`, -1);
  return unit === "week" ? addDays(day, 6) : day;
}

export const spanPeriod = (span: StoredSpan, timezone: string): Period => ({
  from: span.day,
  to: lastOf(span),
  timezone,
});

/** Covers a period with stored days, and with months and weeks in their place. */
export function planOf(period: Period, stored: readonly StoredSpan[]): SumPlan {
  const { start, end } = instantsOf(period);
  const rowsOnly = { spans: [], months: [], days: [], parts: [{ start, end }] };
  if (stored.length === 0) return rowsOnly;
  const { timezone, until } = period;
  // A period that ends within a day is compared with an unfinished one.
  const last = until === undefined ? period.to : addDays(wallClock(end, timezone).date, -1);
  const known = new Set(stored.flatMap(({ unit, day }) => (unit !== "day" || day > last ? [] : day)));
  const days: StoredSpan[] = [];
  const gaps: { from: string; to: string }[] = [];
  const dates = bucketDays(period, "day");
  for (const [index, day] of dates.entries()) {
    if (known.has(day)) days.push({ unit: "day", day });
    else if (gaps.length > 0 && gaps.at(-1)!.to === dates[index - 1]) gaps.at(-1)!.to = day;
    else gaps.push({ from: day, to: day });
  }
  if (gaps.length > maxParts || days.length === 0) return rowsOnly;
  const places = new Map(dates.map((day, index) => [day, index]));
  const covered = (units: readonly SpanUnit[]): StoredSpan[] => {
    const free = new Set(days.map(({ day }) => day));
    return units.flatMap((unit) =>
      stored.filter((span) => {
        if (span.unit !== unit) return false;
        const [first, final] = [places.get(span.day), places.get(lastOf(span))];
        if (first === undefined || final === undefined) return false;
        const own = dates.slice(first, final + 1);
        const isFree = own.every((day) => free.has(day));
        if (isFree) for (const day of own) free.delete(day);
        return isFree;
      }),
    );
  };
  const parts = gaps.map((gap): Span => {
    const part = instantsOf({ ...gap, timezone });
    return { start: part.start, end: new Date(Math.min(part.end.getTime(), end.getTime())) };
  });
  return {
    ...{ spans: covered(["month", "week", "day"]), months: covered(["month", "day"]), days },
    parts: parts.filter((part) => part.start < part.end),
  };
}
