/*
 * Calculates with calendar dates (`2026-11-24`) and months (`2026-11`). No time zone is involved, so `Date` in UTC is enough and
 * browsers load no library. `day-start.ts` has the instant at which a date starts in a zone.
 */
import { dayMs } from "#app/lib/durations.ts";

const startOf = (isoDate: string) => Date.parse(`${isoDate}T00:00Z`);

/** The date in UTC: `2026-11-24`; `+010000-01-01` after the year 9999. */
export const utcDate = (at: Date | number): string => new Date(at).toISOString().slice(0, -"T00:00:00.000Z".length);

/** `addDays("2026-11-30", 1) === "2026-12-01"` */
export const addDays = (isoDate: string, days: number): string => utcDate(startOf(isoDate) + days * dayMs);

/** Negative if `to` is earlier: `daysBetween("2026-11-30", "2026-12-01") === 1` */
export const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / dayMs);

/** 1 Monday … 7 Sunday. */
export const weekdayNumber = (isoDate: string): number => new Date(startOf(isoDate)).getUTCDay() || 7;

/** `2026-11` of `2026-11-24`. */
export const monthOf = (isoDate: string): string => isoDate.slice(0, -3);

/** `addMonths("2026-11", 2) === "2027-01"` */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(utcDate(Date.UTC(year, number - 1 + count, 1)));
}

/** The first instant of a month in UTC; `months` counts from the month of `at`. */
export const monthStart = (at: Date, months = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/** The same time so many months ago in UTC; a day that the month lacks overflows into the next: March 31 → March 3. */
export function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}
