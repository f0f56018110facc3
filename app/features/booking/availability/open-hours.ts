import { Temporal } from "temporal-polyfill";
import { minuteMs } from "#app/lib/durations.ts";

/*
 * From wall clock to instants. A host says "Monday 09:00 to 17:00" and means the clock on the wall; a call lasts a number of
 * real minutes. On most days both are the same; where a zone changes its offset, an hour (on Lord Howe half an hour, in
 * Samoa once a whole day) is missing or comes twice. So every day is cut at its offset changes: within one piece wall clock
 * and instant differ by a constant, and minutes that do not exist, or exist twice, need no special case.
 */

/** Minutes after midnight on the wall clock; the end is exclusive, 1440 is the midnight that ends the day. */
export type Opening = { startMinute: number; endMinute: number };

/** Milliseconds since the epoch, end exclusive. */
export type Span = { start: number; end: number };

/** A stretch of one local day on which the zone's offset does not change. `midnight` is the day's 00:00 by that offset. */
export type DayPiece = Span & { midnight: number };

/** The pieces of a local day (ISO date), one on most days; none for a date the zone skipped. */
export function dayPieces(date: string, timezone: string): DayPiece[] {
  const day = Temporal.PlainDate.from(date);
  const wallMidnight = Date.UTC(day.year, day.month - 1, day.day);
  const end = day.add({ days: 1 }).toZonedDateTime(timezone);
  const pieces: DayPiece[] = [];
  let at = day.toZonedDateTime(timezone);
  while (at.epochMilliseconds < end.epochMilliseconds) {
    const change = at.offsetNanoseconds === end.offsetNanoseconds ? null : at.getTimeZoneTransition("next");
    const next = change && change.epochMilliseconds < end.epochMilliseconds ? change : end;
    pieces.push({
      start: at.epochMilliseconds,
      end: next.epochMilliseconds,
      midnight: wallMidnight - at.offsetNanoseconds / 1e6,
    });
    at = next;
  }
  return pieces;
}

/** When the openings really hold. Touching spans are joined by `joinSpans`. */
export const openSpans = (pieces: readonly DayPiece[], openings: readonly Opening[]): Span[] =>
  pieces.flatMap((piece) =>
    openings
      .map(({ startMinute, endMinute }) => ({
        start: Math.max(piece.start, piece.midnight + startMinute * minuteMs),
        end: Math.min(piece.end, piece.midnight + endMinute * minuteMs),
      }))
      .filter(({ start, end }) => start < end),
  );

/** The instants at which the wall clock shows an opening's start, or a multiple of `stepMinutes` after it. */
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

/** Sorted, with overlapping and touching spans made one: 09:00-12:00 and 12:00-17:00 hold a call from 11:45 to 12:30. */
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

/** The first instant of a local date. */
export const startOfDate = (date: string, timezone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;

/** `days` later on the calendar, as an ISO date. */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** 1 Monday … 7 Sunday. */
export const isoWeekday = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek;
