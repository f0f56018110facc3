import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, monthOf } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { maxRangeDays } from "../booking.ts";
import { isMonth, spanOf, weeksOf } from "./month.ts";

test("months and days roll over years and leap days", () => {
  expect(addMonths("2026-11", 2)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  expect(monthOf("2026-11-24")).toBe("2026-11");
});

test("only real months are months", () => {
  expect(isMonth("2026-12")).toBe(true);
  for (const text of ["2026-13", "2026-00", "2026-1", "26-01", "2026-01-01", "02026-01", "x"])
    expect(isMonth(text)).toBe(false);
});

test("the weeks of a month contain each of its dates once, in order, for any first day of the week", () => {
  const months = fc.tuple(
    fc.integer({ min: 1970, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 0, max: 6 }),
  );
  fc.assert(
    fc.property(months, ([year, number, weekStart]) => {
      const month = `${year}-${String(number).padStart(2, "0")}`;
      const weeks = weeksOf(month, weekStart);
      expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
      const dates = weeks.flat().filter((date) => date !== null);
      expect(dates).toEqual(
        Array.from({ length: new Date(Date.UTC(year, number, 0)).getUTCDate() }, (_, n) => addDays(`${month}-01`, n)),
      );
      const first = weeks.flat().indexOf(`${month}-01`);
      expect(new Date(`${month}-01T00:00Z`).getUTCDay()).toBe((first + weekStart) % 7);
    }),
  );
});

test("the span of a month covers it in every time zone and is a valid range", () => {
  expect(spanOf("2026-11")).toEqual({ from: "2026-10-30", to: "2026-12-02" });
  const { from, to } = spanOf("2026-12");
  expect((Date.parse(to) - Date.parse(from)) / dayMs).toBeLessThanOrEqual(maxRangeDays);
});
