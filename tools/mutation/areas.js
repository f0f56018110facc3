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
    mutate: roiFiles(
      ...["arithmetic", "manual-hours", "choice", "stack", "price", "project", "cash-flow"].map(
        (name) => `model/${name}`,
      ),
    ),
    tests: roiTests(
      ...["roi", "properties"],
      ...["arithmetic", "cash-flow", "choice", "plan", "price"].map((name) => `model/${name}`),
    ),
  },
  "roi-range": {
    mutate: roiFiles("range/random", "range/range", "model/closed-form", "range/recommendation", "range/tornado"),
    tests: roiTests("roi", "range/random", "range/range", "range/recommendation"),
  },
  "roi-report": {
    mutate: roiFiles(
      "roi",
      "inputs/bounds",
      "estimate/estimate",
      "model/plan",
      "model/scope-gap",
      "model/single-build",
      "inputs/usual-firm",
      "wording/ways-compared",
    ),
    tests: roiTests(
      "roi",
      "estimate/estimate",
      "inputs/model-input",
      "model/plan",
      "model/scope-gap",
      "model/single-build",
      "inputs/usual-firm",
      "wording/ways-compared",
    ),
  },
  access: {
    mutate: ["access", "requests/queue", "requests/own-access", "codes/code", "grants/access-watch"].map(
      (name) => `${access}/${name}.ts`,
    ),
    tests: [`${access}/**/*.test.ts`],
  },
  sequences: {
    mutate: ["steps/rules", "steps/send-times", "definitions/definition"].map((name) => `${sequences}/${name}.ts`),
    tests: [`${sequences}/{steps,definitions}/*.test.ts`],
  },
  booking: {
    mutate: [
      ...["slots", "open-hours", "slot-span", "call-times"].map((name) => `${booking}/availability/${name}.ts`),
      ...["hosts/round-robin", "availability/month", "hosts/questions"].map((name) => `${booking}/${name}.ts`),
    ],
    tests: [`${booking}/**/*.test.ts`],
  },
};
