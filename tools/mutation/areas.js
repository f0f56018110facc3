/*
 * The rules that are mutated, and the tests that have to notice. Only rules without a database: a mutant takes seconds there.
 */
const roi = "app/features/roi";
const access = "app/features/access";
const sequences = "app/features/sequences";
const booking = "app/features/booking";

const roiFiles = (...names) => names.map((name) => `${roi}/${name}.ts`);
const roiTests = (...names) => roiFiles(...names.map((name) => `${name}.test`));

export const areas = {
  // Three areas with the tests that are meant for them, because a surviving mutant takes all of these tests.
  "roi-money": {
    mutate: roiFiles("arithmetic", "manual-hours", "choice", "stack", "price", "project", "cash-flow"),
    tests: roiTests("analysis", "arithmetic", "cash-flow", "choice", "plan", "price", "properties"),
  },
  "roi-range": {
    mutate: roiFiles("random", "range", "closed-form", "recommendation", "tornado"),
    tests: roiTests("analysis", "random", "range", "recommendation"),
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
    tests: roiTests(
      "analysis",
      "estimate",
      "model-input",
      "plan",
      "scope-gap",
      "single-build",
      "usual-firm",
      "ways-compared",
    ),
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
