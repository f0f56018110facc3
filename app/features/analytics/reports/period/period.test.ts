import { describe, expect, test } from "vitest";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { hourMs } from "#app/lib/durations.ts";
import {
  bucketStarts,
  bucketUnitOf,
  comparedPeriod,
  daysOf,
  instantsOf,
  periodBetween,
  presetPeriod,
} from "./period.ts";

const timezone = "America/New_York";
/** Still March 14 in New York. */
const now = new Date("2026-03-15T03:30:00Z");

test.each([
  ["today", "2026-03-14", "2026-03-14"],
  ["yesterday", "2026-03-13", "2026-03-13"],
  ["7d", "2026-03-08", "2026-03-14"],
  ["30d", "2026-02-13", "2026-03-14"],
  ["month", "2026-03-01", "2026-03-14"],
  ["last-month", "2026-02-01", "2026-02-28"],
  ["12m", "2025-04-01", "2026-03-14"],
] as const)("%s", (preset, from, to) => {
  expect(presetPeriod(preset, now, timezone)).toEqual({ from, to, timezone });
});

test("compared periods have the same number of days directly before, or the same dates a year earlier", () => {
  const period = { from: "2024-02-29", to: "2024-03-02", timezone };
  expect(comparedPeriod(period, "previous", now)).toEqual({ from: "2024-02-26", to: "2024-02-28", timezone });
  expect(comparedPeriod(period, "year", now)).toEqual({ from: "2023-02-28", to: "2023-03-02", timezone });
});

test("if a period has not ended, the compared one ends at the same time of the same day", () => {
  const compared = (from: string, to: string, comparison: "previous" | "year" = "previous", at = now) =>
    comparedPeriod({ from, to, timezone }, comparison, at);
  // 11:30 PM, in daylight saving time since March 8.
  expect(compared("2026-03-14", "2026-03-14")).toEqual({
    ...{ from: "2026-03-13", to: "2026-03-13", timezone, until: "2026-03-14T03:30:00.000Z" },
  });
  expect(compared("2026-03-08", "2026-03-14").until).toBe("2026-03-08T04:30:00.000Z");
  expect(compared("2026-03-01", "2026-03-31").until).toBe("2026-02-12T04:30:00.000Z");
  expect(compared("2026-03-14", "2026-03-14", "year").until).toBe("2025-03-15T03:30:00.000Z");
  const leapDay = new Date("2024-02-29T15:00:00Z");
  expect(compared("2024-02-01", "2024-02-29", "year", leapDay).until).toBe("2023-02-28T15:00:00.000Z");
  expect(compared("2026-03-01", "2026-03-13").until).toBeUndefined();
  expect(compared("2026-03-16", "2026-03-20").until).toBeUndefined();
  const cut = compared("2026-03-14", "2026-03-14");
  expect(instantsOf(cut)).toEqual({ start: new Date("2026-03-13T04:00:00Z"), end: new Date("2026-03-14T03:30:00Z") });
});

test("a day has as many hours as its time zone gives it", () => {
  const hours = (date: string) => {
    const { start, end } = instantsOf({ from: date, to: date, timezone });
    return (end.getTime() - start.getTime()) / hourMs;
  };
  expect(["2026-03-07", "2026-03-08", "2026-11-01"].map(hours)).toEqual([24, 23, 25]);
  expect(bucketStarts({ from: "2026-11-01", to: "2026-11-01", timezone }, "hour")).toHaveLength(25);
});

test("weeks start on Monday and months on the first; the first bucket starts with the period", () => {
  const dates = (from: string, to: string, unit: "week" | "month") =>
    bucketStarts({ from, to, timezone: "UTC" }, unit).map((at) => utcDate(at));
  expect(dates("2026-03-04", "2026-03-17", "week")).toEqual(["2026-03-04", "2026-03-09", "2026-03-16"]);
  expect(dates("2026-01-31", "2026-03-01", "month")).toEqual(["2026-01-31", "2026-02-01", "2026-03-01"]);
});

test("units depend on the length of the period", () => {
  const unit = (from: string, to: string) => bucketUnitOf({ from, to, timezone });
  expect(unit("2026-01-01", "2026-01-02")).toBe("hour");
  expect(unit("2026-01-01", "2026-03-31")).toBe("day");
  expect(unit("2026-01-01", "2026-06-30")).toBe("week");
  expect(unit("2026-01-01", "2026-12-31")).toBe("month");
});

describe("dates in a URL", () => {
  test("two dates in order make a period of at most 400 days", () => {
    expect(periodBetween("2026-01-01", "2026-01-31", timezone)).toEqual({
      from: "2026-01-01",
      to: "2026-01-31",
      timezone,
    });
    expect(daysOf(periodBetween("2001-01-01", "2026-01-31", timezone)!)).toBe(400);
  });
  test.each([
    ["2026-02-30", "2026-03-01"],
    ["2026-03-02", "2026-03-01"],
    ["-009999-01-01", "2026-03-01"],
    ["yesterday", "2026-03-01"],
    [null, "2026-03-01"],
  ])("%s to %s is not a period", (from, to) => {
    expect(periodBetween(from, to, timezone)).toBeNull();
  });
});
