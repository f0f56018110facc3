import { expect, test } from "vitest";
import { changeOf, duration, figureOf, percent } from "./metrics.ts";

test.each([
  [0, "0s"],
  [59.6, "1m 00s"],
  [125, "2m 05s"],
  [3600, "1h 00m"],
  [7265, "2h 01m"],
])("%s seconds are formatted as %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  [0, "0%"],
  [0.0012, "0.12%"],
  [0.0612, "6.1%"],
  [0.4567, "45.7%"],
  [1, "100%"],
])("%s is formatted as %s", (part, text) => {
  expect(percent(part)).toBe(text);
});

test("each metric has its own format", () => {
  expect([
    figureOf("visits", 12_345),
    figureOf("bounceRate", 0.5),
    figureOf("averageVisitSeconds", 61),
    figureOf("revenueUsd", 2500),
    figureOf("revenueUsd", 99.5),
  ]).toEqual(["12,345", "50%", "1m 01s", "$2,500", "$99.50"]);
});

test("the change of a rate is the difference of the printed rates", () => {
  for (let part = 0; part <= 1; part += 0.0137) {
    const [before, after] = [part, Math.min(1, part + 0.0049)];
    const printed = (share: number) => Number(percent(share).replace("%", ""));
    const change = changeOf("bounceRate", after, before)!.text.replace("−", "-").replace(" pts", "");
    expect(Number(change)).toBeCloseTo(printed(after) - printed(before), 6);
  }
});

test.each([
  ["visits", 150, 100, { text: "+50%", tone: "good" }],
  ["visits", 99.96, 100, { text: "0%", tone: "same" }],
  ["visits", 50, 0, null],
  ["visits", 990, 100, { text: "+890%", tone: "good" }],
  ["visits", 1478, 1, { text: "×1,478", tone: "good" }],
  ["visits", 0, 0, { text: "0%", tone: "same" }],
  ["revenueUsd", 0, 100, { text: "−100%", tone: "bad" }],
  ["bounceRate", 0.55, 0.5, { text: "+5 pts", tone: "bad" }],
  ["bounceRate", 0.4, 0.5, { text: "−10 pts", tone: "good" }],
  ["bounceRate", 0.5, 0, { text: "+50 pts", tone: "bad" }],
  ["bounceRate", 0.4116, 0.4164, { text: "−0.4 pts", tone: "good" }],
  ["bounceRate", 0.41164, 0.41151, { text: "0 pts", tone: "same" }],
  ["bounceRate", 0.412, 0.517, { text: "−10.5 pts", tone: "good" }],
  ["bounceRate", 0.012, 0.0095, { text: "+0.25 pts", tone: "bad" }],
  ["averageVisitSeconds", 65.4, 63.6, { text: "+1.6%", tone: "good" }],
  ["averageVisitSeconds", 7259, 7201, { text: "0%", tone: "same" }],
  ["revenueUsd", 1000.4, 999.6, { text: "0%", tone: "same" }],
] as const)("%s: %s after %s", (metric, current, compared, change) => {
  expect(changeOf(metric, current, compared)).toEqual(change);
});
