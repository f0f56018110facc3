/* Dates and times of the admin area, in English as in the United States and in UTC, the same on the server and in browsers. */

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
const shortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** `Nov 21, 2026` */
export const dayOf = (date: Date): string => day.format(date);

/** `Nov 21, 14:30 UTC`; with `now`, the year is part of the text unless it is the current one. */
export function momentOf(date: Date, now?: Date): string {
  const isOtherYear = now && date.getUTCFullYear() !== now.getUTCFullYear();
  return `${(isOtherYear ? day : shortDay).format(date)}, ${clock.format(date)} UTC`;
}
