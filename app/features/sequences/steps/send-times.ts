import { Temporal } from "temporal-polyfill";
import { businessDayAfter, isBusinessDay, isHoliday, isHolidayIn } from "#app/lib/dates/business-days.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import type { Delay, SendWindow } from "../definitions/definition.ts";

/** Business hours of the firm, in its zone. */
const opening = Temporal.PlainTime.from("09:00");
const closing = Temporal.PlainTime.from("17:00");

const zoned = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
const on = (day: Temporal.PlainDate, plainTime: Temporal.PlainTime, timeZone: string) =>
  day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;

/** Returns the end of a delay that starts at `from`. Business time is the firm's: its zone, business days, nine to five. */
export function delayEnd({ amount, unit }: Delay, from: Date, firmZone: string): Date {
  if (amount === 0) return from;
  if (unit === "days") return new Date(from.getTime() + amount * dayMs);
  if (unit === "business_days") return businessDayAfter(from, amount, firmZone);
  return businessHoursAfter(from, amount, firmZone);
}

function businessHoursAfter(from: Date, hours: number, zone: string): Date {
  let left = hours * hourMs;
  let day = zoned(from, zone).toPlainDate();
  for (;;) {
    if (isBusinessDay(day)) {
      const start = Math.max(from.getTime(), on(day, opening, zone));
      const end = on(day, closing, zone);
      if (start + left <= end) return new Date(start + left);
      left -= Math.max(0, end - start);
    }
    day = day.add({ days: 1 });
  }
}

/** The recipient's IANA zone and, where known, country (`DE`). */
export type Whereabouts = { zone: string; country?: string | null };

export function isInWindow(at: Date, window: SendWindow, where: Whereabouts): boolean {
  const local = zoned(at, where.zone);
  const time = local.toPlainTime();
  const day = local.toPlainDate();
  return (
    window.weekdays.includes(day.dayOfWeek) &&
    !isHolidayAt(day, where) &&
    Temporal.PlainTime.compare(time, Temporal.PlainTime.from(window.from)) >= 0 &&
    Temporal.PlainTime.compare(time, Temporal.PlainTime.from(window.to)) < 0
  );
}

/** A holiday of the firm, or a nationwide one of the recipient's country. */
const isHolidayAt = (day: Temporal.PlainDate, { country }: Whereabouts) =>
  isHoliday(day) || (country ? isHolidayIn(country, day) : false);

/** Upper bound: a window of one weekday, with the most days off that the firm can have. */
const maxGapDays = 800;

export function nextInWindow(at: Date, window: SendWindow, where: Whereabouts): Date {
  if (isInWindow(at, window, where)) return at;
  let day = zoned(at, where.zone).toPlainDate();
  for (let tries = 0; tries < maxGapDays; tries += 1) {
    const start = firstAt(day, Temporal.PlainTime.from(window.from), where.zone);
    // A window inside the hour that clocks skip is empty that day.
    if (start >= at && isInWindow(start, window, where)) return start;
    day = day.add({ days: 1 });
  }
  throw new Error("A send window never opens.");
}

/** The first moment of `day` that is not before `plainTime`; after the hour that clocks skip if it would be in that hour. */
function firstAt(day: Temporal.PlainDate, plainTime: Temporal.PlainTime, timeZone: string): Date {
  const later = day.toZonedDateTime({ timeZone, plainTime });
  const isSkipped = !later.toPlainTime().equals(plainTime);
  const first = (isSkipped && later.getTimeZoneTransition("previous")) || later;
  return new Date(first.epochMilliseconds);
}

export function closedBecause(at: Date, window: SendWindow, where: Whereabouts): "holiday" | "window" {
  const day = zoned(at, where.zone).toPlainDate();
  return window.weekdays.includes(day.dayOfWeek) && isHolidayAt(day, where) ? "holiday" : "window";
}

/** The due date (ISO) of a task created at `now`: this many business days later, today for 0. */
export function taskDueOn(businessDays: number, now: Date, firmZone: string): string {
  return zoned(delayEnd({ amount: businessDays, unit: "business_days" }, now, firmZone), firmZone)
    .toPlainDate()
    .toString();
}
