/*
 * Calendar arithmetic on plain ISO dates and months, for the browser: without time zones, so the built-in Date in UTC is enough and the
 * page needs no library.
 */

const day = 86_400_000;
const iso = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
const firstOf = (month: string) => Date.parse(`${month}-01T00:00Z`);

/** `2026-11` of `2026-11-24`. */
export const monthOf = (date: string): string => date.slice(0, 7);

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** `addMonths("2026-11", 2) === "2027-01"` */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return iso(Date.UTC(year, number - 1 + count, 1)).slice(0, 7);
}

/** `addDays("2026-11-30", 1) === "2026-12-01"` */
export const addDays = (date: string, count: number): string => iso(Date.parse(`${date}T00:00Z`) + count * day);

/**
 * Returns six weeks with the month's dates, so that every month has the same height; null outside the month. `weekStart`: the first day
 * of the week, Sunday is 0.
 */
export function weeksOf(month: string, weekStart: number): (string | null)[][] {
  const first = firstOf(month);
  const lead = (new Date(first).getUTCDay() + 7 - weekStart) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const date = iso(first + (week * 7 + column - lead) * day);
      return monthOf(date) === month ? date : null;
    }),
  );
}

/** Returns the range of free slots to request for a complete month in every time zone: two more days on both sides, in UTC. */
export const spanOf = (month: string): { from: string; to: string } => ({
  from: iso(firstOf(month) - 2 * day),
  to: iso(firstOf(addMonths(month, 1)) + day),
});
