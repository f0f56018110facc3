import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";

/*
 * Dates, times and durations as a calendar states them, read from their jCal forms (RFC 7265).
 */

/** A date, or a time in UTC or in a time zone that the property names. `wall`: the milliseconds of that date and time in UTC. */
export type Moment = { wall: number; isDate: boolean; isUtc: boolean };

/** Returns undefined for invalid dates and times, and for years that no calendar means. */
export function readMoment(value: unknown): Moment | undefined {
  // The parser's form of a date without VALUE=DATE, and of a time without seconds.
  const text = String(value).replace(/T::$/, "");
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)?(Z)?)?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const midnight = Date.UTC(year, month - 1, day);
  if (year < 1600 || utcDate(midnight) !== text.slice(0, "2026-04-06".length)) return undefined;
  const isClock = (hour < 24 && minute < 60 && second <= 60) || (hour === 24 && minute === 0 && second === 0);
  if (!isClock) return undefined;
  // A leap second is the last one of its minute (RFC 5545 3.3.12).
  const wall = midnight + hour * hourMs + minute * minuteMs + Math.min(second, 59) * 1000;
  return { wall, isDate: match[4] === undefined, isUtc: match[7] !== undefined };
}

/** Days are nominal: a day on the wall clock, with 23 or 25 hours where clocks change. The rest is exact (RFC 5545 3.3.6). */
export type Duration = { days: number; exactMs: number };

const maxDays = 40_000;

/** Returns undefined for negative and invalid durations, and for those of more than a century. */
export function readDuration(value: unknown): Duration | undefined {
  const match = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(String(value).toUpperCase());
  if (!match?.slice(1).some((part) => part !== undefined)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const duration = { days: weeks * 7 + days, exactMs: hours * hourMs + minutes * minuteMs + seconds * 1000 };
  return duration.days + duration.exactMs / dayMs > maxDays ? undefined : duration;
}

export const startOfDay = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** Returns the last item of an ascending list that is not after `value`. */
export function lastNotAfter<Item>(
  items: readonly Item[],
  value: number,
  keyOf: (item: Item) => number,
): Item | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(items[middle]!) <= value) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
