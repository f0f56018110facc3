/*
 * How dates and times are written: English as in the United States with a 12-hour clock, or in the order and clock of a reader's
 * language (`DateStyle`, decision 0171). The words are always English. Server and browsers write the same, because `Intl` only
 * formats numbers and names here (it puts different spaces before AM and PM). An instant has a date only in a time zone, so every
 * function that formats one requires the zone (IANA name); `firm-dates.ts` has them for the firm's zone, `calendar-dates.ts`
 * calculates with dates.
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
/** Of an ISO date: `Nov 2026` */
export const isoShortMonth = formatOf({ month: "short", year: "numeric" });

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

/** `2:30:05 PM` */
export function clockWithSeconds(date: Date, zone: string): string {
  const [hoursAndMinutes, half] = clockOf(date, zone).split(" ");
  // Offsets of zones are whole minutes.
  return `${hoursAndMinutes}:${String(date.getUTCSeconds()).padStart(2, "0")} ${half}`;
}

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

export type DateStyle = {
  /** `Nov 21, 2026` rather than `21 Nov 2026`. */
  isMonthFirst: boolean;
  /** `2:30 PM` rather than `14:30`. */
  isTwelveHour: boolean;
  /** Sunday is 0. */
  weekStart: number;
};

/** American: for en-US, unknown languages, the admin area, mails and documents. */
export const usStyle: DateStyle = { isMonthFirst: true, isTwelveHour: true, weekStart: 0 };

const month = (isoDate: string) => isoMonthDay(isoDate).split(" ", 1)[0];
const longMonth = (isoDate: string) => isoLongDay(isoDate).split(" ", 1)[0];
const dayNumber = (isoDate: string) => Number(isoDate.slice(8));

/** Of an ISO date: `Nov 21, 2026` or `21 Nov 2026` */
export const dayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoDay(isoDate) : `${dayNumber(isoDate)} ${month(isoDate)} ${isoDate.slice(0, 4)}`;

/** Of an ISO date: `November 21, 2026` or `21 November 2026` */
export const longDayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoLongDay(isoDate) : `${dayNumber(isoDate)} ${longMonth(isoDate)} ${isoDate.slice(0, 4)}`;

/** Of an ISO date: `Nov 21` or `21 Nov` */
export const monthDayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoMonthDay(isoDate) : `${dayNumber(isoDate)} ${month(isoDate)}`;

/** Of an ISO date: `Sat, Nov 21, 2026` or `Sat 21 Nov 2026` */
export const weekdayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoWeekday(isoDate) : `${isoWeekday(isoDate).slice(0, 3)} ${dayText(isoDate, style)}`;

/** Of an ISO date: `Saturday, November 21, 2026` or `Saturday 21 November 2026` */
export const longWeekdayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst
    ? isoLongWeekday(isoDate)
    : `${isoLongWeekday(isoDate).split(",", 1)[0]} ${longDayText(isoDate, style)}`;

/** Of `14:30`: `2:30 PM` or `14:30` */
export const clockText = (time: string, style: DateStyle): string => (style.isTwelveHour ? twelveHour(time) : time);
