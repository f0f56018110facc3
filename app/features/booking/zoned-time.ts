/*
 * Times of the public scheduler, always with their time zone, in the style of the reader's language, the same on the server and in
 * every browser. The admin area and mails use app/lib/dates/date-text.ts.
 */

import { clockText, type DateStyle, isoMonth, longWeekdayText, weekdayText } from "#app/lib/dates/date-text.ts";
import { clockOfZone, wallClock, zoneName } from "#app/lib/dates/wall-clock.ts";
import { zoneText } from "#app/lib/dates/zone-names.ts";
import { minuteMs } from "#app/lib/durations.ts";

export { zoneName };

/** `2026-11-24` */
export const dateIn = (instant: Date, zone: string): string => wallClock(instant, zone).date;

/** `14:00` */
export const timeIn = (instant: Date, zone: string): string => wallClock(instant, zone).time;

/** `November 2026`, of `2026-11`. */
export const monthName = (month: string): string => isoMonth(`${month}-01`);

/** Returns the time zone's offset from UTC at that instant: `UTC-05:00`. */
export function offsetIn(instant: Date, zone: string): string {
  const { date, time } = wallClock(instant, zone);
  const minuteOf = (milliseconds: number) => Math.floor(milliseconds / minuteMs);
  const minutes = minuteOf(Date.parse(`${date}T${time}:00Z`)) - minuteOf(instant.getTime());
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `2:00 PM` or `14:00` */
export const clockIn = (instant: Date, zone: string, style: DateStyle): string =>
  clockText(timeIn(instant, zone), style);

/** `Thursday, December 3, 2026, 11:30 AM` */
export const longTimeIn = (instant: Date, zone: string, style: DateStyle): string =>
  `${longWeekdayText(dateIn(instant, zone), style)}, ${clockIn(instant, zone, style)}`;

/** `Tue, Nov 24, 2026, 2:00 PM to 2:45 PM (Europe/Vienna)`; the end has its date if it differs. */
export function callTime({ start, end }: { start: Date; end: Date }, zone: string, style: DateStyle): string {
  const [from, to] = [dateIn(start, zone), dateIn(end, zone)];
  const until = from === to ? "" : `${weekdayText(to, style)}, `;
  return `${weekdayText(from, style)}, ${clockIn(start, zone, style)} to ${until}${clockIn(end, zone, style)} (${zoneText(zone, style)})`;
}

/** Whether this runtime knows the time zone by that IANA name; offsets such as `+02:00` are not time zones. */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(zone)) return false;
  try {
    return Boolean(clockOfZone(zone));
  } catch {
    return false;
  }
}
