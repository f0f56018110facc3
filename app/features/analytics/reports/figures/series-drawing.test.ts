import { expect, test } from "vitest";
import { bucketStarts, bucketUnitOf } from "../period/period.ts";
import type { Metric } from "./metrics.ts";
import { bucketLabel, seriesDrawing } from "./series-drawing.ts";

const timezone = "America/New_York";
const period = { from: "2026-03-01", to: "2026-03-31", timezone };
const points = (values: readonly number[], at = period) =>
  bucketStarts(at, bucketUnitOf(at)).map((start, index) => ({ at: start, value: values[index] ?? 0 }));
const draw = (values: readonly number[], metric: Metric = "visits", notes: readonly string[] = []) =>
  seriesDrawing({ series: points(values), compared: null, metric, unit: "day", timezone, notes, now: null }, "wide");

test("bars start at zero, the largest value is marked, and ticks are whole numbers", () => {
  const drawing = draw([0, 3, 1]);
  expect(drawing.columns).toHaveLength(31);
  expect(drawing.columns[0]!.y).toBe(drawing.bottom);
  expect(drawing.peak).toMatchObject({ x: drawing.columns[1]!.x, label: "3" });
  expect(drawing.ticks.map(({ label }) => label)).toEqual(["0", "1", "2", "3", "4"]);
  expect(drawing.columns[7]!.title).toBe("Sun, Mar 8, 2026: 0");
});

test("an empty period has a baseline and ticks but no mark", () => {
  expect(draw([])).toMatchObject({ peak: null, ticks: { length: 5 } });
});

test.each([
  ["bounceRate", [1, 0.5], ["0%", "20%", "40%", "60%", "80%", "100%"]],
  ["averageVisitSeconds", [200, 30], ["0s", "1m", "2m", "3m", "4m"]],
  ["revenueUsd", [10_000], ["$0", "$2K", "$4K", "$6K", "$8K", "$10K"]],
] as const)("the axis of %s has suitable steps", (metric, values, labels) => {
  expect(draw(values, metric).ticks.map(({ label }) => label)).toEqual(labels);
});

test("notes appear at their day, in weeks and months too, and at the edges if outside", () => {
  const drawing = draw([1], "visits", ["2026-03-08", "2026-03-31"]);
  expect(drawing.notes).toEqual([
    { x: drawing.columns[7]!.x, number: 1 },
    { x: drawing.columns[30]!.x, number: 2 },
  ]);
  const year = { from: "2025-04-01", to: "2026-03-31", timezone };
  const months = seriesDrawing(
    {
      series: points([], year),
      compared: null,
      metric: "visits",
      unit: "month",
      timezone,
      notes: ["2025-06-20"],
      now: null,
    },
    "narrow",
  );
  expect(months.notes[0]!.x).toBe(months.columns[2]!.x);
});

test("the compared period uses the same columns and appears in their labels", () => {
  const compared = points([5], { from: "2026-01-29", to: "2026-02-28", timezone });
  const drawing = seriesDrawing(
    { series: points([1]), compared, metric: "visits", unit: "day", timezone, notes: [], now: null },
    "wide",
  );
  expect(drawing.columns[0]!.title).toBe("Sun, Mar 1, 2026: 1; Thu, Jan 29, 2026: 5");
  const [, comparedY] = /^M[\d.]+,([\d.]+)/.exec(drawing.comparedPath!)!;
  expect(Number(comparedY)).toBeLessThan(drawing.columns[0]!.y!);
});

test("labels of hours and days use the time zone", () => {
  const at = new Date("2026-03-09T03:30:00Z");
  expect(bucketLabel(at, "hour", timezone)).toBe("11:30 PM");
  expect(bucketLabel(at, "hour", timezone, true)).toBe("Sun, Mar 8, 11:30 PM");
  expect(bucketLabel(at, "day", timezone)).toBe("Mar 8");
  expect(bucketLabel(at, "week", timezone, true)).toBe("Week from Sun, Mar 8, 2026");
  expect(bucketLabel(at, "month", "UTC", true)).toBe("March 2026");
});

test("an unfinished day is separate from the line, and later days have no value", () => {
  const now = new Date("2026-03-03T15:00:00Z");
  const drawing = seriesDrawing(
    { series: points([2, 4, 1]), compared: null, metric: "visits", unit: "day", timezone, notes: [], now },
    "wide",
  );
  const [first, second, third, fourth] = drawing.columns;
  expect(drawing.path).toBe(`M${first!.x},${first!.y}L${second!.x},${second!.y}`);
  expect(drawing.unfinished).toEqual({
    path: `M${second!.x},${second!.y}L${third!.x},${third!.y}`,
    ...{ x: third!.x, y: third!.y },
  });
  expect(third!.title).toBe("Tue, Mar 3, 2026: 1 so far");
  expect(fourth).toMatchObject({ y: null, title: "Wed, Mar 4, 2026: not yet" });
  expect(draw([2, 4, 1]).unfinished).toBeNull();
});

test("a chart of a day that has just started is a single open point", () => {
  const today = { from: "2026-03-03", to: "2026-03-03", timezone };
  const drawing = seriesDrawing(
    {
      ...{ series: points([1], today), compared: null, metric: "visits", unit: "hour", timezone, notes: [] },
      now: new Date("2026-03-03T05:10:00Z"),
    },
    "wide",
  );
  expect(drawing).toMatchObject({ path: "", area: "", unfinished: { x: drawing.columns[0]!.x } });
});
