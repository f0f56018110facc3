import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { federalHolidays } from "#app/lib/dates/business-days.ts";
import {
  countryOfZone,
  holidayPlaces,
  isHolidayPlace,
  isPublicHoliday,
  publicHolidays,
} from "./public-holidays.server.ts";

const datesOf = (place: string, year: number) => [...publicHolidays(place, year).keys()];
const isHoliday = (place: string, day: string) => isPublicHoliday(place, Temporal.PlainDate.from(day));

test("the United States have the federal holidays, and a state has its own besides them", () => {
  for (const year of [2026, 2027, 2028]) {
    const federal = federalHolidays(year).map(({ date }) => date.toString());
    expect(datesOf("US", year)).toEqual(federal);
    expect(datesOf("US-TX", year)).toEqual(expect.arrayContaining(federal));
  }
  expect(isHoliday("US-TX", "2026-11-27")).toBe(true);
  expect(isHoliday("US", "2026-11-27")).toBe(false);
});

test("a country has its nationwide days, a region its own as well, with English names", () => {
  expect(datesOf("DE", 2026)).toEqual([
    ...["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-05-14", "2026-05-25"],
    ...["2026-10-03", "2026-12-25", "2026-12-26"],
  ]);
  expect(isHoliday("DE", "2026-06-04")).toBe(false);
  expect(publicHolidays("DE-BY", 2026).get("2026-06-04")).toBe("Corpus Christi");
});

test("substitute days count; days that are off for some hours, observances and school holidays do not", () => {
  expect(isHoliday("GB-ENG", "2026-12-28")).toBe(true);
  expect(isHoliday("DE-BY", "2026-12-24")).toBe(false);
  expect(isHoliday("DE", "2026-12-06")).toBe(false);
});

test("a feast of several days has each of them", () => {
  expect(
    ["2026-05-26", "2026-05-27", "2026-05-28", "2026-05-29", "2026-05-30"].map((day) => isHoliday("AE", day)),
  ).toEqual([false, true, true, true, false]);
});

test("no place has no holidays, and only known places are accepted", () => {
  expect(datesOf("none", 2026)).toEqual([]);
  expect(["US", "none", "DE", "DE-BY", "GB-SCT"].map(isHolidayPlace)).toEqual([true, true, true, true, true]);
  expect(["", "DE-XX", "XX", "de", "Germany"].map(isHolidayPlace)).toEqual([false, false, false, false, false]);
  expect(holidayPlaces()).toContainEqual({ value: "CH-ZH", label: expect.stringContaining("Switzerland: ") });
});

test("a time zone names a country under its old and its new name", () => {
  const zones = [
    "Europe/Berlin",
    "America/Chicago",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Europe/Kyiv",
    "Europe/Helsinki",
    "UTC",
  ];
  expect(zones.map(countryOfZone)).toEqual(["DE", "US", "IN", "IN", "UA", "FI", null]);
});
