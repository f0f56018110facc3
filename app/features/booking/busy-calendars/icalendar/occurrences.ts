import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { type Moment, startOfDay } from "./moments.ts";
import { generate, type Options, type Rule } from "./rules.ts";
import type { Zone } from "./zones.ts";

/*
 * The occurrences of a rule in a time zone. The library generates them on the wall clock, for every kind of zone in the same way; the
 * zone then gives the instants, with newer data than the library contains. UNTIL is compared here, because what calendars write is often
 * a different kind of time than the start.
 */

/** The start of an occurrence, as an instant and on the wall clock of the series. */
export type Occurrence = { instant: number; wall: number };

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
  const isEdge = wall - written === 0 || wall - written >= dayMs - minuteMs;
  return isUtc && !isEdge ? startOfDay(wholeDays.wall(wall)) : written;
}
