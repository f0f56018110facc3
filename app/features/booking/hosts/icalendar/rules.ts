import { type RRuleOptions, RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { dayMs } from "#app/lib/durations.ts";
import { property, valueText } from "./components.ts";
import { type Moment, readMoment, startOfDay } from "./moments.ts";
import type { Zone } from "./zones.ts";

/*
 * Recurrence rules (RFC 5545 3.3.10). The library expands them on the wall clock, for every kind of zone in the same way; the zone then
 * gives the instants, with newer data than the library contains. UNTIL is compared here, because what calendars write is often a
 * different kind of time than the start.
 */

type Options = Omit<Extract<RRuleOptions<Temporal.ZonedDateTime>, { freq: unknown }>, "dtstart">;
export type Rule = { options: Options; until?: Moment };

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const;
const lists = {
  bymonth: "byMonth",
  bymonthday: "byMonthDay",
  byyearday: "byYearDay",
  byweekno: "byWeekNo",
  bysetpos: "bySetPos",
  byhour: "byHour",
  byminute: "byMinute",
  bysecond: "bySecond",
} as const;
/** Of a weekday in a year. */
const everyPosition = Array.from({ length: 53 }, (_, index) => index + 1);
/** Of RFC 7529. */
const calendarScales = ["GREGORIAN", "CHINESE", "HEBREW", "INDIAN"];
const skips = ["OMIT", "BACKWARD", "FORWARD"] as const;
const canBeZero: readonly string[] = ["byhour", "byminute", "bysecond"];

/** Reads an RRULE or EXRULE line. Returns null for an invalid rule, also where a library would ignore the invalid part. */
export function readRule(line: string): Rule | null {
  const parts = valueText(line).toUpperCase().replace(/\s/g, "").split(";").filter(Boolean);
  const data = property(`RRULE:${parts.join(";")}`)?.values[0] as Record<string, unknown> | undefined;
  const freq = frequencies.find((frequency) => frequency === data?.freq);
  if (!data || !freq || data.count === 0) return null;
  const options: Options = { freq };
  const list = (name: string) => (Array.isArray(data[name]) ? data[name] : [data[name]]);
  for (const [name, option] of Object.entries(lists)) {
    if (data[name] === undefined) continue;
    const numbers = list(name);
    if (!canBeZero.includes(name) && numbers.includes(0)) return null;
    options[option] = numbers;
  }
  if (data.byday !== undefined) {
    const days: string[] = list("byday");
    // Positions of a weekday exist in months and years only; others ignore them as well.
    const hasPositions = freq === "MONTHLY" || freq === "YEARLY";
    options.byDay = hasPositions ? days : [...new Set(days.map((day) => day.slice(-2)))];
    if (freq === "YEARLY" && !options.byMonth && days.some((day) => day.length > 2)) {
      // The library ignores BYMONTHDAY beside positions in a year, and weekdays without a position beside those that have one.
      if (options.byMonthDay) return null;
      options.byDay = days.flatMap((day) => (day.length > 2 ? [day] : everyPosition.map((at) => `${at}${day}`)));
    }
  }
  if (typeof data.interval === "number") options.interval = data.interval;
  if (typeof data.count === "number") options.count = data.count;
  if (typeof data.wkst === "number") options.wkst = weekdays[data.wkst - 1]!;
  if (typeof data.rscale === "string") {
    if (!calendarScales.includes(data.rscale)) return null;
    options.rscale = data.rscale;
    const skip = skips.find((name) => name === data.skip);
    if (skip) options.skip = skip;
  }
  if (data.until === undefined) return { options };
  const until = readMoment(data.until);
  return until ? { options, until } : null;
}

/** The start of an occurrence, as an instant and on the wall clock of the series. */
export type Occurrence = { instant: number; wall: number };

/** A rule has more occurrences or steps in the range than the limit, or the library rejects it. */
export class RuleError extends Error {
  readonly reason: "tooOften" | "badRule";
  constructor(reason: RuleError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

export type SeriesStart = Occurrence & { isDate: boolean; zone: Zone };

/**
 * Returns the occurrences that a rule generates from `from` to `to` (instants), in any order. Throws RuleError.
 * `wholeDays`: the time zone of an UNTIL with a time in a series of whole days.
 */
export function expandRule(
  { options, until }: Rule,
  start: SeriesStart,
  range: { from: number; to: number },
  { maxOccurrences, wholeDays }: { maxOccurrences: number; wholeDays: Zone },
): Occurrence[] {
  const { zone } = start;
  const last = until ? lastTest(until, start, wholeDays) : () => true;
  const to = Math.min(range.to, (until?.wall ?? Number.POSITIVE_INFINITY) + 2 * dayMs);
  if (to < range.from) return [];
  const expand = (timeZone: string, instant: number, from: number, count = options.count): number[] =>
    generate({ ...options, count }, { instant, timeZone }, { from, to: to + dayMs }, maxOccurrences);
  const occurrence = (wall: number) => ({ instant: zone.instant(wall), wall });
  if (start.isDate)
    return expand("UTC", start.wall, range.from - dayMs)
      .map(occurrence)
      .filter(last);
  if (zone.id && needsZone(options) && !zone.isSkipped(start.wall))
    return expand(zone.id, start.instant, range.from)
      .map((instant) => ({ instant, wall: zone.wall(instant) }))
      .filter(last);
  const count = options.count && options.count + skippedCount(options.count, options, start, to, maxOccurrences);
  return expand("UTC", start.wall, range.from - dayMs, count)
    .filter((wall) => wall === start.wall || !zone.isSkipped(wall))
    .map(occurrence)
    .filter(last);
}

/**
 * Counts the occurrences that clocks skip among the first `count` others: they do not occur and are not counted (RFC 5545 3.3.10),
 * which the library cannot know on the wall clock.
 */
function skippedCount(
  count: number,
  options: Options,
  { wall, zone }: SeriesStart,
  last: number,
  maxSteps: number,
): number {
  const { byHour, byMinute, bySecond } = options;
  const isOneTime = (byHour ?? byMinute ?? bySecond) === undefined;
  const canContain = ({ from, to }: { from: number; to: number }) =>
    to > wall && (!isOneTime || (((wall - from) % dayMs) + dayMs) % dayMs < to - from);
  const skipped = [];
  for (let year = new Date(wall).getUTCFullYear(); year <= new Date(last).getUTCFullYear(); year += 1)
    skipped.push(...zone.skippedTimes(year).filter(canContain));
  let found = 0;
  for (;;) {
    const now = skipped
      .flatMap(({ from, to }) =>
        generate(
          { ...options, count: count + found },
          { instant: wall, timeZone: "UTC" },
          { from, to: to - 1 },
          maxSteps,
        ),
      )
      .filter((at) => at !== wall).length;
    if (now === found) return found;
    found = now;
  }
}

/** Rules of hours, minutes and seconds count elapsed time, and BYSETPOS must not count skipped times. */
const needsZone = ({ freq, bySetPos, byHour, byMinute, bySecond }: Options): boolean =>
  freq === "HOURLY" ||
  freq === "MINUTELY" ||
  freq === "SECONDLY" ||
  (bySetPos !== undefined && (byHour ?? byMinute ?? bySecond) !== undefined);

/**
 * Returns the instants that a rule generates in the time zone of its start, within the range. The library jumps to the range, and ends
 * at once for a rule that no date satisfies. Throws RuleError after `maxSteps`.
 */
export function generate(
  options: Options,
  start: { instant: number; timeZone: string },
  { from, to }: { from: number; to: number },
  maxSteps: number,
): number[] {
  const dtstart = Temporal.Instant.fromEpochMilliseconds(start.instant).toZonedDateTimeISO(start.timeZone);
  try {
    const rule = new RRuleTemporal({ ...options, dtstart, maxIterations: maxSteps, cache: false });
    return rule.between(new Date(from), new Date(to), true).map((date) => date.epochMilliseconds);
  } catch (error) {
    throw new RuleError(error instanceof Error && error.message.startsWith("Maximum ") ? "tooOften" : "badRule");
  }
}

/** Returns whether an occurrence is not after UNTIL. A date includes its whole day. */
function lastTest(until: Moment, start: SeriesStart, wholeDays: Zone): (occurrence: Occurrence) => boolean {
  if (until.isDate) return ({ wall }) => startOfDay(wall) <= until.wall;
  if (start.isDate) {
    const date = dateOfTime(until, wholeDays);
    return ({ wall }) => wall <= date;
  }
  return until.isUtc ? ({ instant }) => instant <= until.wall : ({ wall }) => wall <= until.wall;
}

/**
 * The date that a calendar means by a time where a date is due: the written one if the time is the first or last of a day, otherwise
 * the date in the zone of whole days, at which midnight was converted to UTC.
 */
export function dateOfTime({ wall, isUtc }: Moment, wholeDays: Zone): number {
  const written = startOfDay(wall);
  const isEdge = wall - written === 0 || wall - written >= dayMs - 60_000;
  return isUtc && !isEdge ? startOfDay(wholeDays.wall(wall)) : written;
}
