import { addDays, addMonths, monthOf, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";

/* The month that the scheduler shows. */

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/**
 * Returns six weeks with the month's dates, so that every month has the same height; null outside the month. `weekStart`: the first day
 * of the week, Sunday is 0.
 */
export function weeksOf(month: string, weekStart: number): (string | null)[][] {
  const first = `${month}-01`;
  const lead = (weekdayNumber(first) + 7 - weekStart) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const date = addDays(first, week * 7 + column - lead);
      return monthOf(date) === month ? date : null;
    }),
  );
}

/** Returns the range of free slots to request for a complete month in every time zone: two more days on both sides, in UTC. */
export const spanOf = (month: string): { from: string; to: string } => ({
  from: addDays(`${month}-01`, -2),
  to: addDays(`${addMonths(month, 1)}-01`, 1),
});
