import type { Span } from "#app/features/booking/availability/open-hours.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { CalendarEvent, Length, Reason, Time } from "./events.ts";
import { startOfDay } from "./moments.ts";
import { dateOfTime, expandRule, type Occurrence, RuleError } from "./rules.ts";
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

/** Returns the busy times, also some outside the range. Reports at most one problem per event. */
export function busyTimesOf(
  events: readonly CalendarEvent[],
  question: SeriesQuestion,
  report: (event: CalendarEvent, reason: Reason) => void,
): Span[] {
  const masters = events.filter(({ replaces }) => !replaces);
  const changed = latestChanges(events.filter(({ replaces }) => replaces));
  const spans = masters.flatMap((master) => seriesSpans(master, changed, question, report));
  for (const event of changed) {
    const length = event.length ?? masters[0]?.length;
    spans.push(...spansOf(event, [event.start], length, question, report));
  }
  return spans;
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

function seriesSpans(
  master: CalendarEvent,
  changed: readonly CalendarEvent[],
  question: SeriesQuestion,
  report: (event: CalendarEvent, reason: Reason) => void,
): Span[] {
  const { start } = master;
  if (master.rules.length === 0 && master.dates.length === 0 && changed.length === 0)
    return spansOf(master, [start], master.length, question, report);

  const futures = changed
    .filter(({ replaces }) => replaces!.andFuture)
    .map((event) => {
      const from = wallIn(start, event.replaces!.time, question.wholeDays);
      return { event, from, shift: event.start.wall - from };
    })
    .sort((a, b) => a.from - b.from);
  const longest = Math.max(...[master, ...master.dates, ...futures.map(({ event }) => event)].map(longestMs));
  const shifts = futures.map(({ shift }) => shift);
  const { uncertainty } = start.zone;
  const range = {
    from: question.from - longest - Math.max(0, ...shifts) - (uncertainty?.laterMs ?? 0) - dayMs,
    to: question.to - Math.min(0, ...shifts) + (uncertainty?.earlierMs ?? 0) + dayMs,
  };

  const expand = (rules: CalendarEvent["rules"]) =>
    rules.flatMap((rule) => expandRule(rule, start, range, question)).map((at): Place => ({ ...at, zone: start.zone }));
  const times = [...master.exceptions, ...changed.map(({ replaces }) => replaces!.time)];
  const excluded = placeTest(start, question.wholeDays, times);
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
    if (excluded(place)) continue;
    const future = futures.findLast(({ from }) => from <= place.wall);
    if (!future) {
      unchanged.push(place);
      continue;
    }
    const { zone } = future.event.start;
    const wall = place.wall + future.shift;
    moved.get(future)!.push({ instant: zone.instant(wall), wall, zone });
  }
  const added = master.dates
    .filter((date) => !excluded(date.start))
    .flatMap((date) => spansOf(master, [date.start], date.length ?? master.length, question, report));
  return [
    ...spansOf(master, unchanged, master.length, question, report),
    ...added,
    ...[...moved].flatMap(([{ event }, at]) => spansOf(event, at, event.length ?? master.length, question, report)),
  ];
}

/** At most this long; a day can have 25 hours. */
const longestMs = ({ length }: { length?: Length | undefined }): number =>
  length ? length.days * dayMs + length.exactMs + dayMs : dayMs;

/** The place of an occurrence on the wall clock of the series. */
function wallIn(start: Time, time: Time, wholeDays: Zone): number {
  if (start.isDate && !time.isDate) return dateOfTime(time, wholeDays);
  return time.isDate || time.isFloating ? time.wall : start.zone.wall(time.instant);
}

/** Tests whether an occurrence is one of `times`, which are compared as instants; a date is every occurrence of that day. */
function placeTest(start: Time, wholeDays: Zone, times: readonly Time[]): (place: Occurrence) => boolean {
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
  report: (event: CalendarEvent, reason: Reason) => void,
): Span[] {
  const length = stated ?? { days: event.start.isDate ? 1 : 0, exactMs: 0 };
  let isUncertain = false;
  const spans = places
    .map(({ instant, wall, zone }) => {
      const end = (length.days > 0 ? zone.instant(wall + length.days * dayMs) : instant) + length.exactMs;
      if (!zone.uncertainty) return { start: instant, end };
      isUncertain = true;
      return { start: instant - zone.uncertainty.earlierMs, end: end + zone.uncertainty.laterMs };
    })
    .filter(({ start, end }) => start < end && end > question.from && start < question.to);
  if (spans.length === 0 || !question.counts(event)) return [];
  if (isUncertain) report(event, "unknownZone");
  return spans;
}
