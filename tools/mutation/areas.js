/*
 * The rules that are mutated, and the tests that have to notice. Only rules without a database: a mutant takes seconds there.
 */
const roi = "app/features/roi";
const access = "app/features/access";
const sequences = "app/features/sequences";
const booking = "app/features/booking";

const roiFiles = (...names) => names.map((name) => `${roi}/${name}.ts`);
/** Without the workbook's tests, which take ten seconds. */
const roiTests = roiFiles(
  "analysis.test",
  "arithmetic.test",
  "advice.test",
  "cash-flow.test",
  "choice.test",
  "estimate.test",
  "model-input.test",
  "plan.test",
  "price.test",
  "properties.test",
  "random.test",
  "range.test",
  "single-build.test",
);

export const areas = {
  /** Three areas, because a surviving mutant takes all the tests of its area. */
  "roi-money": {
    mutate: roiFiles("arithmetic", "manual-hours", "choice", "stack", "price", "project", "cash-flow"),
    tests: roiTests,
  },
  "roi-range": {
    mutate: roiFiles("random", "range", "closed-form", "recommendation", "tornado"),
    tests: roiTests,
  },
  "roi-report": {
    mutate: roiFiles(
      "analysis",
      "bounds",
      "estimate",
      "plan",
      "scope-gap",
      "single-build",
      "usual-firm",
      "ways-compared",
    ),
    tests: roiTests,
  },
  access: {
    mutate: ["access", "queue", "own-request", "code", "access-watch"].map((name) => `${access}/${name}.ts`),
    tests: [`${access}/*.test.ts`],
  },
  sequences: {
    mutate: ["rules", "send-times", "definition", "variables"].map((name) => `${sequences}/${name}.ts`),
    tests: [`${sequences}/*.test.ts`],
  },
  booking: {
    mutate: [
      ...["slots", "open-hours", "slot-span", "call-times"].map((name) => `${booking}/availability/${name}.ts`),
      ...["hosts/round-robin", "month", "questions"].map((name) => `${booking}/${name}.ts`),
    ],
    tests: [`${booking}/**/*.test.ts`],
  },
};
