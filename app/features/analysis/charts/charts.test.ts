import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { barLabel } from "#app/features/roi/wording/bar-labels.ts";
import { shortUsd } from "#app/lib/money.ts";
import { ownPayback, takenOnSentence } from "../sheets/opportunity-labels.ts";
import { cashPathDrawing } from "./cash-path-geometry.ts";
import { linePath } from "./line-path.ts";
import { quadrantDrawing } from "./quadrant-geometry.ts";
import { tornadoDrawing } from "./tornado-geometry.ts";
import { valueRangeDrawing } from "./value-range-geometry.ts";

const example = analyze(ModelInput.parse(vectors["V1 SaaS 45 people"].input));
const nothing = analyze(ModelInput.parse(vectors["V0 zero hours (edge)"].input));
const layouts = ["wide", "narrow"] as const;

test("the tornado hatches below the expected value, is solid above, and keeps the model's order", () => {
  for (const layout of layouts) {
    const drawing = tornadoDrawing(example.tornado, example.projectOnly.netY1, layout);
    expect(drawing.bars.map((bar) => bar.name)).toEqual(example.tornado.map((bar) => barLabel(bar.name)));
    for (const bar of drawing.bars) {
      expect(bar.below.x + bar.below.width).toBeCloseTo(drawing.expected.x, 0);
      expect(bar.above.x).toBe(drawing.expected.x);
      expect(bar.below.x).toBe(bar.low.x);
    }
    const delay = drawing.bars.find((bar) => bar.name === "Go-live two months later");
    expect(delay?.above.width).toBe(0);
    expect(delay?.below.width).toBeGreaterThan(0);
    const widths = drawing.bars.map((bar) => bar.below.width + bar.above.width);
    expect(widths).toEqual([...widths].sort((one, other) => other - one));
  }
});

test("every name in the model's tornado has a label", () => {
  for (const bar of example.tornado) if (bar.name !== "adoption") expect(barLabel(bar.name)).not.toBe(bar.name);
});

test("bars, ticks and labels stay inside the drawing for any figures", () => {
  const usd = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const bar = fc
    .tuple(usd, usd)
    .map(([one, other]) => ({ name: "adoption", low: Math.min(one, other), high: Math.max(one, other) }));
  fc.assert(
    fc.property(
      fc.array(bar, { minLength: 1, maxLength: 8 }),
      usd,
      fc.constantFrom(...layouts),
      (bars, expected, layout) => {
        const drawing = tornadoDrawing(bars, expected, layout);
        const inside = (x: number) => x >= 0 && x <= drawing.width;
        for (const { below, above, low, high, barY } of drawing.bars) {
          expect(below.width).toBeGreaterThanOrEqual(0);
          expect(above.width).toBeGreaterThanOrEqual(0);
          expect([below.x, above.x + above.width, low.x, high.x].every(inside)).toBe(true);
          expect(barY + drawing.barHeight).toBeLessThanOrEqual(drawing.plotBottom);
        }
        expect(drawing.ticks.every((tick) => inside(tick.at))).toBe(true);
      },
    ),
  );
});

test("the cash path crosses zero at the payback marks", () => {
  const { base, projectOnly } = example.working.cumulative;
  for (const layout of layouts) {
    const drawing = cashPathDrawing(
      { withRetainer: base, projectOnly },
      { withRetainer: example.base.payback, projectOnly: example.projectOnly.payback },
      layout,
    );
    expect(drawing.payback.withRetainer?.label).toBe("10.5 months");
    expect(drawing.payback.projectOnly?.label).toBe("8.5 months");
    expect(yAt(drawing.withRetainer, drawing.payback.withRetainer!.x)).toBeCloseTo(drawing.zeroY, -0.5);
    expect(yAt(drawing.projectOnly, drawing.payback.projectOnly!.x)).toBeCloseTo(drawing.zeroY, -0.5);
    expect(drawing.ends.projectOnly.y).toBeLessThan(drawing.ends.withRetainer.y);
    expect(drawing.zeroY).toBeGreaterThan(drawing.top);
    expect(drawing.zeroY).toBeLessThan(drawing.bottom);
  }
});

test("a line stays within one unit of every point it leaves out", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 }), (rises) => {
      let y = 100;
      const points = rises.map((rise, index): [number, number] => {
        y += rise;
        return [5 * index, y];
      });
      const path = linePath(points);
      for (const [x, at] of points) expect(Math.abs(yAt(path, x) - at)).toBeLessThanOrEqual(1 + 1e-9);
      expect(pointsOf(path).at(-1)).toEqual(points.at(-1));
    }),
  );
  expect(linePath([0, 10, 20, 30, 40].map((x) => [x, x / 2]))).toBe("M0,0l40,20");
  expect([linePath([]), linePath([[3, 4]])]).toEqual(["", "M3,4"]);
});

test("hours and paybacks that are too small or too long are shown as words", () => {
  const words = (addressedHours: number, savedHours: number) => takenOnSentence({ addressedHours, savedHours });
  expect([words(14.4, 6.61), words(2.4, 0.02), words(0, 0)]).toEqual([
    "14.4 covered, 6.6 saved",
    "2.4 covered, under 0.1 saved",
    "none covered",
  ]);
  const payback = (annualValue: number, paybackMonths: number | null) => ownPayback({ annualValue, paybackMonths });
  expect([payback(9, 1.2), payback(9, 453.2), payback(9, 36), payback(0, null)]).toEqual([
    "1.2 months",
    "over 36 months",
    "36.0 months",
    "no value yet",
  ]);
});

