import type { Span } from "#app/features/booking/availability/open-hours.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { CalendarEvent, Length, Reason, Time } from "./events.ts";
import { lastNotAfter, startOfDay } from "./moments.ts";
import { dateOfTime, expandRule, type Occurrence } from "./occurrences.ts";
import { RuleError } from "./rules.ts";
import type { Zone } from "./zones.ts";

/*
 * Lists when the events of one UID take place: a series with its additional dates and exceptions, and the events that replace single
 * occurrences or an occurrence and all later ones. An event that replaces an occurrence counts even if the series does not have that
 * occurrence (it is excluded, after the end, not on the rule's weekday, or the series has no rule).
 */

export type SeriesQuestion = {
  /** Half-open, in milliseconds. */
  from: number;
  to: number;
  wholeDays: Zone;
  maxOccurrences: number;
  /** Whether an event counts; asked only for events in the range. */
  counts: (event: CalendarEvent) => boolean;
};

type Report = (event: CalendarEvent, reason: Reason) => void;

/** Returns the busy times in the range. Reports problems, at most one per event. */
export function busyTimesOf(events: readonly CalendarEvent[], question: SeriesQuestion, report: Report): Span[] {
  const masters = events.filter(({ replaces }) => !replaces);
  const changed = latestChanges(events.filter(({ replaces }) => replaces));
  const changesOf = changesByZone(changed, question.wholeDays);
  return [
    ...masters.flatMap((master) => seriesSpans(master, changesOf(master.start), question, report)),
    ...changed.flatMap((event) => spansOf(event, [event.start], lengthIn(event, masters[0]), question, report)),
  ];
}

/** Of several events that replace the same occurrence the one with the highest SEQUENCE counts, then the last in the calendar. */
function latestChanges(events: readonly CalendarEvent[]): CalendarEvent[] {
  const latest = new Map<string, CalendarEvent>();
  for (const event of events) {
    const { time, andFuture } = event.replaces!;
    const key = `${andFuture} ${time.isDate ? `date ${time.wall}` : time.instant}`;
    const other = latest.get(key);
    if (!other || other.sequence <= event.sequence) latest.set(key, event);
  }
  return [...latest.values()];
}

type Place = Occurrence & { zone: Zone };
type PlaceTest = (place: Occurrence) => boolean;

/** `from`: the place on the wall clock of the series. `shift`: by how much this and later occurrences move on it. */
type Future = { event: CalendarEvent; from: number; shift: number };
type Changes = { isReplaced: PlaceTest; futures: Future[]; length: number };

/** The range is extended by it. */
const maxShift = 3660 * dayMs;

/** Returns what is changed in a series that starts at a time; computed once for all series of a time zone. */
function changesByZone(changed: readonly CalendarEvent[], wholeDays: Zone): (start: Time) => Changes {
  const made = new Map<Zone | "dates", Changes>();
  return (start) => {
    const key = start.isDate ? "dates" : start.zone;
    const present = made.get(key);
    if (present) return present;
    const futures = changed
      .filter(({ replaces }) => replaces!.andFuture)
      .map((event) => {
        const from = wallIn(start, event.replaces!.time, wholeDays);
        const shift = event.start.wall - from;
        return { event, from, shift: Math.max(-maxShift, Math.min(maxShift, shift)) };
      })
      .sort((a, b) => a.from - b.from);
    const times = changed.map(({ replaces }) => replaces!.time);
    const changes = { isReplaced: placeTest(start, wholeDays, times), futures, length: changed.length };
    made.set(key, changes);
    return changes;
  };
}

