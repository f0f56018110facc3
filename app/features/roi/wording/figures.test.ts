import { expect, test } from "vitest";
import { formatUsd } from "#app/lib/money.ts";
import {
  formatDecimal,
  formatEstimate,
  formatHours,
  formatMonthCount,
  formatMonths,
  formatMultiple,
  formatPercent,
  formatReturn,
  formatShare,
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

test.each([
  [70_263.95, "$70,300"],
  [999.6, "$1,000"],
  [999.4, "$999"],
  [83.5, "$84"],
  [0, "$0"],
  [-4326.74, "−$4,330"],
  [-0.3, "$0"],
  [1_234_567, "$1,230,000"],
  [null, "–"],
])("an estimate of %s USD prints as %s", (usd, text) => {
  expect(formatEstimate(usd)).toBe(text);
});

test("hours, months, percent and shares carry their unit and at most one decimal", () => {
  expect(formatHours(27.63)).toBe("27.6 h/wk");
  expect(formatHours(1234.56)).toBe("1,234.6 h/wk");
  expect([0, 0.02, 0.05].map(formatHours)).toEqual(["0.0 h/wk", "under 0.1 h/wk", "0.1 h/wk"]);
  expect(formatMonths(10.08)).toBe("10.1 months");
  expect(formatMonths(null)).toBe("not within 36 months");
  expect(formatPercent(18.31)).toBe("18.3%");
  expect(formatPercent(-10.49)).toBe("−10.5%");
  expect(formatPercent(-0.04)).toBe("0.0%");
  expect(formatPercent(265.49)).toBe("265%");
  expect(formatMonthCount(null)).toBe("over 36");
  expect(formatDecimal(-2.04)).toBe("−2.0");
  expect(formatShare(0.7489)).toBe("75%");
});

test("a return of more than ten times is not printed as a number", () => {
  expect(formatReturn(18.31, "project", [])).toBe("18.3%");
  const flags = ["hours_capped", "project_show_as_over_10x"] as const;
  expect(formatReturn(1234.5, "project", flags)).toBe("over 10x, needs a call");
  expect(formatReturn(834.5, "project+retainer", flags)).toBe("835%");
  expect(formatMultiple(4.06, [])).toBe("4.1x");
  expect(formatMultiple(22, ["show_as_over_10x"])).toBe("over 10x, needs a call");
});

test("without an investment there is no return", () => {
  expect(formatReturn(null, "project", ["nothing_in_scope"])).toBe("no investment");
  expect(formatMultiple(null, ["nothing_in_scope"])).toBe("no investment");
});
