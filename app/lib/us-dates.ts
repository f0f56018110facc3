/*
 * Dates and times of the admin area and of mails: English as in the United States with a 12-hour clock, in UTC unless a zone is
 * named, the same on the server and in browsers (`Intl` writes different spaces before AM and PM).
 */
import { wallClock, zoneName } from "./wall-clock.ts";

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (isoDate: string) => format.format(new Date(`${isoDate}T00:00:00Z`));
};

/** Of an ISO date: `Nov 21` */
export const isoMonthDay = formatOf({ month: "short", day: "numeric" });
/** Of an ISO date: `Nov 21, 2026` */
export const isoDay = formatOf({ month: "short", day: "numeric", year: "numeric" });
/** Of an ISO date: `Sat, Nov 21, 2026` */
export const isoWeekday = formatOf({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
/** Of an ISO date: `Saturday, November 21, 2026` */
export const isoLongWeekday = formatOf({ weekday: "long", month: "long", day: "numeric", year: "numeric" });
/** Of an ISO date: `Sat, Nov 21` */
export const isoShortWeekday = formatOf({ weekday: "short", month: "short", day: "numeric" });
const isoLongDay = formatOf({ month: "long", day: "numeric", year: "numeric" });

/** `Nov 21, 2026` */
export const dayOf = (date: Date, zone = "UTC"): string => isoDay(wallClock(date, zone).date);

/** `November 21, 2026`, for sentences. */
export const longDayOf = (date: Date, zone = "UTC"): string => isoLongDay(wallClock(date, zone).date);

/** `Sat, Nov 21, 2026` */
export const weekdayOf = (date: Date, zone = "UTC"): string => isoWeekday(wallClock(date, zone).date);

/** `2:30 PM` of `14:30`. */
export function twelveHour(time: string): string {
  const [hours, minute] = time.split(":");
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** `2:30 PM` */
export const clockOf = (date: Date, zone = "UTC"): string => twelveHour(wallClock(date, zone).time);

/** `Nov 21, 2026, 2:30 PM UTC` */
export const momentOf = (date: Date): string => `${dayOf(date)}, ${clockOf(date)} UTC`;

/** `Nov 21`, or `Nov 21, 2025` if that is another year than now. */
export function recentDayOf(date: Date, now: Date): string {
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear();
  return isThisYear ? isoMonthDay(wallClock(date, "UTC").date) : dayOf(date);
}

/** `Sat, Nov 21, 2026, 2:30 PM to 3:15 PM`; the end names its date if it is another one. */
export function spanOf({ start, end }: { start: Date; end: Date }, zone: string): string {
  const from = weekdayOf(start, zone);
  const until = weekdayOf(end, zone);
  return `${from}, ${clockOf(start, zone)} to ${from === until ? "" : `${until}, `}${clockOf(end, zone)}`;
}

/** `Sat, Nov 21, 2026, 2:30 PM to 3:15 PM (America/New York)` */
export const spanInZone = (span: { start: Date; end: Date }, zone: string): string =>
  `${spanOf(span, zone)} (${zoneName(zone)})`;

/** `EST`: the name by which Americans know the zone at that instant. */
export const zoneAbbreviation = (date: Date, zone: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value ?? zone;
