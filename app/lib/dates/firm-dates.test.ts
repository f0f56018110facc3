import fc from "fast-check";
import { expect, test } from "vitest";
import { dateStyleOf } from "#app/lib/browsers/accepted-language.ts";
import { addDays, utcDate } from "./calendar-dates.ts";
import { startOfDay } from "./day-start.ts";
import { firmDates } from "./firm-dates.ts";

/** 23:30 in New York, in winter and in summer. */
const winter = new Date("2026-11-22T04:30:00Z");
const summer = new Date("2026-07-04T03:30:00Z");

test.each([
  ["America/New_York", "2026-11-21", "Nov 21, 2026, 11:30 PM EST", "2026-07-03", "Jul 3, 2026, 11:30 PM EDT"],
  ["Pacific/Kiritimati", "2026-11-22", "Nov 22, 2026, 6:30 PM GMT+14", "2026-07-04", "Jul 4, 2026, 5:30 PM GMT+14"],
  ["Pacific/Pago_Pago", "2026-11-21", "Nov 21, 2026, 5:30 PM GMT-11", "2026-07-03", "Jul 3, 2026, 4:30 PM GMT-11"],
  ["UTC", "2026-11-22", "Nov 22, 2026, 4:30 AM UTC", "2026-07-04", "Jul 4, 2026, 3:30 AM UTC"],
])("days and moments are those of %s", (zone, winterDay, winterMoment, summerDay, summerMoment) => {
  const dates = firmDates(zone);
  expect([dates.isoDay(winter), dates.moment(winter)]).toEqual([winterDay, winterMoment]);
  expect([dates.isoDay(summer), dates.moment(summer)]).toEqual([summerDay, summerMoment]);
});

test("all forms of a day name the same day", () => {
  const dates = firmDates("America/New_York");
  expect(dates.day(winter)).toBe("Nov 21, 2026");
  expect(dates.longDay(winter)).toBe("November 21, 2026");
  expect(dates.clock(winter)).toBe("11:30 PM EST");
  expect(dates.recentDay(winter, summer)).toBe("Nov 21");
});

test("the year is left out only within the firm's year", () => {
  const newYear = new Date("2027-01-01T04:30:00Z");
  expect(firmDates("America/New_York").recentDay(winter, newYear)).toBe("Nov 21");
  expect(firmDates("UTC").recentDay(winter, newYear)).toBe("Nov 22, 2026");
});

test("another language changes order and clock, never the day", () => {
  const dates = firmDates("America/New_York", dateStyleOf("de-AT"));
  expect(dates.day(winter)).toBe("21 Nov 2026");
  expect(dates.longDay(winter)).toBe("21 November 2026");
  expect(dates.moment(winter)).toBe("21 Nov 2026, 23:30 EST");
  expect(dates.recentDay(winter, summer)).toBe("21 Nov");
});

test("a day starts at its first instant, also where clocks change", () => {
  expect(startOfDay("2026-11-01", "America/New_York").toISOString()).toBe("2026-11-01T04:00:00.000Z");
  expect(startOfDay("2026-11-02", "America/New_York").toISOString()).toBe("2026-11-02T05:00:00.000Z");
  expect(startOfDay(addDays("2026-11-30", 1), "Pacific/Kiritimati").toISOString()).toBe("2026-11-30T10:00:00.000Z");
});

const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", ...Intl.supportedValuesOf("timeZone")];
const anyInstant = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });

test("in every zone all forms of a day agree, and the instant is between the day's first instant and the next day's", () => {
  const property = fc.property(fc.constantFrom(...zones), anyInstant, (zone, at) => {
    const dates = firmDates(zone);
    const expected = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(at);
    const day = dates.isoDay(at);
    expect(day).toBe(expected);
    for (const text of [dates.day(at), dates.longDay(at), firmDates(zone, dateStyleOf("de-AT")).day(at)])
      expect(utcDate(new Date(`${text} UTC`))).toBe(day);
    expect(dates.moment(at).startsWith(`${dates.day(at)}, `)).toBe(true);
    expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(at.getTime());
    expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(at.getTime());
    expect(dates.isoDay(startOfDay(day, zone))).toBe(day);
  });
  fc.assert(property, { numRuns: 500 });
});
