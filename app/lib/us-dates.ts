/*
 * Dates and times of the admin area, mails and documents: English as in the United States with a 12-hour clock, the same on the
 * server and in browsers (`Intl` writes different spaces before AM and PM). An instant has a date only in a time zone, so every
 * function that formats one requires the zone (IANA name); `app/lib/firm-dates.ts` has them for the firm's zone.
 */
import { wallClock } from "./wall-clock.ts";
import { americanZone } from "./zone-names.ts";

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (isoDate: string) => format.format(new Date(`${isoDate}T00:00:00Z`));
};

/** Of an ISO date: `Nov 21` */
export const isoMonthDay = formatOf({ month: "short", day: "numeric" });
/** Of an ISO date: `Nov 21, 2026` */
export const isoDay = formatOf({ month: "short", day: "numeric", year: "numeric" });
/** Of an ISO date: `November 21, 2026`, for sentences. */
export const isoLongDay = formatOf({ month: "long", day: "numeric", year: "numeric" });
/** Of an ISO date: `Sat, Nov 21, 2026` */
export const isoWeekday = formatOf({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
/** Of an ISO date: `Saturday, November 21, 2026` */
export const isoLongWeekday = formatOf({ weekday: "long", month: "long", day: "numeric", year: "numeric" });
/** Of an ISO date: `Sat, Nov 21` */
export const isoShortWeekday = formatOf({ weekday: "short", month: "short", day: "numeric" });

/** Of an ISO date: `November 2026` */
export const isoMonth = formatOf({ month: "long", year: "numeric" });

/** `Nov 21, 2026` */
export const dayOf = (date: Date, zone: string): string => isoDay(wallClock(date, zone).date);

/** `November 21, 2026`, for sentences. */
export const longDayOf = (date: Date, zone: string): string => isoLongDay(wallClock(date, zone).date);

/** `Sat, Nov 21, 2026` */
export const weekdayOf = (date: Date, zone: string): string => isoWeekday(wallClock(date, zone).date);

/** `2:30 PM` of `14:30`. */
export function twelveHour(time: string): string {
  const [hours, minute] = time.split(":");
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** `2:30 PM` */
export const clockOf = (date: Date, zone: string): string => twelveHour(wallClock(date, zone).time);

/** `2:30 PM EST` */
export const clockInZone = (date: Date, zone: string): string =>
  `${clockOf(date, zone)} ${zoneAbbreviation(date, zone)}`;

/** `Nov 21, 2026, 2:30 PM EST` */
export const momentOf = (date: Date, zone: string): string => `${dayOf(date, zone)}, ${clockInZone(date, zone)}`;

/** `Sat, Nov 21, 2026, 2:30 PM to 3:15 PM`; the end names its date if it is another one. */
export function spanOf({ start, end }: { start: Date; end: Date }, zone: string): string {
  const from = weekdayOf(start, zone);
  const until = weekdayOf(end, zone);
  return `${from}, ${clockOf(start, zone)} to ${from === until ? "" : `${until}, `}${clockOf(end, zone)}`;
}

/** `Sat, Nov 21, 2026, 2:30 PM to 3:15 PM (Eastern Time)` */
export const spanInZone = (span: { start: Date; end: Date }, zone: string): string =>
  `${spanOf(span, zone)} (${americanZone(zone)})`;

const abbreviations = new Map<string, Intl.DateTimeFormat>();

/** `EST`: the name by which Americans know the zone at that instant; `GMT+14` where they have none. */
export function zoneAbbreviation(date: Date, zone: string): string {
  let format = abbreviations.get(zone);
  if (!format) {
    // Calls come in the zones of their visitors, so the number of formats is limited.
    if (abbreviations.size >= 100) abbreviations.clear();
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" });
    abbreviations.set(zone, format);
  }
  return format.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
