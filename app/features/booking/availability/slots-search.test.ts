import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test, vi } from "vitest";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { freeSlots, isOffered, type SlotQuestion } from "./slots.ts";

/* Compares with a search that checks every five minutes of a few days against the clock of Intl. */

const zones = [
  "America/New_York",
  "Europe/Vienna",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Africa/Cairo",
  "America/Havana",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "UTC",
];
const moments = [
  "2026-03-07",
  "2026-03-28",
  "2026-04-03",
  "2026-04-23",
  "2026-10-03",
  "2026-10-24",
  "2026-10-29",
  "2026-10-31",
  "2026-07-15",
];

const five = 5 * minuteMs;
const clocks = new Map<string, Intl.DateTimeFormat>();

function wall(instant: number, zone: string): { date: string; minute: number; weekday: number } {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(zone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
  const date = `${part["year"]}-${part["month"]}-${part["day"]}`;
  return {
    date,
    minute: Number(part["hour"]) * 60 + Number(part["minute"]),
    weekday: new Date(`${date}T00:00Z`).getUTCDay() || 7,
  };
}

/** Checks every five minutes of the first question's span: on the grid of one host, and free for all. */
function bySearch(...questions: readonly [SlotQuestion, ...SlotQuestion[]]): string[] {
  const [{ from, to }] = questions;
  const hosts = questions.map(hostBySearch);
  const found: string[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += five)
    if (hosts.some(({ onGrid }) => onGrid(start)) && hosts.every(({ fits }) => fits(start)))
      found.push(new Date(start).toISOString());
  return found;
}

function hostBySearch({ rules, hours, taken, now, from, to }: SlotQuestion) {
  const zone = hours.timezone;
  const openings = (date: string, weekday: number) =>
    hours.overrides.find((override) => override.date === date)?.openings ??
    (hours.isHoliday(date) ? [] : hours.weekly.filter((opening) => opening.weekday === weekday));
  const isOpen = (instant: number) => {
    const { date, minute, weekday } = wall(instant, zone);
    return openings(date, weekday).some(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute);
  };
  const onGrid = (instant: number) => {
    const { date, minute, weekday } = wall(instant, zone);
    return openings(date, weekday).some(
      ({ startMinute, endMinute }) =>
        startMinute <= minute && minute < endMinute && (minute - startMinute) % rules.slotStepMinutes === 0,
    );
  };
  const today = wall(now.getTime(), zone).date;
  const lastDate = utcDate(Date.parse(`${today}T00:00Z`) + rules.horizonDays * dayMs);
  const sameDate = (date: string) =>
    taken.filter(({ start, sameEventType }) => sameEventType && wall(start.getTime(), zone).date === date).length;
  /** The dates of the week, Monday first: from the date back to a Monday (2024-01-01 was one), then seven. */
  const weekOf = (date: string) => {
    let monday = Date.parse(`${date}T00:00Z`);
    while ((monday - Date.parse("2024-01-01T00:00Z")) % (7 * dayMs) !== 0) monday -= dayMs;
    return Array.from({ length: 7 }, (_, offset) => utcDate(monday + offset * dayMs));
  };
  const sameWeek = (date: string) => weekOf(date).reduce((sum, day) => sum + sameDate(day), 0);
  const fits = (start: number) => {
    const end = start + rules.durationMinutes * minuteMs;
    const blocked = {
      start: start - rules.bufferBeforeMinutes * minuteMs,
      end: end + rules.bufferAfterMinutes * minuteMs,
    };
    if (start < from.getTime() || start >= to.getTime()) return false;
    if (start < now.getTime() + rules.minimumNoticeMinutes * minuteMs || wall(start, zone).date > lastDate)
      return false;
    for (let at = start; at < end; at += five) if (!isOpen(at)) return false;
    return (
      taken.every(
        (other) => other.blocked.end.getTime() <= blocked.start || blocked.end <= other.blocked.start.getTime(),
      ) &&
      (rules.dailyCap === null || sameDate(wall(start, zone).date) < rules.dailyCap) &&
      (rules.weeklyCap === null || sameWeek(wall(start, zone).date) < rules.weeklyCap)
    );
  };
  return { onGrid, fits };
}

const fives = (min: number, max: number) => fc.integer({ min: min / 5, max: max / 5 }).map((n) => n * 5);
const openingArbitrary = fc
  .tuple(fives(0, 1380), fives(30, 1440))
  .map(([startMinute, length]) => ({ startMinute, endMinute: Math.min(1440, startMinute + length) }));

const takenAt = (start: number, minutes: number, sameEventType: boolean) => ({
  start: new Date(start),
  blocked: { start: new Date(start), end: new Date(start + minutes * minuteMs) },
  sameEventType,
});

type Scope = {
  zones: readonly string[];
  moments: readonly string[];
  /** Longest call and longest buffer, in minutes. */
  duration: number;
  buffer: number;
  openings: fc.Arbitrary<{ startMinute: number; endMinute: number }>;
};
const usual: Scope = { zones, moments, duration: 120, buffer: 30, openings: openingArbitrary };

const questionsIn = ({ zones: places, moments: days, duration, buffer, openings }: Scope): fc.Arbitrary<SlotQuestion> =>
  fc
    .record({
      zone: fc.constantFrom(...places),
      day: fc.constantFrom(...days),
      rules: fc.record({
        durationMinutes: fives(15, duration),
        bufferBeforeMinutes: fives(0, buffer),
        bufferAfterMinutes: fives(0, buffer),
        minimumNoticeMinutes: fives(0, 2000),
        horizonDays: fc.integer({ min: 1, max: 4 }),
        dailyCap: fc.option(fc.integer({ min: 1, max: 3 })),
        weeklyCap: fc.option(fc.integer({ min: 1, max: 4 })),
        slotStepMinutes: fc.constantFrom(15, 20, 30, 60),
      }),
      weekly: fc.array(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opening: openings }), {
        maxLength: 14,
      }),
      override: fc.option(
        fc.record({ offset: fc.integer({ min: 0, max: 3 }), openings: fc.array(openings, { maxLength: 2 }) }),
      ),
      holiday: fc.option(fc.integer({ min: 0, max: 3 })),
      taken: fc.array(fc.record({ at: fives(0, 4320), minutes: fives(15, 120), sameEventType: fc.boolean() }), {
        maxLength: 6,
      }),
      now: fives(-1440, 1440),
    })
    .map(({ zone, day, rules, weekly, override, holiday, taken, now }) => {
      const base = Date.parse(`${day}T00:00Z`);
      const date = (offset: number) => utcDate(base + offset * dayMs);
      return {
        rules,
        hours: {
          timezone: zone,
          weekly: weekly.map(({ weekday, opening }) => ({ weekday, ...opening })),
          overrides: override ? [{ date: date(override.offset), openings: override.openings }] : [],
          isHoliday: (asked: string) => holiday !== null && asked === date(holiday),
        },
        taken: taken.map(({ at, minutes, sameEventType }) => takenAt(base + at * minuteMs, minutes, sameEventType)),
        now: new Date(base + now * minuteMs),
        from: new Date(base),
        to: new Date(base + 3 * dayMs),
      };
    });

