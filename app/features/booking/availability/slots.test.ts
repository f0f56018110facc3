import { expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import type { Opening } from "./open-hours.ts";
import { type CallRules, freeSlots, type SlotQuestion, type TakenTime, type WorkingHours } from "./slots.ts";

const rules: CallRules = {
  durationMinutes: 45,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 15,
  minimumNoticeMinutes: 240,
  horizonDays: 60,
  dailyCap: null,
  weeklyCap: null,
  slotStepMinutes: 30,
};
const nineToFive = { startMinute: 540, endMinute: 1020 };
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...nineToFive }));
const everyDay = (opening: Opening) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...opening }));

const hoursIn = (timezone: string, more: Partial<WorkingHours> = {}): WorkingHours => ({
  timezone,
  weekly: weekdays,
  overrides: [],
  isHoliday: () => false,
  ...more,
});

type Question = Partial<Omit<SlotQuestion, "rules" | "now" | "from" | "to">> & {
  rules?: Partial<CallRules>;
  now?: string;
};

function starts(from: string, to: string, { rules: changed, now, ...question }: Question = {}): string[] {
  const slots = freeSlots({
    hours: hoursIn("America/New_York"),
    taken: [],
    ...question,
    rules: { ...rules, ...changed },
    now: new Date(now ?? "2026-03-02T15:00Z"),
    from: new Date(from),
    to: new Date(to),
  });
  return slots.map(({ start }) => start.toISOString().replace(":00.000Z", "Z"));
}

const call = (start: string, minutes = 60, sameEventType = true): TakenTime => ({
  start: new Date(start),
  blocked: { start: new Date(start), end: new Date(Date.parse(start) + minutes * minuteMs) },
  sameEventType,
});

test("an empty day has a slot every half hour that leaves room for the whole call", () => {
  const day = starts("2026-03-03T00:00Z", "2026-03-04T00:00Z");
  expect(day).toHaveLength(15);
  expect(day[0]).toBe("2026-03-03T14:00Z");
  expect(day.at(-1)).toBe("2026-03-03T21:00Z");
});

test("a slot ends after the duration of its call", () => {
  const [slot] = freeSlots({
    rules,
    hours: hoursIn("UTC"),
    taken: [],
    now: new Date("2026-03-01T00:00Z"),
    from: new Date("2026-03-03T00:00Z"),
    to: new Date("2026-03-04T00:00Z"),
  });
  expect(slot).toEqual({ start: new Date("2026-03-03T09:00Z"), end: new Date("2026-03-03T09:45Z") });
});

test("there are no slots on weekends and holidays", () => {
  expect(starts("2026-03-07T05:00Z", "2026-03-09T04:00Z")).toEqual([]);
  const hours = hoursIn("America/New_York", { isHoliday: (date) => date === "2026-03-03" });
  expect(starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", { hours })).toEqual([]);
  expect(starts("2026-03-04T05:00Z", "2026-03-05T05:00Z", { hours })).toHaveLength(15);
});

test("an override closes a date, or opens a holiday for the given hours", () => {
  const closed = hoursIn("America/New_York", { overrides: [{ date: "2026-03-03", openings: [] }] });
  expect(starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", { hours: closed })).toEqual([]);
  const opened = hoursIn("America/New_York", {
    isHoliday: () => true,
    overrides: [{ date: "2026-03-07", openings: [{ startMinute: 600, endMinute: 660 }] }],
  });
  expect(starts("2026-03-01T05:00Z", "2026-03-10T05:00Z", { hours: opened })).toEqual(["2026-03-07T15:00Z"]);
});

test("a booked call blocks its time and its buffers, and neighboring calls may touch them", () => {
  const day = starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", { taken: [call("2026-03-03T16:00Z")] });
  expect(day).toContain("2026-03-03T15:00Z");
  expect(day).not.toContain("2026-03-03T15:30Z");
  expect(day).not.toContain("2026-03-03T16:00Z");
  expect(day).not.toContain("2026-03-03T16:30Z");
  expect(day).toContain("2026-03-03T17:00Z");
});

test("a buffer before the call keeps the preceding time free as well", () => {
  const day = starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", {
    rules: { bufferBeforeMinutes: 30 },
    taken: [call("2026-03-03T16:00Z")],
  });
  expect(day).not.toContain("2026-03-03T17:00Z");
  expect(day).toContain("2026-03-03T17:30Z");
});

