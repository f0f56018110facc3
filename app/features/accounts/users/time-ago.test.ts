import { expect, test } from "vitest";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { timeAgo } from "./time-ago.ts";

const now = new Date("2026-11-21T14:00:00Z");
test.each([
  [0, "just now"],
  [119, "just now"],
  [5 * 60, "5 minutes ago"],
  [3600, "1 hour ago"],
  [23 * 3600, "23 hours ago"],
  [25 * 3600, "yesterday"],
  [6 * daySeconds, "6 days ago"],
  [18 * daySeconds, "on Nov 3, 2026"],
])("%i seconds ago is %s", (seconds, words) => {
  expect(timeAgo(new Date(now.getTime() - seconds * 1000), now, firmDates("America/New_York").day)).toBe(words);
});
