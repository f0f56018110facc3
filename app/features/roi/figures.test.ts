import { expect, test } from "vitest";
import {
  formatHours,
  formatMonths,
  formatMultiple,
  formatPercent,
  formatReturn,
  formatShare,
  formatUsd,
} from "./figures.ts";

test.each([
  [70_263.95, "$70,264"],
  [999.99, "$1,000"],
  [999.4, "$999.40"],
  [83, "$83"],
  [83.5, "$83.50"],
  [0, "$0"],
  [-4326.74, "−$4,327"],
  [-0.001, "$0"],
  [9_876_543_210, "$9,876,543,210"],
])("%s USD prints as %s", (usd, text) => {
  expect(formatUsd(usd)).toBe(text);
});

test("hours, months, percent and shares carry their unit and one decimal at most", () => {
  expect(formatHours(27.63)).toBe("27.6 h/wk");
  expect(formatHours(1234.56)).toBe("1,234.6 h/wk");
  expect([0, 0.02, 0.05].map(formatHours)).toEqual(["0.0 h/wk", "under 0.1 h/wk", "0.1 h/wk"]);
  expect(formatMonths(10.08)).toBe("10.1 months");
  expect(formatMonths(null)).toBe("not within 36 months");
  expect(formatPercent(18.31)).toBe("18.3%");
  expect(formatPercent(-10.49)).toBe("−10.5%");
  expect(formatPercent(-0.04)).toBe("0.0%");
  expect(formatShare(0.7489)).toBe("75%");
});

test("a return of more than ten times is not printed as a number", () => {
  expect(formatReturn(18.31, [])).toBe("18.3%");
  expect(formatReturn(1234.5, ["hours_capped", "show_as_over_10x"])).toBe("over 10x, needs a call");
  expect(formatMultiple(4.06, [])).toBe("4.1x");
  expect(formatMultiple(22, ["show_as_over_10x"])).toBe("over 10x, needs a call");
});

test("without an investment there is no return", () => {
  expect(formatReturn(null, ["nothing_in_scope"])).toBe("no investment");
  expect(formatMultiple(null, ["nothing_in_scope"])).toBe("no investment");
});