test("the minimum notice counts from now, to the minute", () => {
  const from = "2026-03-02T05:00Z";
  const to = "2026-03-03T05:00Z";
  expect(starts(from, to, { now: "2026-03-02T15:00Z" })[0]).toBe("2026-03-02T19:00Z");
  expect(starts(from, to, { now: "2026-03-02T15:01Z" })[0]).toBe("2026-03-02T19:30Z");
  expect(starts(from, to, { now: "2026-03-02T18:00Z" })).toEqual([]);
});

test("the horizon ends with a date in the host's time zone, not after a number of hours", () => {
  const week = starts("2026-03-02T05:00Z", "2026-04-20T05:00Z", { rules: { horizonDays: 2 } });
  expect(week.at(-1)).toBe("2026-03-04T21:00Z");
});

test("a date at its cap is full, and calls of other event types do not count", () => {
  const two = [call("2026-03-03T14:00Z"), call("2026-03-03T16:00Z")];
  const question = { rules: { dailyCap: 2 }, taken: two };
  expect(starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", { rules: { dailyCap: 3 }, taken: two })).not.toEqual([]);
  expect(starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", question)).toEqual([]);
  expect(starts("2026-03-04T05:00Z", "2026-03-05T05:00Z", question)).toHaveLength(15);
  const other = two.map((taken) => ({ ...taken, sameEventType: false }));
  expect(starts("2026-03-03T05:00Z", "2026-03-04T05:00Z", { ...question, taken: other })).not.toEqual([]);
});

test("a week from Monday to Sunday at its cap is full", () => {
  const two = [call("2026-03-03T14:00Z"), call("2026-03-05T16:00Z")];
  const question = { rules: { weeklyCap: 2 }, taken: two };
  expect(starts("2026-03-06T05:00Z", "2026-03-07T05:00Z", { rules: { weeklyCap: 3 }, taken: two })).not.toEqual([]);
  expect(starts("2026-03-02T05:00Z", "2026-03-09T05:00Z", question)).toEqual([]);
  expect(starts("2026-03-09T05:00Z", "2026-03-10T05:00Z", question)).toHaveLength(15);
});

test("the requested range is half-open", () => {
  expect(starts("2026-03-03T15:00Z", "2026-03-03T16:00Z")).toEqual(["2026-03-03T15:00Z", "2026-03-03T15:30Z"]);
  expect(starts("2026-03-03T15:00Z", "2026-03-03T15:00Z")).toEqual([]);
});

test("openings that touch fit a call across their boundary; openings with a gap do not", () => {
  const lunch = (endMinute: number) =>
    hoursIn("UTC", {
      weekly: everyDay({ startMinute: 540, endMinute }).concat(everyDay({ startMinute: 720, endMinute: 780 })),
    });
  const day = ["2026-03-04T00:00Z", "2026-03-05T00:00Z"] as const;
  expect(starts(...day, { hours: lunch(720) })).toContain("2026-03-04T11:30Z");
  expect(starts(...day, { hours: lunch(715) })).not.toContain("2026-03-04T11:30Z");
});

test("openings that overlap keep their own starts", () => {
  const hours = hoursIn("UTC", {
    weekly: everyDay({ startMinute: 540, endMinute: 600 }).concat(everyDay({ startMinute: 555, endMinute: 660 })),
  });
  const listed = starts("2026-03-04T00:00Z", "2026-03-05T00:00Z", { hours }).map((start) => start.slice(11, 16));
  expect(listed).toEqual(["09:00", "09:15", "09:30", "09:45", "10:15"]);
});

test("a call may continue past midnight if both days are open then", () => {
  const night = hoursIn("UTC", { weekly: everyDay({ startMinute: 0, endMinute: 1440 }) });
  const listed = starts("2026-03-04T23:00Z", "2026-03-04T23:45Z", { hours: night });
  expect(listed).toEqual(["2026-03-04T23:00Z", "2026-03-04T23:30Z"]);
  const friday = hoursIn("UTC", { weekly: [{ weekday: 5, startMinute: 1380, endMinute: 1440 }] });
  expect(starts("2026-03-06T23:00Z", "2026-03-07T00:00Z", { hours: friday })).toEqual(["2026-03-06T23:00Z"]);
});

test("on the day clocks go forward, skipped times are not offered and a call across the gap has its full length", () => {
  const hours = hoursIn("America/New_York", { weekly: everyDay({ startMinute: 60, endMinute: 240 }) });
  // March 8, 2026: 02:00 EST becomes 03:00 EDT, so three hours on the wall clock last two.
  expect(starts("2026-03-08T05:00Z", "2026-03-09T04:00Z", { hours })).toEqual([
    "2026-03-08T06:00Z",
    "2026-03-08T06:30Z",
    "2026-03-08T07:00Z",
  ]);
});

test("on the day clocks go back, the repeated hour is offered twice", () => {
  const hours = hoursIn("America/New_York", { weekly: everyDay({ startMinute: 60, endMinute: 120 }) });
  // November 1, 2026: 01:00-02:00 EDT is 05:00-06:00 UTC, 01:00-02:00 EST is 06:00-07:00 UTC.
  const night = starts("2026-11-01T04:00Z", "2026-11-02T05:00Z", { hours, now: "2026-10-20T00:00Z" });
  expect(night).toEqual(["2026-11-01T05:00Z", "2026-11-01T05:30Z", "2026-11-01T06:00Z"]);
});

test("an opening that ends within the repeated hour consists of two openings", () => {
  const hours = hoursIn("America/New_York", { weekly: everyDay({ startMinute: 0, endMinute: 90 }) });
  const night = starts("2026-11-01T04:00Z", "2026-11-02T05:00Z", { hours, now: "2026-10-20T00:00Z" });
  // Until 01:30 EDT, and again from 01:00 to 01:30 EST, which is too short for 45 minutes.
  expect(night).toEqual(["2026-11-01T04:00Z", "2026-11-01T04:30Z"]);
});

test("Lord Howe's half-hour change moves the hours by half an hour", () => {
  const hours = hoursIn("Australia/Lord_Howe");
  const before = starts("2026-04-03T00:00Z", "2026-04-04T00:00Z", { hours });
  const after = starts("2026-04-05T13:00Z", "2026-04-06T13:00Z", { hours });
  expect(before[0]).toBe("2026-04-03T00:00Z");
  expect(after[0]).toBe("2026-04-05T22:30Z");
});

test("on the day of a half-hour change, hourly slots start on the hours that the clock shows", () => {
  const hours = hoursIn("Australia/Lord_Howe", { weekly: everyDay({ startMinute: 60, endMinute: 240 }) });
  // April 5, 2026: 02:00 at +11:00 becomes 01:30 at +10:30.
  const night = starts("2026-04-04T13:00Z", "2026-04-05T13:30Z", { hours, rules: { slotStepMinutes: 60 } });
  expect(night).toEqual(["2026-04-04T14:00Z", "2026-04-04T15:30Z", "2026-04-04T16:30Z"]);
});

test("Kathmandu's quarter-hour offset is respected", () => {
  expect(starts("2026-03-03T00:00Z", "2026-03-04T00:00Z", { hours: hoursIn("Asia/Kathmandu") })[0]).toBe(
    "2026-03-03T03:15Z",
  );
});

test("a date that a time zone skipped has no slots", () => {
  const hours = hoursIn("Pacific/Apia", { weekly: everyDay({ startMinute: 0, endMinute: 1440 }) });
  const days = new Set(
    starts("2011-12-29T10:00Z", "2011-12-31T10:00Z", { hours, now: "2011-12-01T00:00Z" }).map((start) =>
      new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Apia" }).format(new Date(start)),
    ),
  );
  expect([...days]).toEqual(["2011-12-29", "2011-12-31"]);
});
