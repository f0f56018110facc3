import { dayMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { joinSpans, type Span } from "../availability/open-hours.ts";
import { type Component, property, splitCalendars } from "./icalendar/components.ts";
import { type CalendarEvent, type Reason, readEvent, reasons, type Zones } from "./icalendar/events.ts";
import { readDuration, readMoment } from "./icalendar/moments.ts";
import { busyTimesOf, type SeriesQuestion } from "./icalendar/series.ts";
import { isBusy, isOurs } from "./icalendar/status.ts";
import { ianaZones, zonesOf } from "./icalendar/zones.ts";

/*
 * Computes when a calendar's owner is busy, from its iCalendar text (RFC 5545): events that are not canceled, declined or marked as
 * free, each series with its exceptions, and free/busy lists. One odd event does not refuse the calendar: it is reported, and counts
 * as far as it can be read, because a defective calendar must not make a busy host look free. Pure: no I/O, no clock.
 */

/** `incomplete`: the text ends within the calendar, so events can be missing. */
export type CalendarRefusal = Refusal<"not_a_calendar" | "incomplete" | "too_many_events">;

/** Plain data that can be passed to a worker thread. */
export type BusyQuestion = {
  /** Half-open, in milliseconds. */
  from: number;
  to: number;
  /** The host's IANA time zone: for whole days, and for times without a time zone in calendars that name none. */
  timezone: string;
  /** The host's addresses in lower case, to recognize invitations that the host declined. */
  emails: readonly string[];
  /** UIDs of our own calls, which are counted as bookings instead. An event names its call as UID or in `X-GTMARC-CALL`. */
  ownUids: ReadonlySet<string>;
};

/** A part of the calendar that could not be read. `line`: its first one. `reason`: for the host, without content of the calendar. */
export type SkippedPart = { line: number; reason: string };

export type CalendarReading = {
  /** Joined, ascending; the first and the last can reach beyond the range. In milliseconds. */
  busy: Span[];
  skipped: SkippedPart[];
  /** How many events the calendar has. */
  events: number;
};

export type CalendarLimits = {
  events: number;
  /** Of one event in the range, and steps to find them. */
  occurrences: number;
  /** Busy times in the range, before they are joined. */
  busyTimes: number;
};
const calendarLimits: CalendarLimits = { events: 200_000, occurrences: 50_000, busyTimes: 500_000 };

/**
 * Reads the busy times of a calendar. Refusals: not_a_calendar (the text contains none), incomplete, too_many_events (more events or
 * busy times than the limits).
 */
export function readCalendar(
  text: string,
  question: BusyQuestion,
  limits: CalendarLimits = calendarLimits,
): Result<CalendarReading, CalendarRefusal> {
  const calendars = splitCalendars(text);
  if (!calendars.ok) return calendars;
  const components = calendars.value.flatMap(({ events }) => events);
  if (components.length > limits.events) return refuse("too_many_events");

  const skipped = new Map<Component, Reason>();
  const iana = ianaZones();
  const wholeDays = iana(question.timezone);
  const byUid = new Map<string | Component, CalendarEvent[]>();
  const spans: Span[] = [];
  for (const calendar of calendars.value) {
    const zones: Zones = {
      ...zonesOf(calendar, { host: wholeDays, iana, at: question.from }),
      wholeDays,
      utc: iana("UTC"),
    };
    for (const component of calendar.events) {
      if (isOurs(component, question.ownUids)) continue;
      const { event, problem } = readEvent(component, zones);
      if (problem) skipped.set(component, problem);
      if (!event) continue;
      const present = byUid.get(event.uid ?? component);
      if (present) present.push(event);
      else byUid.set(event.uid ?? component, [event]);
    }
    for (const list of calendar.freeBusy)
      for (const span of freeBusyTimes(list, () => skipped.set(list, "badFreeBusy"))) spans.push(span);
  }

  const counted = new Map<Component, boolean>();
  const series: SeriesQuestion = {
    ...{ from: question.from, to: question.to, wholeDays, maxOccurrences: limits.occurrences },
    counts: ({ component }) => {
      const isCounted = counted.get(component) ?? isBusy(component, question.emails);
      counted.set(component, isCounted);
      return isCounted;
    },
  };
  for (const events of byUid.values()) {
    for (const span of busyTimesOf(events, series, ({ component }, reason) => {
      if (!skipped.has(component)) skipped.set(component, reason);
    }))
      spans.push(span);
    if (spans.length > limits.busyTimes) return refuse("too_many_events");
  }
  const inRange = spans.filter(({ start, end }) => start < end && end > question.from && start < question.to);
  return ok({
    busy: joinSpans(inRange),
    skipped: [...skipped]
      .map(([{ line }, reason]) => ({ line, reason: reasons[reason] }))
      .sort((a, b) => a.line - b.line),
    events: components.length,
  });
}

/** The periods of a VFREEBUSY, which are in UTC; free ones are left out. */
function freeBusyTimes({ lines }: Component, report: () => void): Span[] {
  return (lines.get("FREEBUSY") ?? []).flatMap((line) => {
    const read = property(line);
    if (read?.parameters.fbtype?.toUpperCase() === "FREE") return [];
    const periods = read?.values.map((value) => {
      const [from, to] = Array.isArray(value) ? value : [];
      const [start, end, length] = [readMoment(from), readMoment(to), readDuration(to)];
      if (!start || !(end || length)) return undefined;
      return { start: start.wall, end: end ? end.wall : start.wall + length!.days * dayMs + length!.exactMs };
    });
    if (!periods || periods.includes(undefined)) report();
    return periods?.filter((period) => period !== undefined) ?? [];
  });
}

/** Sentences for addresses and readings that fail, for files as for connected calendars. */
export const readingProblemText = {
  not_https: "The address must begin with https://.",
  bad_port: "The port in the address is not allowed. Remove it, or use one from 1024.",
  unknown_name: "The server's address was not found.",
  not_public: "The address leads to a private network. Enter a public address.",
  unreachable: "The server could not be reached, or its certificate is not valid.",
  timed_out: "The server did not respond in time.",
  too_large: "The calendar is larger than 20 MB.",
  too_many_events: "The calendar has too many events.",
  reader_ended: "Reading the calendar failed, or was stopped because it took too much time or memory.",
} as const;