function seriesSpans(
  master: CalendarEvent,
  { isReplaced, futures, length }: Changes,
  question: SeriesQuestion,
  report: Report,
): Span[] {
  const { start } = master;
  if (master.rules.length === 0 && master.dates.length === 0 && length === 0)
    return spansOf(master, [start], master.length, question, report);

  const lengths = [master, ...master.dates, ...futures.map(({ event }) => event)];
  const longest = lengths.reduce((most, each) => Math.max(most, longestMs(each)), 0);
  const [earlier, later] = futures.reduce(
    ([low, high], { shift }) => [Math.min(low, shift), Math.max(high, shift)],
    [0, 0],
  );
  const { uncertainty } = start.zone;
  const range = {
    from: question.from - longest - later - (uncertainty?.laterMs ?? 0) - dayMs,
    to: question.to - earlier + (uncertainty?.earlierMs ?? 0) + dayMs,
  };

  const expand = (rules: CalendarEvent["rules"]) =>
    rules.flatMap((rule) => expandRule(rule, start, range, question)).map((at): Place => ({ ...at, zone: start.zone }));
  const isException = placeTest(start, question.wholeDays, master.exceptions);
  const isExcluded = (place: Occurrence) => isReplaced(place) || isException(place);
  let places: Place[] = [start];
  try {
    if (master.rules.length > 0) places = expand(master.rules);
    const exceptions = new Set(expand(master.exceptionRules).map(({ instant }) => instant));
    if (exceptions.size > 0) places = places.filter(({ instant }) => !exceptions.has(instant));
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    if (!question.counts(master)) return [];
    report(master, error.reason);
    if (error.reason === "tooOften") return [{ start: Math.max(range.from, start.instant), end: question.to }];
  }

  const unchanged: Place[] = [];
  const moved = new Map(futures.map((future) => [future, [] as Place[]]));
  for (const place of places) {
    if (isExcluded(place)) continue;
    const future = lastNotAfter(futures, place.wall, ({ from }) => from);
    if (!future) {
      unchanged.push(place);
      continue;
    }
    const { zone } = future.event.start;
    const wall = place.wall + future.shift;
    moved.get(future)!.push({ instant: zone.instant(wall), wall, zone });
  }
  const added = master.dates
    .filter(({ start: time }) => !isExcluded({ ...time, wall: wallIn(start, time, question.wholeDays) }))
    .flatMap(({ start: time, length: own }) =>
      spansOf(master, [placeIn(start, time)], own ?? master.length, question, report),
    );
  return [
    ...spansOf(master, unchanged, master.length, question, report),
    ...added,
    ...[...moved].flatMap(([{ event }, at]) => spansOf(event, at, lengthIn(event, master), question, report)),
  ];
}

/** A change that states no length has that of its series, but a whole day is not as short as an hour. */
const lengthIn = (event: CalendarEvent, master: CalendarEvent | undefined): Length | undefined =>
  event.length ?? (event.start.isDate && !master?.start.isDate ? undefined : master?.length);

/** At most this long; a day can have 25 hours. */
const longestMs = ({ length }: { length?: Length | undefined }): number =>
  length ? length.days * dayMs + length.exactMs + dayMs : dayMs;

/** The place of an occurrence on the wall clock of the series. */
function wallIn(start: Time, time: Time, wholeDays: Zone): number {
  if (start.isDate && !time.isDate) return dateOfTime(time, wholeDays);
  return time.isDate || time.isFloating ? time.wall : start.zone.wall(time.instant);
}

/** The days of an additional time are days on the wall clock of its series, however the time is written. */
function placeIn(start: Time, time: Time): Place {
  const hasOwnZone = start.isDate || time.isDate || time.isFloating || start.zone.uncertainty || time.zone.uncertainty;
  return hasOwnZone ? time : { ...time, wall: start.zone.wall(time.instant), zone: start.zone };
}

/** Tests whether an occurrence is one of `times`, which are compared as instants; a date is every occurrence of that day. */
function placeTest(start: Time, wholeDays: Zone, times: readonly Time[]): PlaceTest {
  const isByDate = (time: Time) => start.isDate || time.isDate;
  const instants = new Set(
    times
      .filter((time) => !isByDate(time))
      .map(({ instant, wall, isFloating }) => (isFloating ? start.zone.instant(wall) : instant)),
  );
  const dates = new Set(times.filter(isByDate).map((time) => startOfDay(wallIn(start, time, wholeDays))));
  return ({ instant, wall }) => instants.has(instant) || (dates.size > 0 && dates.has(startOfDay(wall)));
}

function spansOf(
  event: CalendarEvent,
  places: readonly Place[],
  stated: Length | undefined,
  question: SeriesQuestion,
  report: Report,
): Span[] {
  const length = stated ?? { days: event.start.isDate ? 1 : 0, exactMs: 0 };
  let isUncertain = false;
  const spans = places
    .map(({ instant, wall, zone }) => {
      const end = (length.days > 0 ? zone.instant(wall + length.days * dayMs) : instant) + length.exactMs;
      const start = instant - event.travelMs;
      if (!zone.uncertainty) return { start, end };
      isUncertain = true;
      return { start: start - zone.uncertainty.earlierMs, end: end + zone.uncertainty.laterMs };
    })
    .filter(({ start, end }) => start < end && end > question.from && start < question.to);
  if (spans.length === 0 || !question.counts(event)) return [];
  if (isUncertain) report(event, "unknownZone");
  return spans;
}
