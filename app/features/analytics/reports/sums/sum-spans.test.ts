import { expect, test } from "vitest";
import { planOf, type StoredSpan, spanUnits } from "./sum-spans.ts";

const timezone = "America/New_York";
const days = (from: number, to: number): StoredSpan[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    unit: "day",
    day: `2026-06-${String(from + at).padStart(2, "0")}`,
  }));
const stored: StoredSpan[] = [
  { unit: "month", day: "2026-06-01" },
  ...[1, 8, 15, 22].map((day): StoredSpan => ({ unit: "week", day: `2026-06-${String(day).padStart(2, "0")}` })),
  ...days(1, 30),
];
const spansOf = (from: string, to: string) =>
  planOf(
    { from, to, timezone },
    stored.filter(({ day }) => day >= from && day <= to),
  ).spans.map(({ unit, day }) => `${unit} ${day}`);

test("a week or a month is read only if the period contains all of its days", () => {
  expect(spanUnits).toEqual(["day", "week", "month"]);
  expect(spansOf("2026-06-01", "2026-06-01")).toEqual(["day 2026-06-01"]);
  expect(spansOf("2026-06-01", "2026-06-06")).toEqual(days(1, 6).map(({ day }) => `day ${day}`));
  expect(spansOf("2026-06-01", "2026-06-07")).toEqual(["week 2026-06-01"]);
  expect(spansOf("2026-06-01", "2026-06-29").filter((span) => span.startsWith("month"))).toEqual([]);
  expect(spansOf("2026-06-01", "2026-06-30")).toEqual(["month 2026-06-01"]);
});
