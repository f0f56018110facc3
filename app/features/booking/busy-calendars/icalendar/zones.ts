import { Temporal } from "temporal-polyfill";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import { type CalendarText, type Component, property, valueText } from "./components.ts";
import { lastNotAfter, readMoment } from "./moments.ts";
import { generate, readRule } from "./rules.ts";
import { zoneOfName } from "./zone-names.ts";

/*
 * The time zones of a calendar. A wall-clock time is a number: the milliseconds of that date and time in UTC.
 */

type Change = { at: number; offset: number };

export class Zone {
  /** IANA name, if the zone is of our own data. */
  readonly id: string | undefined;
  /** By how much times can be earlier or later than computed, because the zone is unknown. */
  readonly uncertainty: { earlierMs: number; laterMs: number } | undefined;
  readonly #offsetAt: (instant: number) => number;
  readonly #skipped = new Map<number, { from: number; to: number }[]>();

  constructor(offsetAt: (instant: number) => number, known: { id?: string; uncertainty?: Zone["uncertainty"] } = {}) {
    this.#offsetAt = offsetAt;
    this.id = known.id;
    this.uncertainty = known.uncertainty;
  }

  wall = (instant: number): number => instant + this.#offsetAt(instant);

  /** The first of two instants that a repeated time has, and for a skipped one that of the offset before (RFC 5545 3.3.5). */
  instant(wall: number): number {
    return this.#instants(wall)[0] ?? wall - this.#offsetAt(wall - dayMs);
  }

  isSkipped = (wall: number): boolean => this.#instants(wall).length === 0;

  /** The times of a year that clocks skip, half-open. */
  skippedTimes(year: number): { from: number; to: number }[] {
    const present = this.#skipped.get(year);
    if (present) return present;
    const skipped: { from: number; to: number }[] = [];
    for (let day = Date.UTC(year, 0); day < Date.UTC(year + 1, 0); day += dayMs) {
      const [before, after] = [this.#offsetAt(day), this.#offsetAt(day + dayMs)];
      if (after <= before) continue;
      let [low, high] = [day, day + dayMs];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (this.#offsetAt(middle) === before) low = middle;
        else high = middle;
      }
      skipped.push({ from: high + before, to: high + after });
    }
    this.#skipped.set(year, skipped);
    return skipped;
  }

  #instants(wall: number): number[] {
    const offsets = [this.#offsetAt(wall - dayMs), this.#offsetAt(wall + dayMs)];
    if (offsets[0] === offsets[1]) offsets.pop();
    return offsets
      .map((offset) => wall - offset)
      .filter((instant) => this.wall(instant) === wall)
      .sort((a, b) => a - b);
  }
}

/** Returns the zone of an IANA name, the same one for the same name. */
export function ianaZones(): (id: string) => Zone {
  const zones = new Map<string, Zone>();
  return (id) => {
    const zone = zones.get(id) ?? ianaZone(id);
    zones.set(id, zone);
    return zone;
  };
}

/** Creates the zone of an IANA name from our own data. It computes a year's changes when a time of that year is asked for. */
function ianaZone(id: string): Zone {
  const years = new Map<number, Change[]>();
  // Without a later change, asking for one takes long.
  let noneAfter = Number.POSITIVE_INFINITY;
  const changesOf = (year: number): Change[] => {
    let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, 0)).toZonedDateTimeISO(id);
    const end = Date.UTC(year + 1, 0);
    const changes: Change[] = [];
    while (at.epochMilliseconds < end) {
      changes.push({ at: at.epochMilliseconds, offset: at.offsetNanoseconds / 1e6 });
      if (at.epochMilliseconds >= noneAfter) break;
      const next = at.getTimeZoneTransition("next");
      if (!next) noneAfter = at.epochMilliseconds;
      if (!next) break;
      at = next;
    }
    return changes;
  };
  return new Zone(
    (instant) => {
      const year = new Date(instant).getUTCFullYear();
      const changes = years.get(year) ?? changesOf(year);
      years.set(year, changes);
      return (lastNotAfter(changes, instant, ({ at }) => at) ?? changes[0]!).offset;
    },
    { id },
  );
}

/** The offsets of the earth's zones. */
const [lowestOffset, highestOffset] = [-12 * hourMs, 14 * hourMs];

const unknownZone = new Zone(() => 0, { uncertainty: { earlierMs: highestOffset, laterMs: -lowestOffset } });

