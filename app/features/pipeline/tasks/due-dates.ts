import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";

/* Valid due dates of tasks. Safe in the browser. */

const maxYears = 5;
export const dueDateText = `Choose a due date from today to ${maxYears} years ahead.`;

/** Whether a new due date (ISO) is allowed: not in the past, in the time zone where today ends last, and not years ahead. */
export function isDueDateAllowed(dueOn: string, now: Date): boolean {
  const earliest = utcDate(now.getTime() - dayMs / 2);
  const latest = utcDate(now.getTime() + maxYears * 366 * dayMs);
  return dueOn >= earliest && dueOn <= latest;
}
