import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { joinSpans, type Span } from "../availability/open-hours.ts";
import { isTimezone, offsetIn } from "../zoned-time.ts";

/*
 * Computes when a calendar's owner is busy, from its iCalendar text (RFC 5545): events that are not canceled or marked as free, each
 * recurrence with its exceptions, and free/busy lists. Whole days and times without a time zone are in the host's.
 */

export type CalendarRefusal = Refusal<"not_a_calendar" | "too_many_events">;

/** Limits rules such as "every second"; years of daily meetings are far below this. */
const maxOccurrences = 20_000;

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

/** A part of the calendar that could not be read. `reason`: a sentence for the host without content of the calendar. */
export type SkippedPart = { line: number; reason: string };

export type CalendarReading = {
  /** Joined, ascending; the first and the last can reach beyond the range. In milliseconds. */
  busy: Span[];
  skipped: SkippedPart[];
  /** How many events the calendar has. */
  events: number;
};

/** Refusals: not_a_calendar; too_many_events (a rule with endless or excessive recurrence). */
export function readCalendar(text: string, question: BusyQuestion): Result<CalendarReading, CalendarRefusal> {
  let calendars: InstanceType<typeof ICAL.Component>[];
  try {
    const parsed = ICAL.parse(text);
    calendars = (typeof parsed[0] === "string" ? [parsed] : parsed).map((jcal: unknown[]) => new ICAL.Component(jcal));
  } catch {
    return refuse("not_a_calendar");
  }
  if (calendars.length === 0 || calendars.some(({ name }) => name !== "vcalendar")) return refuse("not_a_calendar");
  const budget = { left: maxOccurrences };
  const spans: Span[] = [];
  try {
    for (const calendar of calendars) {
      nameZones(calendar, question.from);
      spans.push(...eventSpans(calendar, question, budget));
      spans.push(...freeBusySpans(calendar, question));
    }
  } catch (error) {
    if (error instanceof TooMany) return refuse("too_many_events");
    return refuse("not_a_calendar");
  }
  const inRange = spans.filter(({ start, end }) => start < end && end > question.from && start < question.to);
  const events = calendars.reduce((sum, calendar) => sum + calendar.getAllSubcomponents("vevent").length, 0);
  return ok({ busy: joinSpans(inRange), skipped: [], events });
}

class TooMany extends Error {}

/**
 * Adds definitions for time zones that a file names but does not define; the parser would treat their times as floating. A known IANA
 * time zone is defined with its offset at `at`, which is enough to compare with the end of a series; everything else uses its name.
 */
function nameZones(calendar: Component, at: number): void {
  const described = new Set(
    calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid")),
  );
  const named = calendar
    .getAllSubcomponents()
    .flatMap((part) => part.getAllProperties())
    .map((property) => property.getParameter("tzid"));
  for (const name of new Set(named)) {
    if (typeof name !== "string" || described.has(name) || !isTimezone(name)) continue;
    const offset = offsetIn(new Date(at), name).slice(3).replace(":", "");
    const zone = `BEGIN:VTIMEZONE\r\nTZID:${name}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:${offset}\r\nTZOFFSETTO:${offset}\r\nEND:STANDARD\r\nEND:VTIMEZONE`;
    calendar.addSubcomponent(new ICAL.Component(ICAL.parse(zone)));
  }
}

type Component = InstanceType<typeof ICAL.Component>;
type Time = InstanceType<typeof ICAL.Time>;
type CalendarEvent = InstanceType<typeof ICAL.Event>;

function eventSpans(calendar: Component, question: BusyQuestion, budget: { left: number }): Span[] {
  const events = calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component));
  const masters = events.filter((event) => !event.isRecurrenceException());
  const exceptions = events.filter((event) => event.isRecurrenceException());
  const known = new Set(masters.map(({ uid }) => uid));
  for (const master of masters)
    for (const exception of exceptions) if (exception.uid === master.uid) master.relateException(exception);
  // An exception without its series in the file counts as a separate event.
  const single = exceptions.filter(({ uid }) => !known.has(uid));
  return [...masters, ...single]
    .filter(({ uid }) => !question.ownUids.has(uid))
    .flatMap((event) => (event.isRecurring() ? occurrences(event, question, budget) : spanOfEvent(event, question)));
}

function occurrences(event: CalendarEvent, question: BusyQuestion, budget: { left: number }): Span[] {
  const spans: Span[] = [];
  const dates = event.iterator();
  for (let at = dates.next(); at; at = dates.next()) {
    budget.left -= 1;
    if (budget.left < 0) throw new TooMany();
    const { item, startDate, endDate } = event.getOccurrenceDetails(at);
    const span = { start: instantOf(startDate, question), end: instantOf(endDate, question) };
    if (isBusy(item)) spans.push(span);
    // An exception may be later than its place in the series, but the series itself is ordered.
    if (instantOf(at, question) >= question.to) break;
  }
  return spans;
}

const spanOfEvent = (event: CalendarEvent, question: BusyQuestion): Span[] =>
  isBusy(event) ? [{ start: instantOf(event.startDate, question), end: instantOf(event.endDate, question) }] : [];

function isBusy({ component }: CalendarEvent): boolean {
  const says = (name: string) => String(component.getFirstPropertyValue(name) ?? "").toUpperCase();
  return (
    says("status") !== "CANCELLED" && says("transp") !== "TRANSPARENT" && says("x-microsoft-cdo-busystatus") !== "FREE"
  );
}

function freeBusySpans(calendar: Component, question: BusyQuestion): Span[] {
  return calendar.getAllSubcomponents("vfreebusy").flatMap((list) =>
    list
      .getAllProperties("freebusy")
      .filter((property) => String(property.getFirstParameter("fbtype") ?? "BUSY").toUpperCase() !== "FREE")
      .flatMap((property) =>
        (property.getValues() as InstanceType<typeof ICAL.Period>[]).map((period) => ({
          start: instantOf(period.start, question),
          end: instantOf(period.getEnd(), question),
        })),
      ),
  );
}

/**
 * Uses the time zone's IANA name if it has one: our time zone data is newer than that in many files. Other time zones (Outlook's names)
 * are taken from the file.
 */
function instantOf(time: Time, { timezone }: BusyQuestion): number {
  const { zone } = time;
  if (!time.isDate && zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
  const name = time.isDate ? timezone : (zone?.tzid ?? "");
  const isFloating = !zone || zone === ICAL.Timezone.localTimezone;
  if (!time.isDate && !isFloating && !isTimezone(name)) return time.toUnixTime() * 1000;
  const wall = Temporal.PlainDateTime.from({
    year: time.year,
    month: time.month,
    day: time.day,
    hour: time.isDate ? 0 : time.hour,
    minute: time.isDate ? 0 : time.minute,
    second: time.isDate ? 0 : Math.min(59, time.second),
  });
  return wall.toZonedDateTime(isTimezone(name) ? name : timezone).epochMilliseconds;
}
