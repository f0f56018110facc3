import { expect, test } from "vitest";
import { usStyle } from "#app/lib/dates/date-text.ts";
import { callTime, dateIn, isTimezone, monthName, offsetIn, timeIn, zoneName } from "./zoned-time.ts";

const instant = new Date("2026-11-24T13:00:00Z");

test("one instant has its own date and time in every time zone", () => {
  expect([dateIn(instant, "Europe/Vienna"), timeIn(instant, "Europe/Vienna")]).toEqual(["2026-11-24", "14:00"]);
  expect([dateIn(instant, "Pacific/Kiritimati"), timeIn(instant, "Pacific/Kiritimati")]).toEqual([
    "2026-11-25",
    "03:00",
  ]);
  expect([dateIn(instant, "Asia/Kathmandu"), timeIn(instant, "Asia/Kathmandu")]).toEqual(["2026-11-24", "18:45"]);
  expect(timeIn(new Date("2026-11-24T05:00:00Z"), "America/New_York")).toBe("00:00");
});

test("a month has its name and year", () => {
  expect(monthName("2027-02")).toBe("February 2027");
});

test("a call has both ends and the time zone, and the end's date if it differs", () => {
  const call = { start: instant, end: new Date("2026-11-24T13:45:00Z") };
  const late = { start: new Date("2026-11-24T22:30:00Z"), end: new Date("2026-11-24T23:15:00Z") };
  expect(callTime(call, "America/New_York", usStyle)).toBe("Tue, Nov 24, 2026, 8:00 AM to 8:45 AM (Eastern Time)");
  expect(callTime(late, "Europe/Vienna", usStyle)).toBe(
    "Tue, Nov 24, 2026, 11:30 PM to Wed, Nov 25, 2026, 12:15 AM (Europe/Vienna)",
  );
  const austrian = { isMonthFirst: false, isTwelveHour: false, weekStart: 1 };
  expect(callTime(call, "America/New_York", austrian)).toBe("Tue 24 Nov 2026, 08:00 to 08:45 (America/New York)");
  expect(callTime(late, "Europe/Vienna", austrian)).toBe(
    "Tue 24 Nov 2026, 23:30 to Wed 25 Nov 2026, 00:15 (Europe/Vienna)",
  );
});

test("the offset is the one on that day", () => {
  expect(offsetIn(instant, "America/New_York")).toBe("UTC-05:00");
  expect(offsetIn(new Date("2026-07-01T12:00:00Z"), "America/New_York")).toBe("UTC-04:00");
  expect(offsetIn(new Date("2026-07-01T12:00:30Z"), "Australia/Lord_Howe")).toBe("UTC+10:30");
  expect(offsetIn(instant, "UTC")).toBe("UTC+00:00");
});

test("time zones are IANA names that the runtime knows", () => {
  for (const zone of ["America/New_York", "UTC", "Etc/GMT+5", "America/Argentina/Buenos_Aires"])
    expect(isTimezone(zone)).toBe(true);
  for (const zone of ["Mars/Olympus", "+02:00", "", "Europe/Vienna\r\nX: y", "../etc"])
    expect(isTimezone(zone)).toBe(false);
  expect(zoneName("America/New_York")).toBe("America/New York");
});
