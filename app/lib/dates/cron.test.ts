import { expect, test } from "vitest";
import { nextRun } from "./cron.ts";

const after = new Date("2026-03-02T15:00:30Z");

test.each([
  ["* * * * *", "2026-03-02T15:01:00.000Z"],
  ["7 * * * *", "2026-03-02T15:07:00.000Z"],
  ["0 * * * *", "2026-03-02T16:00:00.000Z"],
  ["*/10 * * * *", "2026-03-02T15:10:00.000Z"],
  ["31 3 * * *", "2026-03-03T03:31:00.000Z"],
  ["0 9-17/4 * * 1-5", "2026-03-02T17:00:00.000Z"],
  ["0 0 1,15 * *", "2026-03-15T00:00:00.000Z"],
  ["0 0 * * 7", "2026-03-08T00:00:00.000Z"],
  ["0 0 29 2 *", "2028-02-29T00:00:00.000Z"],
  // A day matches by date or by weekday if both are limited.
  ["0 0 13 * 5", "2026-03-06T00:00:00.000Z"],
])("%s is next due at %s", (cron, at) => {
  expect(nextRun(cron, "UTC", after)?.toISOString()).toBe(at);
});

test("a zone's clock change moves the run", () => {
  const night = (day: string) => nextRun("30 2 * * *", "America/New_York", new Date(day))?.toISOString();
  expect(night("2026-03-06T12:00:00Z")).toBe("2026-03-07T07:30:00.000Z");
  expect(night("2026-03-07T12:00:00Z")).toBe("2026-03-08T07:30:00.000Z");
  expect(night("2026-03-08T12:00:00Z")).toBe("2026-03-09T06:30:00.000Z");
});

test.each([
  "",
  "* * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "5-1 * * * *",
  "*/0 * * * *",
  "x * * * *",
  "0 0 31 2 *",
])("%j is never due", (cron) => {
  expect(nextRun(cron, "UTC", after)).toBeNull();
});
