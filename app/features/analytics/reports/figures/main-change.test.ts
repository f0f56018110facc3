import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mainChange } from "./main-change.ts";
import { figureOf, type Metric, metricNames, type Totals } from "./metrics.ts";

const totals = (changes: Partial<Totals>): Totals => ({
  ...{ visits: 400, visitors: 380, views: 900, bounceRate: 0.5, averageVisitSeconds: 120, conversions: 20 },
  revenueUsd: 5000,
  ...changes,
});

test.each<[string, Partial<Totals>, Partial<Totals>, string]>([
  ["visits rise", { visits: 620 }, {}, "Visits rose from 400 to 620 (+55%)."],
  ["visits fall", { visits: 250 }, {}, "Visits fell from 400 to 250 (−38%)."],
  ["the bounce rate", { bounceRate: 0.7 }, {}, "The bounce rate rose from 50% to 70% (+20 pts)."],
  ["the average visit", { averageVisitSeconds: 60 }, {}, "The average visit fell from 2m 00s to 1m 00s (−50%)."],
  ["conversions", { conversions: 60 }, {}, "Visits with a conversion rose from 20 to 60 (+200%)."],
  ["revenue", { revenueUsd: 25_000, conversions: 22 }, {}, "Revenue rose from $5,000 to $25,000 (+400%)."],
  [
    "conversions from none",
    { conversions: 30 },
    { conversions: 0, revenueUsd: 0 },
    "Visits with a conversion rose from 0 to 30.",
  ],
])("names the figure that changed most: %s", (_, now, before, text) => {
  expect(mainChange(totals(now), totals(before)).text).toBe(text);
});

test("a change within random variation is ignored", () => {
  expect(mainChange(totals({ visits: 415 }), totals({}))).toEqual({
    metric: null,
    text: "415 visits, 400 before: no clear change.",
  });
  const few = { conversions: 0, revenueUsd: 0 };
  expect(mainChange(totals({ ...few, visits: 4 }), totals({ ...few, visits: 2 })).metric).toBeNull();
});

test("a large relative change of a small figure does not outrank a smaller one of a large figure", () => {
  const change = mainChange(totals({ visits: 600, conversions: 40 }), totals({ visits: 400, conversions: 20 }));
  expect(change.metric).toBe("visits");
});

test("empty periods are described without a percentage", () => {
  const none = totals({ visits: 0, visitors: 0, conversions: 0, revenueUsd: 0, bounceRate: 0, averageVisitSeconds: 0 });
  expect(mainChange(none, none).text).toBe("No visits in this period or the compared one.");
  expect(mainChange(totals({ visits: 1 }), none).text).toBe("1 visit, none in the compared period.");
  expect(mainChange(none, totals({})).text).toBe("Visits fell from 400 to 0 (−100%).");
});

describe("the source behind a change in visits", () => {
  const sources = (current: Record<string, number>, compared: Record<string, number>) => {
    const rows = (counts: Record<string, number>) =>
      Object.entries(counts).map(([name, visits]) => ({ name, page: null, figures: { visits } }));
    return { current: rows(current), compared: rows(compared) };
  };
  const sentence = (...of: Parameters<typeof sources>) =>
    mainChange(totals({ visits: 620 }), totals({}), sources(...of)).text;
  test("is named if it explains most of the change", () => {
    expect(sentence({ "linkedin.com": 220, "": 400 }, { "linkedin.com": 20, "": 380 })).toBe(
      "Visits rose from 400 to 620 (+55%), mainly visits from linkedin.com (+200).",
    );
  });
  test("is named if it explains a third of the change", () => {
    expect(sentence({ "": 180, a: 100, b: 100, c: 100 }, { "": 100, a: 40, b: 60, c: 60 })).toBe(
      "Visits rose from 400 to 620 (+55%), partly direct or unknown visits (+80).",
    );
  });
  test("is omitted if the change is spread over many sources", () => {
    expect(sentence({ a: 100, b: 100, c: 100, d: 100 }, { a: 50, b: 50, c: 50, d: 50 })).toBe(
      "Visits rose from 400 to 620 (+55%).",
    );
  });
});

test("the sentence never contradicts the figures", () => {
  const figures = fc
    .record({
      visits: fc.nat(5000),
      bounces: fc.double({ min: 0, max: 1, noNaN: true }),
      seconds: fc.integer({ min: 0, max: 4000 }),
      conversions: fc.nat(300),
      revenue: fc.nat(100_000),
    })
    .map(({ visits, bounces, seconds, conversions, revenue }) =>
      totals(
        visits === 0
          ? { visits, bounceRate: 0, averageVisitSeconds: 0, conversions: 0, revenueUsd: 0 }
          : {
              visits,
              bounceRate: bounces,
              averageVisitSeconds: seconds,
              conversions: Math.min(conversions, visits),
              revenueUsd: conversions === 0 ? 0 : revenue,
            },
      ),
    );
  fc.assert(
    fc.property(figures, figures, (now, before) => {
      const { metric, text } = mainChange(now, before);
      expect(text.endsWith(".")).toBe(true);
      if (metric === null) {
        expect(text).not.toMatch(/rose|fell/);
        return;
      }
      expect(metricNames).toContain(metric satisfies Metric);
      expect(text).toContain(
        `${now[metric] > before[metric] ? "rose" : "fell"} from ${figureOf(metric, before[metric])} to ${figureOf(metric, now[metric])}`,
      );
      expect(figureOf(metric, before[metric])).not.toBe(figureOf(metric, now[metric]));
      const hasChange = before[metric] !== 0 || metric === "bounceRate";
      expect(/[+×]/.test(text)).toBe(now[metric] > before[metric] && hasChange);
    }),
    { numRuns: 2000 },
  );
});
