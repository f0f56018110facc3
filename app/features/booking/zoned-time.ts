/*
 * Times of the public scheduler, in any zone, the same on the server and in every browser: Intl only finds the numbers of the wall
 * clock, the words are ours, because month names and their order differ between the two. Always 24 hours, always with the zone.
 * The admin area and mails use app/lib/us-dates.ts.
 */
import { clockOfZone, wallClock, zoneName } from "#app/lib/wall-clock.ts";

export { zoneName };

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `2026-11-24` */
export const dateIn = (instant: Date, zone: string): string => wallClock(instant, zone).date;

/** `14:00` */
export const timeIn = (instant: Date, zone: string): string => wallClock(instant, zone).time;

/** `Tuesday 24 November 2026`, of an ISO date. */
export function longDate(date: string): string {
  const { weekday, day, month, year } = takeApart(date);
  return `${weekday} ${day} ${month} ${year}`;
}

/** `Tue 24 Nov 2026`, of an ISO date. */
export function shortDate(date: string): string {
  const { weekday, day, month, year } = takeApart(date);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}`;
}

/** `November 2026`, of `2026-11`. */
export function monthName(month: string): string {
  const { month: name, year } = takeApart(`${month}-01`);
  return `${name} ${year}`;
}

function takeApart(date: string) {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "";
  return { weekday, day, month: months[month - 1] ?? "", year };
}

/** Names that browsers still use for zones whose cities are written otherwise today; both names mean the same zone. */
const formerNames: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** `Asia/Kathmandu` for what a browser calls `Asia/Katmandu`; any other name as it is. */
export const currentZoneName = (zone: string): string => formerNames[zone] ?? zone;

/** `UTC-05:00`: how far the zone's clock is from UTC at that instant. */
export function offsetIn(instant: Date, zone: string): string {
  const { date, time } = wallClock(instant, zone);
  const minuteOf = (milliseconds: number) => Math.floor(milliseconds / 60_000);
  const minutes = minuteOf(Date.parse(`${date}T${time}:00Z`)) - minuteOf(instant.getTime());
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `Tue 24 Nov 2026, 14:00 to 14:45 (Europe/Vienna)`; the end names its date when it is another one. */
export function callTime({ start, end }: { start: Date; end: Date }, zone: string): string {
  const from = wallClock(start, zone);
  const to = wallClock(end, zone);
  const until = from.date === to.date ? to.time : `${shortDate(to.date)}, ${to.time}`;
  return `${shortDate(from.date)}, ${from.time} to ${until} (${zoneName(zone)})`;
}

/** Whether this runtime knows the zone by that IANA name; offsets such as `+02:00` are no zones. */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(zone)) return false;
  try {
    return Boolean(clockOfZone(zone));
  } catch {
    return false;
  }
}
