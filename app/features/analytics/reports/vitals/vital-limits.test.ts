import fc from "fast-check";
import { expect, test } from "vitest";
import { vitalText } from "#app/features/analytics/ui/report/vital-figures.tsx";
import { ratingOf, vitalLimits, vitalNames } from "./vital-limits.ts";

/** Parses the number in a text, in milliseconds or without unit. */
function numberOf(text: string): number {
  const [number = "", unit] = text.replaceAll(",", "").split(" ");
  return unit === "s" ? Math.round(Number(number) * 1000) : Number(number);
}

test("a rating never contradicts the displayed number", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...vitalNames).chain((vital) => {
        const { good, fair } = vitalLimits[vital];
        const near = (limit: number) => fc.double({ min: limit * 0.95, max: limit * 1.05, noNaN: true });
        return fc.tuple(
          fc.constant(vital),
          fc.oneof(near(good), near(fair), fc.double({ min: 0, max: fair * 3, noNaN: true })),
        );
      }),
      ([vital, value]) => {
        const shown = numberOf(vitalText(vital, value));
        const { good, fair } = vitalLimits[vital];
        expect(ratingOf(vital, value)).toBe(shown <= good ? "good" : shown <= fair ? "fair" : "poor");
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ["lcp", 2345, "2.35 s"],
  ["lcp", 999.6, "1 s"],
  ["inp", 214.4, "214 ms"],
  ["cls", 0.104, "0.1"],
  ["cls", 0, "0"],
] as const)("%s %d is shown as %s", (vital, value, text) => {
  expect(vitalText(vital, value)).toBe(text);
});
