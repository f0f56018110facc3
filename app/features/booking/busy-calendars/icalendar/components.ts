import ICAL from "ical.js";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";

/*
 * Splits iCalendar text (RFC 5545) into the components and lines that show when its owner is busy. One pass over the text; titles,
 * descriptions and everything else is never parsed, so that a defect there costs nothing, and each line is parsed on its own, so that
 * one unreadable line does not refuse the calendar.
 */

export type Component = {
  name: "VEVENT" | "VFREEBUSY" | "VTIMEZONE" | "STANDARD" | "DAYLIGHT";
  /** Number of its BEGIN line, from 1. */
  line: number;
  /** Unfolded content lines by upper-case name. */
  lines: Map<string, string[]>;
  /** The rules of a time zone. */
  parts: Component[];
};

export type CalendarText = {
  /** The lines of the calendar: its time zone. */
  lines: Map<string, string[]>;
  zones: Component[];
  events: Component[];
  freeBusy: Component[];
};

type Names = ReadonlySet<string>;
const named = (...names: string[]): Names => new Set(names);

const calendarLines = named("X-WR-TIMEZONE", "TIMEZONE-ID");
const linesOf: Readonly<Record<Component["name"], Names>> = {
  VEVENT: named(
    ...["UID", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "SEQUENCE"],
    ...["STATUS", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "ATTENDEE", "X-GTMARC-CALL", "X-APPLE-TRAVEL-DURATION"],
  ),
  VFREEBUSY: named("FREEBUSY"),
  VTIMEZONE: named("TZID", "X-LIC-LOCATION"),
  STANDARD: named("DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO"),
  DAYLIGHT: named("DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO"),
};
const isComponent = (name: string): name is Component["name"] => Object.hasOwn(linesOf, name);
const isPart = (name: string) => name === "STANDARD" || name === "DAYLIGHT";

/** Longer than the name of every line that is read, with room for a folded one. */
const maxNameLength = 80;

/** Returns the calendars of a text. Refusals: not_a_calendar (no VCALENDAR), incomplete (the last one has no end). */
export function splitCalendars(input: string): Result<CalendarText[], Refusal<"not_a_calendar" | "incomplete">> {
  const text = input.includes("\n") ? input : input.replaceAll("\r", "\n");
  const calendars: CalendarText[] = [];
  let calendar: CalendarText | undefined;
  // The names of the open components within the calendar; those that are not read are in it as well, to skip their lines.
  let open: { name: string; component?: Component }[] = [];

  const begin = (name: string, line: number) => {
    if (name === "VCALENDAR") {
      calendar = { lines: new Map(), zones: [], events: [], freeBusy: [] };
      calendars.push(calendar);
      open = [];
      return;
    }
    if (!calendar) return;
    // An event cannot contain an event: the end of the previous one is missing.
    if (name === "VEVENT") open = [];
    const parent = open.at(-1);
    if (!isComponent(name) || (parent !== undefined) !== isPart(name)) return void open.push({ name });
    const component: Component = { name, line, lines: new Map(), parts: [] };
    if (parent?.component?.name === "VTIMEZONE") parent.component.parts.push(component);
    if (name === "VTIMEZONE") calendar.zones.push(component);
    if (name === "VEVENT") calendar.events.push(component);
    if (name === "VFREEBUSY") calendar.freeBusy.push(component);
    open.push({ name, component });
  };
  const end = (name: string) => {
    if (name === "VCALENDAR") calendar = undefined;
    const at = open.findLastIndex((component) => component.name === name);
    if (at >= 0) open.length = at;
  };

  for (const [name, line, content] of contentLines(text)) {
    if (name === "BEGIN") begin(valueText(content()).toUpperCase(), line);
    else if (name === "END") end(valueText(content()).toUpperCase());
    else if (calendar) {
      const inside = open.at(-1);
      const names = inside ? inside.component && linesOf[inside.component.name] : calendarLines;
      if (!names?.has(name)) continue;
      const lines = inside?.component?.lines ?? calendar.lines;
      const present = lines.get(name);
      if (present) present.push(content());
      else lines.set(name, [content()]);
    }
  }
  if (calendars.length === 0) return refuse("not_a_calendar");
  return calendar ? refuse("incomplete") : ok(calendars);
}

