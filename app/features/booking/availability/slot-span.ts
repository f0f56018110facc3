import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { maxRangeDays } from "../booking.ts";
import { startOfDate } from "./open-hours.ts";

/**
 * Returns the span between two ends, each an ISO date (a whole day of `timezone`, so the last date is included) or an instant with its
 * offset. Refusals: range_backwards; range_too_long, when the ends are more than 62 days apart.
 */
export function slotSpan(
  { from, to }: { from: string; to: string },
  timezone: string,
): Result<{ start: Date; end: Date }, Refusal<"range_backwards" | "range_too_long">> {
  const start = firstInstant(from, timezone);
  if (firstInstant(to, timezone) < start) return refuse("range_backwards");
  if (firstInstant(to, timezone) > furthest(from, start, timezone)) return refuse("range_too_long");
  return ok({
    start: new Date(start),
    end: new Date(isDate(to) ? startOfDate(addDays(to, 1), timezone) : Date.parse(to)),
  });
}

/** Dates are counted on the calendar, so that two dates can be 62 days apart across a clock change. */
const furthest = (from: string, start: number, timezone: string) =>
  isDate(from) ? startOfDate(addDays(from, maxRangeDays), timezone) : start + maxRangeDays * dayMs;

const firstInstant = (end: string, timezone: string) => (isDate(end) ? startOfDate(end, timezone) : Date.parse(end));

const isDate = (end: string) => !end.includes("T");
