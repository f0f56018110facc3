import { addDays, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { dayPieces, gridStarts, joinSpans, localDate, type Opening, openSpans, type Span } from "./open-hours.ts";

export type CallRules = {
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  minimumNoticeMinutes: number;
  horizonDays: number;
  dailyCap: number | null;
  weeklyCap: number | null;
  slotStepMinutes: number;
};

/** A host's hours, on the wall clock of `timezone` (IANA). */
export type WorkingHours = {
  timezone: string;
  /** `weekday`: 1 Monday … 7 Sunday. */
  weekly: readonly (Opening & { weekday: number })[];
  /** Replaces weekly hours and holidays on its date; no openings: closed. */
  overrides: readonly { date: string; openings: readonly Opening[] }[];
  /** A day off (ISO date, in the host's time zone) unless an override opens it. */
  isHoliday: (date: string) => boolean;
};

export type TakenTime = {
  start: Date;
  blocked: { start: Date; end: Date };
  /** The call has the requested event type, so it counts toward the caps. */
  sameEventType: boolean;
};

export type SlotQuestion = {
  rules: CallRules;
  hours: WorkingHours;
  taken: readonly TakenTime[];
  now: Date;
  from: Date;
  to: Date;
};

export type Slot = { start: Date; end: Date };

/**
 * Returns the free slots of one host, or those that all of several hosts have, ascending. A slot is within the hosts' opening hours, starts on the grid of one of them, does not overlap a taken time
 * (both with buffers, half-open, so they may touch), respects the minimum notice, starts no later than the last local date of the
 * horizon, and its date and week (Monday to Sunday) are below the caps.
 */
export function freeSlots(...questions: readonly [SlotQuestion, ...SlotQuestion[]]): Slot[] {
  const calendars = questions.map(calendarOf);
  return ascending(calendars.flatMap(({ starts }) => starts))
    .filter((start) => calendars.every(({ isFree }) => isFree(start)))
    .map((start) => ({
      start: new Date(start),
      end: new Date(start + questions[0].rules.durationMinutes * minuteMs),
    }));
}

/** The starts on a host's grid, and whether a call can start at any of these or another host's. */
function calendarOf({ rules, hours, taken, now, from, to }: SlotQuestion) {
  const { timezone } = hours;
  const today = localDate(now.getTime(), timezone);
  const lastDate = addDays(today, rules.horizonDays);
  const earliest = Math.max(from.getTime(), now.getTime() + rules.minimumNoticeMinutes * minuteMs);
  const dates = datesBetween(localDate(earliest, timezone), earlier(localDate(to.getTime(), timezone), lastDate));
  const days = dates.map((date) => ({ date, pieces: dayPieces(date, timezone), openings: openingsOn(date, hours) }));
  const open = joinSpans(withFollowingDay(days, hours).flatMap(({ pieces, openings }) => openSpans(pieces, openings)));
  const busy = joinSpans(taken.map(({ blocked }) => ({ start: blocked.start.getTime(), end: blocked.end.getTime() })));
  const fullDates = fullPeriods(taken, rules.dailyCap, timezone, (date) => date);
  const fullWeeks = fullPeriods(taken, rules.weeklyCap, timezone, mondayOf);

  const duration = rules.durationMinutes * minuteMs;
  const first = days[0]?.pieces[0]?.start ?? 0;
  const end = Math.min(to.getTime(), days.at(-1)?.pieces.at(-1)?.end ?? 0);
  const full = joinSpans(
    days.filter(({ date }) => fullDates.has(date) || fullWeeks.has(mondayOf(date))).flatMap(({ pieces }) => pieces),
  );
  return {
    starts: days.flatMap(({ pieces, openings }) => gridStarts(pieces, openings, rules.slotStepMinutes)),
    isFree: (start: number) =>
      start >= Math.max(earliest, first) &&
      start < end &&
      contains(open, { start, end: start + duration }) &&
      isClear(blockedBy(start, rules), busy) &&
      isClear({ start, end: start + 1 }, full),
  };
}

type AtAnyTime = Omit<SlotQuestion, "from" | "to">;

/** Whether all of these hosts can have a call at this time. */
export const isOffered = (one: AtAnyTime, start: Date, ...others: readonly AtAnyTime[]): boolean => {
  const then = { from: start, to: new Date(start.getTime() + 1) };
  return freeSlots({ ...one, ...then }, ...others.map((other) => ({ ...other, ...then }))).length > 0;
};

export const blockedBy = (start: number, rules: CallRules): Span => ({
  start: start - rules.bufferBeforeMinutes * minuteMs,
  end: start + (rules.durationMinutes + rules.bufferAfterMinutes) * minuteMs,
});

export function openingsOn(date: string, { weekly, overrides, isHoliday }: WorkingHours): readonly Opening[] {
  const override = overrides.find((candidate) => candidate.date === date);
  if (override) return override.openings;
  if (isHoliday(date)) return [];
  const weekday = weekdayNumber(date);
  return weekly.filter((opening) => opening.weekday === weekday);
}

type Day = { date: string; pieces: ReturnType<typeof dayPieces>; openings: readonly Opening[] };

/** A call that starts before midnight may end in the next day's opening. */
function withFollowingDay(days: readonly Day[], hours: WorkingHours): readonly Day[] {
  const last = days.at(-1);
  if (!last) return days;
  const date = addDays(last.date, 1);
  return [...days, { date, pieces: dayPieces(date, hours.timezone), openings: openingsOn(date, hours) }];
}

const mondayOf = (date: string) => addDays(date, 1 - weekdayNumber(date));

/** The periods (named by `periodOf`) with as many calls as the cap. */
function fullPeriods(
  taken: readonly TakenTime[],
  cap: number | null,
  timezone: string,
  periodOf: (date: string) => string,
): Set<string> {
  if (cap === null) return new Set();
  const counts = new Map<string, number>();
  for (const { start, sameEventType } of taken) {
    if (!sameEventType) continue;
    const period = periodOf(localDate(start.getTime(), timezone));
    counts.set(period, (counts.get(period) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= cap).map(([period]) => period));
}

/**
 * The first span that ends after an instant. `spans`: joined and ascending. By halves, because a calendar can have thousands of busy
 * times and a range thousands of starts.
 */
function firstEndingAfter(instant: number, spans: readonly Span[]): Span | undefined {
  let [first, end] = [0, spans.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (spans[middle]!.end <= instant) first = middle + 1;
    else end = middle;
  }
  return spans[first];
}

function contains(open: readonly Span[], call: Span): boolean {
  const around = firstEndingAfter(call.start, open);
  return around !== undefined && around.start <= call.start && call.end <= around.end;
}

function isClear(wanted: Span, busy: readonly Span[]): boolean {
  const next = firstEndingAfter(wanted.start, busy);
  return next === undefined || wanted.end <= next.start;
}

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

const earlier = (a: string, b: string) => (a < b ? a : b);
const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
