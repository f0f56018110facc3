/*
 * The rules that are mutated, and the tests that have to notice. Only rules without a database: a mutant takes seconds there.
 */
const roi = "app/features/roi";
const access = "app/features/access";
const sequences = "app/features/sequences";
const booking = "app/features/booking";

export const areas = {
  roi: {
    mutate: [
      "analysis",
      "arithmetic",
      "bounds",
      "cash-flow",
      "choice",
      "closed-form",
      "estimate",
      "manual-hours",
      "plan",
      "price",
      "project",
      "random",
      "range",
      "recommendation",
      "scope-gap",
      "single-build",
      "stack",
      "tornado",
      "usual-firm",
      "ways-compared",
    ].map((name) => `${roi}/${name}.ts`),
    tests: [`${roi}/*.test.ts`],
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
