import { Temporal } from "temporal-polyfill";
import { minuteMs } from "#app/lib/durations.ts";

/*
 * Converts wall-clock times to instants. A host's "Monday 09:00 to 17:00" means wall-clock time; a call lasts a number of real minutes.
 * Usually both agree, but where a time zone changes its offset, an hour (half an hour on Lord Howe, once a whole day in Samoa) is
 * skipped or repeated. Every day is therefore split at its offset changes: within one piece, wall clock and instant differ by a
 * constant, and skipped or repeated minutes need no special case.
 */

/** Minutes after midnight on the wall clock; the end is exclusive, 1440 is midnight at the end of the day. */
export type Opening = { startMinute: number; endMinute: number };

/** Milliseconds since the epoch, end exclusive. */
export type Span = { start: number; end: number };

/** A part of a local day with a constant offset. `midnight`: 00:00 of the day at that offset. */
export type DayPiece = Span & { midnight: number };

const known = new Map<string, readonly DayPiece[]>();

/** More than the dates of 62 days in each of a hundred zones. */
const maxKnown = 10_000;

/**
 * Returns the pieces of a local day (ISO date): usually one, none for a date that the time zone skipped. Cached, because a search asks
 * for the same days for every host. Throws for an unknown zone.
 */
export function dayPieces(date: string, timezone: string): readonly DayPiece[] {
  const key = `${date} ${timezone}`;
  let found = known.get(key);
  if (!found) {
    if (known.size >= maxKnown) known.clear();
    found = findPieces(date, timezone);
    known.set(key, found);
  }
  return found;
}

function findPieces(date: string, timezone: string): DayPiece[] {
  const day = Temporal.PlainDate.from(date);
  const wallMidnight = Date.UTC(day.year, day.month - 1, day.day);
  const end = day.add({ days: 1 }).toZonedDateTime(timezone);
  const pieces: DayPiece[] = [];
  let at = day.toZonedDateTime(timezone);
  while (at.epochMilliseconds < end.epochMilliseconds) {
    const next = at.offsetNanoseconds === end.offsetNanoseconds ? end : (at.getTimeZoneTransition("next") ?? end);
    pieces.push({
      start: at.epochMilliseconds,
      end: next.epochMilliseconds,
      midnight: wallMidnight - at.offsetNanoseconds / 1e6,
    });
    at = next;
  }
  return pieces;
}

/** Converts openings to spans. Join touching ones with `joinSpans`. */
export const openSpans = (pieces: readonly DayPiece[], openings: readonly Opening[]): Span[] =>
  pieces.flatMap((piece) =>
    openings
      .map(({ startMinute, endMinute }) => ({
        start: Math.max(piece.start, piece.midnight + startMinute * minuteMs),
        end: Math.min(piece.end, piece.midnight + endMinute * minuteMs),
      }))
      .filter(({ start, end }) => start < end),
  );

/** Returns the instants at which the wall clock shows an opening's start, or a multiple of `stepMinutes` after it. */
export const gridStarts = (pieces: readonly DayPiece[], openings: readonly Opening[], stepMinutes: number): number[] =>
  pieces.flatMap((piece) =>
    openings.flatMap(({ startMinute, endMinute }) => {
      const starts: number[] = [];
      for (let at = startMinute; at < endMinute; at += stepMinutes) {
        const instant = piece.midnight + at * minuteMs;
        if (instant >= piece.start && instant < piece.end) starts.push(instant);
      }
      return starts;
    }),
  );

/** Sorts spans, and joins overlapping and touching ones: 09:00-12:00 and 12:00-17:00 fit a call from 11:45 to 12:30. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}

export const localDate = (instant: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate().toString();

export const startOfDate = (date: string, timezone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;
