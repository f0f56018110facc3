import { expect, test } from "vitest";
import {
  clockInZone,
  dayOf,
  longDayOf,
  momentOf,
  spanInZone,
  spanOf,
  twelveHour,
  weekdayOf,
  zoneAbbreviation,
} from "./date-text.ts";

const at = new Date("2026-11-22T20:30:00Z");

test("a moment has an American date, a 12-hour clock and the abbreviation of its zone", () => {
  expect(momentOf(at, "America/New_York")).toBe("Nov 22, 2026, 3:30 PM EST");
  expect(momentOf(new Date("2026-07-04T03:30:00Z"), "America/New_York")).toBe("Jul 3, 2026, 11:30 PM EDT");
  expect(momentOf(at, "UTC")).toBe("Nov 22, 2026, 8:30 PM UTC");
  expect(clockInZone(at, "Pacific/Kiritimati")).toBe("10:30 AM GMT+14");
});

test("noon and midnight are 12", () => {
  expect(["00:00", "00:05", "11:59", "12:00", "23:59"].map(twelveHour)).toEqual([
    ...["12:00 AM", "12:05 AM", "11:59 AM", "12:00 PM", "11:59 PM"],
  ]);
});

test("a day is that of the zone", () => {
  const late = new Date("2026-11-23T03:00:00Z");
  expect(dayOf(late, "UTC")).toBe("Nov 23, 2026");
  expect(dayOf(late, "America/New_York")).toBe("Nov 22, 2026");
  expect(longDayOf(late, "America/New_York")).toBe("November 22, 2026");
  expect(weekdayOf(late, "America/New_York")).toBe("Sun, Nov 22, 2026");
  expect(zoneAbbreviation(late, "America/New_York")).toBe("EST");
});

test("a span names the second date only if it is another one", () => {
  const end = new Date("2026-11-22T21:15:00Z");
  expect(spanInZone({ start: at, end }, "America/New_York")).toBe(
    "Sun, Nov 22, 2026, 3:30 PM to 4:15 PM (Eastern Time)",
  );
  expect(spanOf({ start: at, end: new Date("2026-11-23T00:30:00Z") }, "UTC")).toBe(
    "Sun, Nov 22, 2026, 8:30 PM to Mon, Nov 23, 2026, 12:30 AM",
  );
});
