import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { remembered } from "#app/features/analytics/collecting/recent-map.ts";
import { addDays, addMonths, daysBetween, monthOf, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { startOfDay } from "#app/lib/dates/day-start.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { hourMs } from "#app/lib/durations.ts";
import type { Comparison, Preset } from "./presets.ts";

/** A range of dates, inclusive, in a time zone (IANA name). `until`: the instant (ISO) at which an unfinished period ends. */
export type Period = { from: string; to: string; timezone: string; until?: string };

/** Longer periods are shortened to their last days: raw hits are kept for 13 months. */
export const maxDays = 400;

/** Returns the dates of a preset, relative to `now` in the time zone. */
export function presetPeriod(preset: Preset, now: Date, timezone: string): Period {
  const { date: today } = wallClock(now, timezone);
  const yesterday = addDays(today, -1);
  const monthStart = (months: number) => `${addMonths(monthOf(today), months)}-01`;
  const ranges: Record<Preset, [from: string, to: string]> = {
    today: [today, today],
    yesterday: [yesterday, yesterday],
    "7d": [addDays(today, -6), today],
    "30d": [addDays(today, -29), today],
    "90d": [addDays(today, -89), today],
    month: [monthStart(0), today],
    "last-month": [monthStart(-1), addDays(monthStart(0), -1)],
    "12m": [monthStart(-11), today],
  };
  const [from, to] = ranges[preset];
  return { from, to, timezone };
}

/** Years outside 2000 to 2099 would break date arithmetic. */
const ReportDay = z.iso.date().regex(/^20/);

/** Returns the period between two dates; null unless both are dates in this order. */
export function periodBetween(from: string | null, to: string | null, timezone: string): Period | null {
  const [first, last] = [ReportDay.safeParse(from).data, ReportDay.safeParse(to).data];
  if (!first || !last || first > last) return null;
  const isTooLong = daysBetween(first, last) >= maxDays;
  return { from: isTooLong ? addDays(last, 1 - maxDays) : first, to: last, timezone };
}

/**
 * Returns the period of the same number of days directly before, or the same dates one year earlier. If the period has not ended, the
 * compared one ends at the same time of the same day, so that a partial day is not compared with a full one.
 */
export function comparedPeriod(period: Period, comparison: Comparison, now: Date): Period {
  const from = Temporal.PlainDate.from(period.from);
  const to = Temporal.PlainDate.from(period.to);
  const moved =
    comparison === "year"
      ? { from: from.subtract({ years: 1 }), to: to.subtract({ years: 1 }) }
      : { from: from.subtract({ days: daysOf(period) }), to: from.subtract({ days: 1 }) };
  const compared = { ...period, from: moved.from.toString(), to: moved.to.toString() };
  const { start, end } = instantsOf(period);
  if (now < start || now >= end) return compared;
  const clock = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(period.timezone);
  const day = moved.from.add({ days: from.until(clock.toPlainDate(), { largestUnit: "days" }).days });
  // Because of a leap day the same dates of another year can be a day shorter.
  const lastDay = Temporal.PlainDate.compare(day, moved.to) > 0 ? moved.to : day;
  const until = lastDay.toZonedDateTime({ timeZone: period.timezone, plainTime: clock.toPlainTime() });
  return { ...compared, until: new Date(until.epochMilliseconds).toISOString() };
}

export const daysOf = ({ from, to }: Period): number => daysBetween(from, to) + 1;

export const instantsOf = ({ from, to, timezone, until }: Period): { start: Date; end: Date } => ({
  start: startOf(from, timezone),
  end: until === undefined ? startOf(addDays(to, 1), timezone) : new Date(until),
});

export type BucketUnit = "hour" | "day" | "week" | "month";

/** The span of one column of a chart: hours up to two days, days up to 92, weeks (from Monday) up to 200, otherwise months. */
export function bucketUnitOf(period: Period): BucketUnit {
  const days = daysOf(period);
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 200 ? "week" : "month";
}

export function bucketStarts(period: Period, unit: BucketUnit): Date[] {
  if (unit !== "hour") return bucketDays(period, unit).map((day) => startOf(day, period.timezone));
  const { start, end } = instantsOf(period);
  const starts: Date[] = [];
  for (let at = start.getTime(); at < end.getTime(); at += hourMs) starts.push(new Date(at));
  return starts;
}

/** The first day of each bucket. */
export function bucketDays({ from, to }: Pick<Period, "from" | "to">, unit: Exclude<BucketUnit, "hour">): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextBucket(day, unit)) days.push(day);
  return days;
}

function nextBucket(day: string, unit: "day" | "week" | "month"): string {
  if (unit === "month") return `${addMonths(monthOf(day), 1)}-01`;
  return unit === "day" ? dayAfter(day) : addDays(day, 8 - weekdayNumber(day));
}

/** A report of a year asks for hundreds of days. */
const dayAfter = remembered(2000, (day) => addDays(day, 1));

/** The same days are asked again and again, and zones are slow to compute. */
const knownStart = remembered(2000, (day) => {
  const [date, timezone] = day.split(" ") as [string, string];
  return startOfDay(date, timezone).getTime();
});
const startOf = (date: string, timezone: string) => new Date(knownStart(`${date} ${timezone}`));
