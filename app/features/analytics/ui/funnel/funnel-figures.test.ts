import { expect, test } from "vitest";
import { timeText } from "./funnel-figures.ts";

test.each([
  [0, "0 s"],
  [50, "50 s"],
  [200, "3 min 20 s"],
  [3600, "1 h"],
  [93_600, "1 day 2 h"],
  [200_000, "2 days 7 h"],
])("%i seconds are %s", (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});
