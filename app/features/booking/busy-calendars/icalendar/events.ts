import { dayMs, hourMs } from "#app/lib/durations.ts";
import { type Component, type Property, property, valueText } from "./components.ts";
import { type Duration, type Moment, readDuration, readMoment } from "./moments.ts";
import { type Rule, readRule } from "./rules.ts";
import type { Zone } from "./zones.ts";

/*
 * Reads a VEVENT. Where a part cannot be read, the event keeps what can: without its end it counts as one hour (a whole day, if its
 * start is a date), without its rule as its first date, so that a host with a defective calendar does not look free.
 */

/** A moment with its time zone; for whole days the host's. `isFloating`: it names none, and has that of its series or calendar. */
export type Time = Moment & { instant: number; zone: Zone; isFloating: boolean };

/** How long an event lasts: exactly, or in days of the wall clock and an exact rest. */
export type Length = Duration;

export type CalendarEvent = {
  component: Component;
  uid: string | null;
  sequence: number;
  start: Time;
  /** Undefined: the event states none. */
  length: Length | undefined;
  /** Travel time before the event, which Apple's calendar adds; 0 without one. */
  travelMs: number;
  rules: Rule[];
  exceptionRules: Rule[];
  dates: { start: Time; length?: Length }[];
  exceptions: Time[];
  /** The occurrence of a series that this event replaces. */
  replaces: { time: Time; andFuture: boolean } | undefined;
};

export type Zones = { named: (name: string) => Zone; floating: Zone; wholeDays: Zone; utc: Zone };

/** Sentences for the host. */
export const reasons = {
  noStart: "The start of an event is missing or invalid. The event is not counted.",
  badEnd: "The end of an event is invalid. It counts as one hour, or as one day if it has no time.",
  endBeforeStart: "An event ends before it starts. It counts as one hour, or as one day if it has no time.",
  badRule: "The repeat rule of an event is invalid. Only its first date counts.",
  missingDays: "A repeating event moves days that a month lacks to another date. Only these dates are not counted.",
  badDates: "An additional date or an exception of a repeating event is invalid. The exception is not applied.",
  badPlace: "A changed date of a repeating event does not say which date it replaces. Both count.",
  unknownZone: "The time zone of an event is unknown. Every hour at which it could be counts as busy.",
  tooOften: "An event repeats too often to list its dates. All the time from its start counts as busy.",
  badFreeBusy: "A busy time is invalid. It is not counted.",
} as const;
export type Reason = keyof typeof reasons;

/** Events have one; each can take some time. */
const maxRules = 10;

const unknownLength = (isDate: boolean): Length => (isDate ? { days: 1, exactMs: 0 } : { days: 0, exactMs: hourMs });

/** Reads an event, and reports the first part of it that is invalid. Returns null without a start. */
export function readEvent(
  component: Component,
  zones: Zones,
): { event: CalendarEvent; problem: Reason | null } | { event: null; problem: "noStart" } {
  const { lines } = component;
  let problem: Reason | null = null;
  const report = (reason: Reason) => {
    problem ??= reason;
  };
  const first = (name: string) => {
    const line = lines.get(name)?.[0];
    return line === undefined ? undefined : { read: property(line) };
  };

  const start = timeOf(first("DTSTART")?.read, zones);
  if (!start) return { event: null, problem: "noStart" };

  const each = <Value>(name: string, read: (line: string) => Value[] | null, reason: Reason): Value[] =>
    (lines.get(name) ?? []).flatMap((line) => {
      const values = read(line);
      if (!values) report(reason);
      return values ?? [];
    });
  const times = (line: string) => {
    const read = property(line);
    const found = read?.values.map((value) => timeOfValue(value, read, zones, start));
    return found && !found.includes(undefined) ? (found as Time[]) : null;
  };
  const ruleCount = (lines.get("RRULE")?.length ?? 0) + (lines.get("EXRULE")?.length ?? 0);
  const rule = (line: string) => {
    const read = ruleCount > maxRules ? null : readRule(line);
    if (read?.lacksDates) report("missingDays");
    return read?.rules ?? null;
  };
  const exceptionRule = (line: string) => {
    const read = ruleCount > maxRules ? null : readRule(line);
    return read?.isExact ? read.rules : null;
  };

  const place = first("RECURRENCE-ID");
  const replaced = place && timeOf(place.read, zones, start);
  if (place && !replaced) report("badPlace");
  return {
    event: {
      component,
      uid: textOf(lines, "UID"),
      sequence: Number(textOf(lines, "SEQUENCE")) || 0,
      start,
      length: lengthOf(first("DTEND"), first("DURATION"), start, zones, report),
      travelMs: readDuration(first("X-APPLE-TRAVEL-DURATION")?.read?.values[0])?.exactMs ?? 0,
      rules: each("RRULE", rule, "badRule"),
      exceptionRules: each("EXRULE", exceptionRule, "badDates"),
      dates: each("RDATE", (line) => datesOf(line, zones, start), "badDates"),
      exceptions: each("EXDATE", times, "badDates"),
      replaces: replaced && {
        time: replaced,
        andFuture: place.read?.parameters.range?.toUpperCase() === "THISANDFUTURE",
      },
    },
    problem,
  };
}

