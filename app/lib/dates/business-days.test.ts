import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { businessDayAfter, federalHolidays, isBusinessDay } from "./business-days.ts";

const zone = "America/New_York";
const dates = (year: number) => federalHolidays(year).map(({ date }) => date.toString());

test("the holidays of 2026 are those published by the Office of Personnel Management", () => {
  expect(dates(2026)).toEqual([
    "2026-01-01",
    "2026-01-19",
    "2026-02-16",
    "2026-05-25",
    "2026-06-19",
    "2026-07-03", // 4 July is a Saturday
    "2026-09-07",
    "2026-10-12",
    "2026-11-11",
    "2026-11-26",
    "2026-12-25",
  ]);
});

test("the holidays of 2023 include two observed on a Monday", () => {
  expect(dates(2023)).toEqual([
    "2023-01-02",
    "2023-01-16",
    "2023-02-20",
    "2023-05-29",
    "2023-06-19",
    "2023-07-04",
    "2023-09-04",
    "2023-10-09",
    "2023-11-10",
    "2023-11-23",
    "2023-12-25",
  ]);
});

test("a New Year's Day on a Saturday is observed on the last day of the previous year", () => {
  expect(dates(2021).at(-1)).toBe("2021-12-31");
  expect(federalHolidays(2021).at(-1)?.observedFor?.toString()).toBe("2022-01-01");
  expect(dates(2022)).not.toContain("2022-01-01");
  expect(isBusinessDay(Temporal.PlainDate.from("2021-12-31"))).toBe(false);
});

const after = (from: string, count: number, timezone = zone) =>
  businessDayAfter(new Date(from), count, timezone).toISOString();

test("four business days from a Monday are that Friday at nine, New York time", () => {
  expect(after("2026-11-02T15:00:00Z", 4)).toBe("2026-11-06T14:00:00.000Z");
});

test("weekends and Veterans Day are skipped", () => {
  expect(after("2026-11-06T20:00:00Z", 4)).toBe("2026-11-13T14:00:00.000Z");
});

test("Thanksgiving is skipped", () => {
  expect(after("2026-11-20T15:00:00Z", 4)).toBe("2026-11-27T14:00:00.000Z");
});

test("a request on the weekend counts from Monday", () => {
  expect(after("2026-11-14T10:00:00Z", 1)).toBe("2026-11-16T14:00:00.000Z");
  expect(after("2026-11-15T10:00:00Z", 4)).toBe("2026-11-19T14:00:00.000Z");
});

test("the day is in the company's time zone: late evening in New York is the next day in UTC", () => {
  expect(after("2026-11-03T03:30:00Z", 1)).toBe("2026-11-03T14:00:00.000Z");
  expect(after("2026-11-03T03:30:00Z", 1, "UTC")).toBe("2026-11-04T09:00:00.000Z");
});

test("nine o'clock stays nine o'clock across the change to summer time", () => {
  expect(after("2026-03-05T15:00:00Z", 1)).toBe("2026-03-06T14:00:00.000Z");
  expect(after("2026-03-05T15:00:00Z", 2)).toBe("2026-03-09T13:00:00.000Z");
});

test("zero days returns the time itself", () => {
  expect(after("2026-11-14T10:00:00Z", 0)).toBe("2026-11-14T10:00:00.000Z");
});

test("from any start the result is a business day, exactly `count` business days later", () => {
  const start = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 30 }), (from, count) => {
      const day = (at: Date) =>
        Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
      const first = day(from);
      const last = day(businessDayAfter(from, count, zone));
      let passed = 0;
      for (let at = first.add({ days: 1 }); Temporal.PlainDate.compare(at, last) <= 0; at = at.add({ days: 1 }))
        if (isBusinessDay(at)) passed += 1;
      return isBusinessDay(last) && passed === count;
    }),
  );
});

test("a calendar year has ten to twelve observed holidays, because a New Year observed in December moves a day", () => {
  for (let year = 2020; year <= 2060; year += 1) expect([10, 11, 12]).toContain(dates(year).length);
  expect(dates(2021)).toHaveLength(12);
  expect(dates(2022)).toHaveLength(10);
});
