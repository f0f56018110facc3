import { Temporal } from "temporal-polyfill";

const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const furthestDays = 1500;

/**
 * Returns when a cron expression is next due after `after`, in a time zone; null if it is invalid or not due in the
 * next four years. Five fields of numbers, `*`, ranges, lists and steps; names of days and months are not supported. As
 * in cron, a day matches by date or by weekday if both are limited.
 */
export function nextRun(cron: string, timezone: string, after: Date): Date | null {
  const fields = cron.trim().split(/\s+/).map(valuesOf);
  const [minutes, hours, dates, months, weekdays] = fields;
  if (fields.length !== 5 || !minutes || !hours || !dates || !months || !weekdays) return null;
  const [, , date, , weekday] = cron.trim().split(/\s+/);
  const isDue = (day: Temporal.PlainDate) => {
    const [byDate, byWeekday] = [dates.includes(day.day), weekdays.includes(day.dayOfWeek % 7)];
    const isDay = date === "*" || weekday === "*" ? byDate && byWeekday : byDate || byWeekday;
    return isDay && months.includes(day.month);
  };
  const first = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  for (let days = 0; days < furthestDays; days += 1) {
    const day = first.add({ days });
    if (!isDue(day)) continue;
    for (const hour of hours)
      for (const minute of minutes) {
        const at = day.toZonedDateTime({ timeZone: timezone, plainTime: { hour, minute } }).epochMilliseconds;
        if (at > after.getTime()) return new Date(at);
      }
  }
  return null;
}

function valuesOf(field: string, place: number): number[] | undefined {
  const [least, most] = ranges[place] ?? [0, -1];
  const values = new Set<number>();
  for (const part of field.split(",")) {
    const [, from, to, step] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [undefined, "x"];
    const start = from === undefined ? least : Number(from);
    const end = to !== undefined ? Number(to) : from === undefined || step !== undefined ? most : start;
    const pace = Number(step ?? 1);
    if (!(start >= least && end <= most && start <= end && pace > 0)) return undefined;
    // Sunday is 0 and 7.
    for (let value = start; value <= end; value += pace) values.add(place === 4 ? value % 7 : value);
  }
  return [...values].sort((one, other) => one - other);
}