const questionArbitrary = questionsIn(usual);

/** Open to midnight or from midnight, so that calls cross it. */
const aroundMidnight = fc.oneof(
  fives(720, 1380).map((startMinute) => ({ startMinute, endMinute: 1440 })),
  fives(60, 720).map((endMinute) => ({ startMinute: 0, endMinute })),
);

test.each<[string, Partial<Scope>]>([
  ["when clocks change", {}],
  [
    "in zones with half and quarter hours",
    { zones: ["Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Chatham"] },
  ],
  ["around the leap day and the new year", { moments: ["2028-02-27", "2028-02-28", "2027-02-27", "2027-12-30"] }],
  ["for calls that cross midnight", { openings: aroundMidnight, duration: 600 }],
  ["with buffers that reach into other days", { buffer: 720 }],
])("finds exactly the slots that a search through every five minutes finds, %s", (_, changes) => {
  let offered = 0;
  fc.assert(
    fc.property(questionsIn({ ...usual, ...changes }), (question) => {
      const found = freeSlots(question).map(({ start }) => start.toISOString());
      expect(found).toEqual(bySearch(question));
      offered += found.length;
    }),
    { numRuns: 80 },
  );
  expect(offered).toBeGreaterThan(100);
});

test("finds exactly the slots that two hosts in different zones share", () => {
  fc.assert(
    fc.property(questionArbitrary, questionArbitrary, (question, other) => {
      const { rules, now, from, to } = question;
      const second = { ...other, rules, now, from, to };
      expect(freeSlots(question, second).map(({ start }) => start.toISOString())).toEqual(bySearch(question, second));
    }),
    { numRuns: 40 },
  );
});

