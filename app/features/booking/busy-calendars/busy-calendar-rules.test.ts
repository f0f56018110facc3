import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { calendar } from "#tests/fixtures/calendars.ts";
import { type Form, readSlowly, type SlowRule, type SlowSeries, zoneText } from "#tests/fixtures/slow-calendar.ts";
import { readCalendar } from "./busy-calendar.ts";

/* Random series, compared with the second reader: rules, zones, exceptions, additional dates, changed occurrences, lengths. */

const zones = [
  ...["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"],
  ...["Africa/Casablanca", "Pacific/Apia", "America/Sao_Paulo", "Pacific/Chatham", "UTC"],
];
const from = Date.parse("2026-02-01");
const to = Date.parse("2026-12-15");

const some = <Value>(values: fc.Arbitrary<Value>, maxLength = 3) =>
  fc.option(fc.uniqueArray(values, { minLength: 1, maxLength }), { nil: undefined, freq: 3 });
const optional = <Value>(value: fc.Arbitrary<Value>, freq = 2) => fc.option(value, { nil: undefined, freq });

const weekday = fc.record({ position: fc.constantFrom(0, 0, 0, 1, 2, -1), weekday: fc.integer({ min: 1, max: 7 }) });
const until = fc.record({
  days: fc.integer({ min: 0, max: 4200 }),
  as: fc.constantFrom("utc" as const, "wall" as const, "date" as const),
});
/** Every day, week or month, until a day near the range: meets the changes of clocks. */
const plainRule: fc.Arbitrary<SlowRule> = fc
  .record({
    freq: fc.constantFrom("DAILY" as const, "DAILY" as const, "WEEKLY" as const, "MONTHLY" as const),
    last: fc.oneof(
      fc.integer({ min: 1, max: 400 }).map((count) => ({ count })),
      fc.record({ until: fc.record({ days: fc.integer({ min: 0, max: 400 }), as: until.map(({ as }) => as) }) }),
      fc.constant({}),
    ),
  })
  .map(({ freq, last }) => ({ freq, interval: 1, weekStart: 1, ...last }));
const anyRule: fc.Arbitrary<SlowRule> = fc
  .record({
    freq: fc.constantFrom("DAILY" as const, "WEEKLY" as const, "MONTHLY" as const, "YEARLY" as const),
    interval: fc.constantFrom(1, 1, 1, 2, 3, 5),
    count: optional(fc.constantFrom(1, 5, 40, 300, 3000)),
    until: optional(until),
    byDay: some(weekday),
    byMonth: some(fc.integer({ min: 1, max: 12 }), 5),
    byMonthDay: some(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1, -2, -31))),
    bySetPos: some(fc.constantFrom(1, 2, -1), 2),
    byHour: some(fc.constantFrom(1, 2, 3, 9, 23)),
    weekStart: fc.constantFrom(1, 7),
  })
  .map(({ count, until: last, byDay, byMonthDay, bySetPos, byHour, ...rest }) => {
    const { freq, byMonth } = rest;
    const isLong = freq === "MONTHLY" || freq === "YEARLY";
    const isInYear = freq === "YEARLY" && !byMonth && byDay?.some(({ position }) => position !== 0);
    const hasDays = byDay !== undefined || (byMonthDay !== undefined && freq !== "WEEKLY" && !isInYear);
    return {
      ...rest,
      ...(count ? { count } : last ? { until: last } : {}),
      ...(byMonth ? { byMonth } : {}),
      // Positions of weekdays are defined in months and years only, and days of the month in all periods but weeks.
      ...(byDay ? { byDay: isLong ? byDay : distinct(byDay) } : {}),
      // The reader does not read days of the month beside positions in a year.
      ...(byMonthDay && freq !== "WEEKLY" && !isInYear ? { byMonthDay } : {}),
      ...(bySetPos && hasDays ? { bySetPos } : {}),
      ...(byHour ? { byHour } : {}),
    };
  });
const distinct = (days: { weekday: number }[]) =>
  [...new Set(days.map(({ weekday: day }) => day))].map((day) => ({ position: 0, weekday: day }));

