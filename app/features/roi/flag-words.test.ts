import { expect, test } from "vitest";
import { analyseBase } from "./analysis.ts";
import type { BaseAnalysis, Recommendation } from "./analysis-shape.ts";
import { flagWords, recommendationWords } from "./flag-words.ts";
import { randomInputs } from "./vectors/random-inputs.ts";

const analyses = randomInputs(200, 11).map(analyseBase);
const firstWith = (recommendation: Recommendation, matches: (analysis: BaseAnalysis) => boolean = () => true) =>
  analyses.find((analysis) => analysis.recommendation === recommendation && matches(analysis))!;

test("every flag that an analysis can carry has a sentence", () => {
  for (const flag of analyses.flatMap((analysis) => analysis.flags)) expect(flagWords(flag).sentence).toMatch(/\.$/);
});

test("the flag of limited people names the process, whatever it is called", () => {
  expect(flagWords("people_capped:a:b / c\\d").sentence).toBe(
    "“a:b / c\\d” names more people than the company employs; it is counted with the number of employees.",
  );
});

test("a recommendation to build names the first-year figure that decides it", () => {
  const full = firstWith("project+retainer");
  expect(recommendationWords(full)).toMatchObject({ kind: "project-with-retainer" });
  expect(recommendationWords(full).sentence).toMatch(/could end the first year \$[\d,.]+ ahead/);
  const alone = recommendationWords(firstWith("project"));
  expect(alone.kind).toBe("project");
  expect(alone.sentence).toMatch(/alone could end the first year \$[\d,.]+ ahead .* \$[\d,.]+ short/);
});

test("not worth automating yet is said with its reason and the starter kit", () => {
  const reasons: [(analysis: BaseAnalysis) => boolean, RegExp][] = [
    [(analysis) => analysis.flags.includes("no_hours"), /no manual hours/],
    [
      (analysis) => analysis.flags.includes("nothing_in_scope") && !analysis.flags.includes("no_hours"),
      /earn back its price within 12 months/,
    ],
    [(analysis) => !analysis.flags.includes("nothing_in_scope"), /\$[\d,.]+ short of its cost, even without/],
  ];
  for (const [matches, reason] of reasons) {
    const words = recommendationWords(firstWith("starter-kit", matches));
    expect(words.kind).toBe("not-worth-it-yet");
    expect(words.title).toBe("Not worth automating yet");
    expect(words.sentence).toMatch(reason);
    expect(words.sentence).toContain("free starter kit");
  }
});

test("nothing is promised", () => {
  const sentences = analyses.map((analysis) => recommendationWords(analysis).sentence).join(" ");
  expect(sentences).not.toMatch(/guarantee|\bwill\b/i);
});