/** Yields the upper-case name of each content line, its number, and its unfolded text. */
function* contentLines(text: string): Generator<[name: string, line: number, content: () => string]> {
  let at = 0;
  let line = 0;
  while (at < text.length) {
    const start = at;
    const first = line + 1;
    let end = at;
    do {
      const next = text.indexOf("\n", at);
      end = next < 0 ? text.length : next;
      at = end + 1;
      line += 1;
    } while (text[at] === " " || text[at] === "\t");
    const isFolded = line > first;
    const content = () => {
      const whole = text.slice(start, end);
      return (isFolded ? unfolded(whole) : whole).trim();
    };
    // A line can be folded within its name.
    const name = nameOf(text.slice(start, Math.min(end, start + maxNameLength))) ?? (isFolded && nameOf(content()));
    if (name) yield [name.toUpperCase(), first, content];
  }
}

/** Each line after the first begins with one space or tab that is not part of the text. */
function unfolded(text: string): string {
  const lines = text.split("\n").map((line, index) => {
    let end = line.length;
    while (line[end - 1] === "\r") end -= 1;
    return line.slice(index === 0 ? 0 : 1, end);
  });
  return lines.join("");
}

const nameOf = (line: string): string | undefined => /^[\uFEFF\s]*([\w-]+)[:;]/.exec(line)?.[1];

/** The value of a line without parameters, as it is written. */
export const valueText = (line: string): string => line.slice(line.indexOf(":") + 1).trim();

export type Property = { parameters: Readonly<Record<string, string>>; values: unknown[] };

/** Parses a line to its jCal form (RFC 7265); null if it cannot be parsed. */
export function property(line: string): Property | null {
  // The parser's time grows with the square of the number of parameters.
  if (line.length > 10_000 && line.split(";").length > 500) return null;
  try {
    const [, parameters, , ...values] = ICAL.parse.property(withQuotedZone(withPlainTimes(line))) as [
      string,
      Record<string, string>,
      string,
      ...unknown[],
    ];
    return { parameters, values };
  } catch {
    return null;
  }
}

const looseTime =
  /(?<=[:,/=])(\d{4})(-?)(\d\d)\2(\d\d)(?:t(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(z|[+-]\d\d:?\d\d)?)?(?=[,/;]|$)/gi;

const invalidTime = "00000000T000000";

/**
 * Times as the parser reads them. It ignores a "z" in lower case (`20260501t130000z`) and offsets (`20260501T150000+0200`), so that a time
 * became one of the host's zone, and knows no ISO 8601 with dashes.
 */
const withPlainTimes = (line: string) =>
  line.replace(looseTime, (_written, year, _dash, month, day, hour, minute, second = "", zone = "") => {
    if (hour === undefined) return `${year}${month}${day}`;
    if (!/[+-]/.test(zone)) return `${year}${month}${day}T${hour}${minute}${second}${zone.toUpperCase()}`;
    const offset = `${zone.slice(0, 3)}:${zone.slice(-2)}`;
    const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second || "00"}${offset}`);
    return Number.isNaN(instant.getTime()) || Number(zone.slice(1, 3)) > 14
      ? invalidTime
      : instant.toISOString().replace(/[-:]|\.\d+/g, "");
  });

/** Some programs write `TZID=(UTC-05:00) Eastern Time:2026…` and `TZID=tzone://Microsoft/Utc:2026…` without the required quotes. */
const withQuotedZone = (line: string) => line.replace(/;TZID=([^":;]*:[^";]*)(?=:[^:]*$)/i, ';TZID="$1"');
