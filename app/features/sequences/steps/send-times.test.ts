import { expect, test } from "vitest";
import { emptyDefinition } from "../definitions/definition.ts";
import { closedBecause, delayEnd, nextInWindow, taskDueOn } from "./send-times.ts";

const monday = new Date("2026-03-02T15:00:00Z");

test("a mail outside its days waits for the window, also on a holiday; a task is due after business days", () => {
  const thanksgiving = new Date("2026-11-26T16:00:00Z");
  const zone = "America/New_York";
  expect(closedBecause(thanksgiving, emptyDefinition.window, { zone })).toBe("holiday");
  expect(closedBecause(thanksgiving, { ...emptyDefinition.window, weekdays: [5] }, { zone })).toBe("window");
  expect(closedBecause(new Date("2026-11-28T16:00:00Z"), emptyDefinition.window, { zone })).toBe("window");
  expect([0, 1, 2].map((days) => taskDueOn(days, new Date("2026-11-25T16:00:00Z"), zone))).toEqual([
    ...["2026-11-25", "2026-11-27", "2026-11-30"],
  ]);
});

test("a window without a day is reported instead of searched forever", () => {
  expect(() => nextInWindow(monday, { ...emptyDefinition.window, weekdays: [] }, { zone: "UTC" })).toThrow(
    "never opens",
  );
});

test.each([
  // Friday 16:00 in New York; clocks go forward on Sunday.
  [3, "business_hours", "2026-03-06T21:00:00Z", "2026-03-09T15:00:00Z"],
  [1, "business_hours", "2026-03-06T21:00:00Z", "2026-03-06T22:00:00Z"],
  [0, "business_hours", "2026-03-07T21:00:00Z", "2026-03-07T21:00:00Z"],
  [2, "days", "2026-03-06T21:00:00Z", "2026-03-08T21:00:00Z"],
  [2, "business_days", "2026-03-06T21:00:00Z", "2026-03-10T13:00:00Z"],
] as const)("a delay of %i %s from %s ends at %s", (amount, unit, from, end) => {
  expect(delayEnd({ amount, unit }, new Date(from), "America/New_York")).toEqual(new Date(end));
});

test("a send window that begins in the hour that clocks skip opens after that hour", () => {
  const open = { ...emptyDefinition.window, weekdays: [7], from: "02:15", to: "03:30" };
  const next = nextInWindow(new Date("2026-03-07T12:00:00Z"), open, { zone: "America/New_York" });
  expect(next).toEqual(new Date("2026-03-08T07:00:00Z"));
  const inside = nextInWindow(new Date("2026-03-07T12:00:00Z"), { ...open, to: "02:45" }, { zone: "America/New_York" });
  expect(inside).toEqual(new Date("2026-03-15T06:15:00Z"));
});

test("a send window inside the hour that clocks skip is closed that day", () => {
  const sunday = new Date("2026-03-08T05:00:00Z");
  const open = { weekdays: [1, 7], from: "02:00", to: "03:00" };
  expect(nextInWindow(sunday, open, { zone: "America/New_York" })).toEqual(new Date("2026-03-09T06:00:00Z"));
});