const fixedZone = (offset: number, uncertainty?: Zone["uncertainty"]) =>
  new Zone(() => offset, uncertainty ? { uncertainty } : {});

/** Of one calendar. Looking up a name takes up to milliseconds. */
const maxNames = 500;

/** Returns the zones of one calendar by name. `host`: for whole days, and for floating times unless the calendar names its own zone. */
export function zonesOf(
  calendar: CalendarText,
  { host, iana, at }: { host: Zone; iana: (id: string) => Zone; at: number },
): { named: (name: string) => Zone; floating: Zone } {
  const described = new Map(calendar.zones.map((zone) => [text(zone.lines, "TZID"), zone]));
  const found = new Map<string, Zone>();
  const find = (name: string): Zone => {
    const known = zoneOfName(name, at);
    if (known?.kind === "iana") return iana(known.id);
    const inFile = described.get(name);
    const place = inFile && zoneOfName(text(inFile.lines, "X-LIC-LOCATION"), at);
    if (place?.kind === "iana") return iana(place.id);
    const rules = inFile && zoneOfRules(inFile);
    if (rules) return rules;
    if (!known) return unknownZone;
    if ("id" in known) return iana(known.id);
    const isExact = known.kind === "offset";
    return fixedZone(known.offsetMs, isExact ? undefined : { earlierMs: hourMs, laterMs: hourMs });
  };
  const named = (name: string) => {
    const known = found.get(name);
    if (known || found.size >= maxNames) return known ?? unknownZone;
    const zone = find(name);
    found.set(name, zone);
    return zone;
  };
  const own = text(calendar.lines, "X-WR-TIMEZONE") || text(calendar.lines, "TIMEZONE-ID");
  return { named, floating: own ? named(own) : host };
}

const text = (lines: Component["lines"], name: string): string => {
  const line = lines.get(name)?.[0];
  return line ? String(property(line)?.values[0] ?? valueText(line)) : "";
};

/** Creates a zone from a calendar's own rules (RFC 5545 3.6.5); undefined if they cannot be read. */
function zoneOfRules(zone: Component): Zone | undefined {
  const changes: (Change & { before: number })[] = [];
  for (const part of zone.parts) {
    const [before, offset] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) => readOffset(text(part.lines, name)));
    if (before === undefined || offset === undefined) return undefined;
    const times = changeTimes(part, before);
    if (!times) return undefined;
    for (const at of times) changes.push({ at, offset, before });
  }
  changes.sort((a, b) => a.at - b.at);
  const [first] = changes;
  if (!first) return undefined;
  const all = [{ at: Number.NEGATIVE_INFINITY, offset: first.before }, ...changes];
  return new Zone((instant) => lastNotAfter(all, instant, ({ at }) => at)!.offset);
}

function readOffset(value: string): number | undefined {
  const match = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(value);
  if (!match) return undefined;
  const [, sign, hours, minutes, seconds = 0] = match;
  return (sign === "-" ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1000);
}

/** Rules often begin in 1601; their changes outside these years do not matter. */
const ruledYears = { from: Date.UTC(1970, 0), to: Date.UTC(2100, 0) };
const maxChanges = 1000;

/** Returns the instants at which an offset begins; undefined if they cannot be read. `before`: the offset in which they are written. */
function changeTimes({ lines }: Component, before: number): number[] | undefined {
  const written = [...(lines.get("DTSTART") ?? []), ...(lines.get("RDATE") ?? [])].flatMap((line) =>
    (property(line)?.values ?? [null]).map((value) => readMoment(Array.isArray(value) ? value[0] : value)),
  );
  const [start] = written;
  if (!start || written.includes(undefined)) return undefined;
  const times = written.map((moment) => moment!.wall - (moment!.isUtc ? 0 : before));
  const readings = (lines.get("RRULE") ?? []).map(readRule);
  if (!readings.every((read) => read?.isExact)) return undefined;
  for (const rule of readings.flatMap((read) => read!.rules)) {
    const until = rule.until ? rule.until.wall - (rule.until.isUtc ? 0 : before) : Number.POSITIVE_INFINITY;
    try {
      const walls = generate(rule.options, { instant: start.wall, timeZone: "UTC" }, ruledYears, maxChanges);
      times.push(...walls.map((wall) => wall - before).filter((at) => at <= until));
    } catch {
      return undefined;
    }
  }
  return times;
}