export const textOf = (lines: Component["lines"], name: string): string | null => {
  const line = lines.get(name)?.[0];
  return line === undefined ? null : valueText(line) || null;
};

const timeOf = (read: Property | null | undefined, zones: Zones, series?: Time): Time | undefined =>
  read ? timeOfValue(read.values[0], read, zones, series) : undefined;

/** Reads a time. A floating one that belongs to a series is in the time zone of the series. */
function timeOfValue(value: unknown, { parameters }: Property, zones: Zones, series?: Time): Time | undefined {
  const moment = readMoment(value);
  if (!moment) return undefined;
  const { wall, isDate } = moment;
  const name = parameters.tzid;
  const own = series && !series.isDate ? series.zone : zones.floating;
  const zone = isDate ? zones.wholeDays : moment.isUtc ? zones.utc : name ? zones.named(name) : own;
  return { ...moment, instant: zone.instant(wall), zone, isFloating: !isDate && !moment.isUtc && !name };
}

/** Reads RDATE: times, or periods with a length of their own. */
function datesOf(line: string, zones: Zones, series: Time): CalendarEvent["dates"] | null {
  const read = property(line);
  if (!read) return null;
  const dates = read.values.map((value) => {
    const [from, to] = Array.isArray(value) ? value : [value];
    const start = timeOfValue(from, read, zones, series);
    if (!start || to === undefined) return start && { start };
    const end = timeOfValue(to, read, zones, series);
    const length = end ? { days: 0, exactMs: end.instant - start.instant } : readDuration(to);
    return length && length.exactMs >= 0 ? { start, length } : undefined;
  });
  return dates.includes(undefined) ? null : (dates as CalendarEvent["dates"]);
}

type Line = { read: Property | null } | undefined;

/** A series repeats the exact length that its end states (RFC 5545 3.8.5.3), and the days of a DURATION. */
function lengthOf(
  end: Line,
  duration: Line,
  start: Time,
  zones: Zones,
  report: (reason: Reason) => void,
): Length | undefined {
  const unknown = (reason: Reason) => {
    report(reason);
    return unknownLength(start.isDate);
  };
  if (end) {
    const at = timeOf(end.read, zones, start);
    if (!at) return unknown("badEnd");
    // Whole days that end where they start are one day.
    if (start.isDate && at.isDate && at.wall === start.wall) return unknownLength(true);
    const instant = at.isDate ? start.zone.instant(at.wall) : at.instant;
    if (instant < start.instant) return unknown("endBeforeStart");
    return start.isDate && at.isDate
      ? { days: (at.wall - start.wall) / dayMs, exactMs: 0 }
      : { days: 0, exactMs: instant - start.instant };
  }
  if (!duration) return undefined;
  const length = readDuration(duration.read?.values[0]);
  if (!length) return unknown("badEnd");
  return start.isDate && length.days === 0 && length.exactMs === 0 ? unknownLength(true) : length;
}