test("without a payback there is no mark", () => {
  const { base, projectOnly } = nothing.working.cumulative;
  const drawing = cashPathDrawing(
    { withRetainer: base, projectOnly },
    { withRetainer: null, projectOnly: null },
    "wide",
  );
  expect(drawing.payback).toEqual({ withRetainer: null, projectOnly: null });
  expect(drawing.withRetainer).not.toContain("NaN");
});

test("the range is in the order low, expected, high on a scale from zero", () => {
  for (const layout of layouts) {
    const drawing = valueRangeDrawing({ low: 55_462.43, expected: 70_263.95, high: 85_574.58 }, layout);
    expect(drawing.ticks[0]).toMatchObject({ label: "$0" });
    expect(drawing.bar.x).toBeGreaterThan(0);
    expect(drawing.markX).toBeGreaterThan(drawing.bar.x);
    expect(drawing.markX).toBeLessThan(drawing.bar.x + drawing.bar.width);
    expect(drawing.bar.x + drawing.bar.width).toBeLessThan(drawing.width);
    const reach = ({ x, anchor, label }: (typeof drawing)["low"]) =>
      anchor === "end" ? [x - 7.3 * label.length, x] : [x, x + 7.3 * label.length];
    expect(reach(drawing.low)[0]).toBeGreaterThanOrEqual(0);
    expect(reach(drawing.low)[1]).toBeLessThan(reach(drawing.high)[0]!);
    expect(reach(drawing.high)[1]).toBeLessThanOrEqual(drawing.width);
  }
  expect(valueRangeDrawing({ low: 0, expected: 0, high: 0 }, "wide").bar).toEqual({ x: 2, width: 0 });
});

test("axis amounts have at most three digits", () => {
  expect([23175, 123_456, -4951, 640, 0, 999.6, 1_250_000, -0.3].map(shortUsd)).toEqual([
    "$23.2K",
    "$123K",
    "−$5K",
    "$640",
    "$0",
    "$1K",
    "$1.3M",
    "$0",
  ]);
});

/** Reads path data such as "M72,328l28,0 28,-1". */
function pointsOf(path: string): [number, number][] {
  let [x, y] = [0, 0];
  return path
    .slice(1)
    .split(/[l ]/)
    .map((step) => {
      const [dx = Number.NaN, dy = Number.NaN] = step.split(",").map(Number);
      [x, y] = [x + dx, y + dy];
      return [x, y];
    });
}

function yAt(path: string, x: number): number {
  const points = pointsOf(path);
  const next = points.findIndex((point) => point[0] >= x);
  const [to, from] = [points[next]!, points[Math.max(0, next - 1)]!];
  return to[0] === from[0] ? to[1] : from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
}

test("with nothing in scope the quadrant does not advise building", () => {
  const one = { id: "S-01" as const, title: "Lead Capture to CRM", effort: 2, annualValue: 674, inScope: false };
  for (const layout of layouts) {
    expect(quadrantDrawing([one], layout)).toMatchObject({ first: null, corners: [] });
    const { first, corners } = quadrantDrawing([one, { ...one, id: "S-02", inScope: true }], layout);
    expect(first).not.toBeNull();
    expect(corners.map(({ text }) => text)).toContain("Build first");
  }
});

test("a name above or below its point keeps clear of it, so that close points have names too", () => {
  const at = (effort: number, annualValue: number) => ({
    id: "S-04" as const,
    title: "Lead Routing",
    effort,
    annualValue,
    inScope: true,
  });
  const close = [at(2, 40_000), at(3, 38_000), at(4, 39_000)];
  expect(quadrantDrawing(close, "narrow").points.map(({ label }) => label.text)).toEqual(["S-04", "S-04", "S-04"]);
  const example = quadrantDrawing(
    analyze(exampleFirm, { draws: 10 }).opportunities.map((one) => ({ ...one, title: one.id })),
    "narrow",
  );
  expect(example.points.map(({ label, id }) => label.text === id)).toEqual([true, true, true, true, true]);
});

test("in the quadrant no points overlap and no name leaves the frame", () => {
  const candidate = fc.record({
    effort: fc.integer({ min: 1, max: 5 }),
    annualValue: fc.double({ min: 0, max: 1e6, noNaN: true }),
    inScope: fc.boolean(),
    title: fc.constantFrom("Lead Capture to CRM", "Pipeline Forecast & Deal Summaries", "Feedback Loop & NPS"),
    id: fc.constantFrom("S-01", "M-02", "CS-03"),
  });
  fc.assert(
    fc.property(
      fc.array(candidate, { minLength: 1, maxLength: 5 }) as fc.Arbitrary<Parameters<typeof quadrantDrawing>[0]>,
      fc.constantFrom(...layouts),
      (candidates, layout) => {
        const { points, corners, left, right, top, bottom, radius } = quadrantDrawing(candidates, layout);
        for (const corner of corners)
          for (const { x, y } of points) {
            const from = corner.anchor === "start" ? corner.x : corner.x - 7.3 * corner.text.length;
            const isBeside = x + radius < from || x - radius > from + 7.3 * corner.text.length;
            expect(isBeside || y + radius < corner.y - 11 || y - radius > corner.y + 3).toBe(true);
          }
        for (const [index, { x, y, rank }] of points.entries()) {
          expect(rank).toBe(index + 1);
          expect(x - radius >= left - 0.1 && x + radius <= right + 0.1).toBe(true);
          expect(y - radius >= top - 0.1 && y + radius <= bottom + 0.1).toBe(true);
          for (const other of points.slice(index + 1))
            expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThanOrEqual(2 * radius);
        }
      },
    ),
  );
});