test("a time is free for two hosts if and only if neither of their calendars blocks it", () => {
  fc.assert(
    fc.property(questionArbitrary, questionArbitrary, (question, { taken }) => {
      const one = { ...question, rules: { ...question.rules, dailyCap: null, weeklyCap: null } };
      const merged = { ...one, taken: [...one.taken, ...taken] };
      expect(freeSlots(one, { ...one, taken })).toEqual(freeSlots(merged));
    }),
    { numRuns: 100 },
  );
});

test("a single start is offered if and only if it is among the free slots", () => {
  fc.assert(
    fc.property(questionArbitrary, fives(0, 4315), (question, offset) => {
      const start = new Date(question.from.getTime() + offset * minuteMs);
      const listed = freeSlots(question).some((slot) => slot.start.getTime() === start.getTime());
      expect(isOffered(question, start)).toBe(listed);
    }),
    { numRuns: 200 },
  );
});

test("calls booked from free slots never overlap each other or later free slots", () => {
  fc.assert(
    fc.property(questionArbitrary, fc.array(fc.nat(), { maxLength: 8 }), (question, choices) => {
      const taken = [...question.taken];
      for (const choice of choices) {
        const slots = freeSlots({ ...question, taken });
        const slot = slots[choice % Math.max(1, slots.length)];
        if (!slot) break;
        const { bufferBeforeMinutes, bufferAfterMinutes } = question.rules;
        const blocked = {
          start: new Date(slot.start.getTime() - bufferBeforeMinutes * minuteMs),
          end: new Date(slot.end.getTime() + bufferAfterMinutes * minuteMs),
        };
        for (const other of taken)
          expect(blocked.end <= other.blocked.start || other.blocked.end <= blocked.start).toBe(true);
        taken.push({ start: slot.start, blocked, sameEventType: true });
      }
    }),
    { numRuns: 100 },
  );
});

test("a search with caps asks for the dates of calls and days, not of starts, and for a day once for all hosts of a zone", () => {
  const from = Date.parse("2026-03-01T00:00Z");
  const question: SlotQuestion = {
    rules: {
      ...{ durationMinutes: 5, bufferBeforeMinutes: 0, bufferAfterMinutes: 0, minimumNoticeMinutes: 0 },
      ...{ horizonDays: 730, dailyCap: 1, weeklyCap: 2, slotStepMinutes: 5 },
    },
    hours: {
      timezone: "America/Godthab",
      weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 })),
      ...{ overrides: [], isHoliday: () => false },
    },
    taken: [takenAt(from + 5 * dayMs, 30, true)],
    ...{ now: new Date(from), from: new Date(from), to: new Date(from + 62 * dayMs) },
  };
  const dates = vi.spyOn(Temporal.Instant, "fromEpochMilliseconds");
  const days = vi.spyOn(Temporal.PlainDate, "from");
  expect(freeSlots(question).length).toBeGreaterThan(17_000);
  expect(dates.mock.calls.length).toBeLessThan(10);
  const ofOne = days.mock.calls.length;
  expect(ofOne).toBeGreaterThan(60);
  for (let host = 1; host < 20; host += 1) freeSlots(question);
  expect(days.mock.calls.length).toBe(ofOne);
  for (const spy of [dates, days]) spy.mockRestore();
});
