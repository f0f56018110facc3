import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  daysBetween,
  monthOf,
  monthStart,
  monthsBefore,
  utcDate,
  weekdayNumber,
} from "./calendar-dates.ts";

const dates = fc
  .date({ min: new Date("1970-01-01"), max: new Date("+010199-12-31"), noInvalidDate: true })
  .map((at) => utcDate(at));
const days = fc.integer({ min: -1000, max: 1000 });

test("days are added and counted as on the calendar, past the year 9999 too", () => {
  fc.assert(
    fc.property(dates, days, (date, count) => {
      const later = addDays(date, count);
      expect(later).toBe(Temporal.PlainDate.from(date).add({ days: count }).toString());
      expect(daysBetween(date, later)).toBe(count);
      expect(weekdayNumber(date)).toBe(Temporal.PlainDate.from(date).dayOfWeek);
      expect(monthOf(date)).toBe(Temporal.PlainDate.from(date).toPlainYearMonth().toString());
    }),
  );
});

test("months are added across years", () => {
  expect([addMonths("2026-11", 2), addMonths("2026-01", -1), addMonths("2026-12", 0)]).toEqual([
    ...["2027-01", "2025-12", "2026-12"],
  ]);
});

test("a month starts at its first instant in UTC, and the same day of an earlier month may overflow", () => {
  const at = new Date("2026-03-31T15:00:00Z");
  expect(monthStart(at).toISOString()).toBe("2026-03-01T00:00:00.000Z");
  expect(monthStart(at, 10).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  expect(monthsBefore(at, 12).toISOString()).toBe("2025-03-31T15:00:00.000Z");
  expect(monthsBefore(at, 1).toISOString()).toBe("2026-03-03T15:00:00.000Z");
});