const forms: fc.Arbitrary<Form> = fc.constantFrom("zone", "utc", "other", "floating");
const series: fc.Arbitrary<SlowSeries> = fc.record({
  zone: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...zones) }, { weight: 1, arbitrary: fc.constant(null) }),
  start: fc
    .record({
      day: fc.oneof(fc.integer({ min: 0, max: 4200 }), fc.integer({ min: 3900, max: 4200 })),
      hour: fc.constantFrom(0, 1, 2, 3, 9, 14, 23),
      minute: fc.constantFrom(0, 30, 45),
    })
    .map(({ day, hour, minute }) =>
      Temporal.PlainDateTime.from("2015-01-01").add({ days: day, hours: hour, minutes: minute }),
    ),
  length: fc.oneof(
    fc.record({
      kind: fc.constantFrom("end" as const, "duration" as const),
      minutes: fc.constantFrom(15, 60, 600, 1440, 3000),
    }),
    fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: 1, max: 3 }) }),
  ),
  rule: fc.oneof(plainRule, anyRule),
  excluded: fc.array(fc.record({ at: fc.nat(50), form: fc.oneof(forms, fc.constant("date" as const)) }), {
    maxLength: 3,
  }),
  added: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 4200 }),
      minutes: fc.constantFrom(null, 20, 90),
      form: fc.constantFrom("zone" as const, "utc" as const),
    }),
    { maxLength: 2 },
  ),
  changed: fc.array(
    fc.record({
      at: fc.nat(50),
      orphan: fc.boolean(),
      form: forms,
      moveMinutes: fc.constantFrom(0, 60, -90, 3000, 40_000),
      minutes: fc.constantFrom(30, 90),
      cancelled: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

/** Whole days last days; the start of a series exists, and is not a time that its zone repeats. */
function normal(made: SlowSeries): SlowSeries {
  if (made.zone === null)
    return {
      ...made,
      start: made.start.with({ hour: 0, minute: 0 }),
      length: made.length.kind === "days" ? made.length : { kind: "days", days: 1 },
    };
  const at = made.start.toZonedDateTime(made.zone);
  const isClear =
    at.toPlainDateTime().equals(made.start) &&
    made.start.toZonedDateTime(made.zone, { disambiguation: "later" }).equals(at);
  return isClear ? made : { ...made, start: made.start.with({ hour: 12 }) };
}

const show = (spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => `${new Date(start).toISOString()} ${(end - start) / minuteMs} min`).join("\n");

function compare(
  made: SlowSeries,
  host: string,
  zoneName: (zone: string) => string,
  described: readonly string[],
): void {
  const { busy, text } = readSlowly(made, { host, from, to, zoneName });
  const question = { from, to, timezone: host, emails: [], ownUids: new Set<string>() };
  const read = readCalendar(calendar(...described, text.replaceAll("\r\n", "\n")), question);
  if (!read.ok) throw new Error(read.reason.kind);
  expect(read.value.skipped, text).toEqual([]);
  expect(show(read.value.busy), `${text}\nhost in ${host}`).toBe(show(busy));
}

test("random series have the same busy times as in the slow reader", () => {
  fc.assert(
    fc.property(series.map(normal), fc.constantFrom(...zones), (made, host) => compare(made, host, (zone) => zone, [])),
    { numRuns: 120 },
  );
});

test("random series in time zones that only the calendar describes have the same busy times as well", () => {
  const nameOf = (zone: string) => `Office ${zone.replace("/", " of ")}`;
  const described = new Map(zones.map((zone) => [zone, zoneText(zone, nameOf(zone))]));
  fc.assert(
    fc.property(series.map(normal), fc.constantFrom(...zones), (made, host) => {
      const used = [made.zone, "Asia/Kathmandu"].flatMap((zone) => described.get(zone ?? "") ?? []);
      // Rules with positions among times are counted in zones of our own data only.
      const { bySetPos, ...rule } = made.rule;
      compare(rule.byHour ? { ...made, rule } : made, host, nameOf, used);
    }),
    { numRuns: 60 },
  );
});

/** Every night over one or two clock changes, at hours that are skipped or repeated. */
const nights: fc.Arbitrary<SlowSeries> = fc
  .record({
    zone: fc.constantFrom(
      "America/New_York",
      "Europe/Berlin",
      "Australia/Lord_Howe",
      "America/St_Johns",
      "Pacific/Chatham",
    ),
    day: fc.integer({ min: 0, max: 300 }),
    hour: fc.constantFrom(0, 1, 2, 3),
    minute: fc.constantFrom(0, 30, 45),
    count: fc.integer({ min: 1, max: 300 }),
    days: fc.boolean(),
  })
  .map(({ zone, day, hour, minute, count, days }) => ({
    ...{ zone, start: Temporal.PlainDateTime.from("2025-10-01").add({ days: day, hours: hour, minutes: minute }) },
    length: days ? { kind: "days" as const, days: 1 } : { kind: "duration" as const, minutes: 20 },
    rule: { freq: "DAILY", interval: 1, weekStart: 1, count },
    ...{ excluded: [], added: [], changed: [] },
  }));

test("random series at night have the same busy times over clock changes", () => {
  fc.assert(
    fc.property(nights.map(normal), fc.constantFrom(...zones), (made, host) => compare(made, host, (zone) => zone, [])),
    { numRuns: 60 },
  );
});
