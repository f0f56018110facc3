import { expect, test } from "vitest";
import { dayPieces, openSpans } from "./open-hours.ts";

const spans = (date: string, startMinute: number, endMinute: number) =>
  openSpans(dayPieces(date, "America/New_York"), [{ startMinute, endMinute }]).map(({ start, end }) =>
    [start, end].map((at) => new Date(at).toISOString().slice(11, 16)).join("-"),
  );

test("a day ends at the next midnight", () => {
  expect(dayPieces("2026-03-03", "America/New_York")).toEqual([
    {
      start: Date.parse("2026-03-03T05:00Z"),
      end: Date.parse("2026-03-04T05:00Z"),
      midnight: Date.parse("2026-03-03T05:00Z"),
    },
  ]);
});

test("an opening has one span on an ordinary day", () => {
  expect(spans("2026-03-03", 540, 1020)).toEqual(["14:00-22:00"]);
});

test("on the day clocks go forward, an opening has only spans that happen", () => {
  expect(spans("2026-03-08", 540, 1020)).toEqual(["13:00-21:00"]);
  expect(spans("2026-03-08", 60, 240)).toEqual(["06:00-07:00", "07:00-08:00"]);
  expect(spans("2026-03-08", 120, 180)).toEqual([]);
});

test("on the day clocks go back, an opening in the repeated hour has two spans", () => {
  expect(spans("2026-11-01", 60, 90)).toEqual(["05:00-05:30", "06:00-06:30"]);
});
