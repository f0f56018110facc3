import { expect, test } from "vitest";
import { areas } from "#app/features/content/automations/automation-terms.ts";
import { ModelInput } from "../inputs/model-input.ts";
import { analyze } from "../roi.ts";
import { estimate, estimateInput } from "./estimate.ts";
import {
  answersOr,
  type EstimateAnswers,
  estimateBounds,
  estimateTexts,
  forgetEstimate,
  keepEstimate,
  keptEstimate,
  readEstimate,
  startingEstimate,
} from "./estimate-answers.ts";

const { people, hours, cost } = estimateBounds;
const answersOf = (area: EstimateAnswers["area"]): EstimateAnswers[] => [
  { people: people.low, hours: hours.low, cost: cost.low, area },
  { people: people.high, hours: hours.high, cost: cost.high, area },
  { people: people.low, hours: hours.high, cost: 75, area },
  { people: 12, hours: 6, cost: 75, area },
  { people: 37, hours: 11.5, cost: 62.5, area },
];

test("invalid answers are replaced one by one", () => {
  const fallback = { people: 12, hours: 6, cost: 75, area: "revenue" } as const;
  const typed = { people: "0", hours: "20", cost: "90", area: "lifecycle" };
  expect(answersOr(typed, fallback)).toEqual({ people: 12, hours: 20, cost: 90, area: "lifecycle" });
  expect(answersOr({ ...typed, people: "3" }, fallback)).toMatchObject({ people: 3 });
  expect(answersOr({ people: "", hours: "x", cost: "NaN", area: "__proto__" }, fallback)).toEqual(fallback);
});

test.each(areas)("the estimate for %s is what the engine computes for the same input", (area) => {
  for (const answers of answersOf(area)) {
    const input = estimateInput(answers);
    expect(ModelInput.parse(input)).toEqual(input);
    const analysis = analyze(input);
    const [low, , high] = analysis.range.annualValue;
    expect(estimate(answers)).toEqual({
      manualHours: Math.round(100 * answers.people * answers.hours) / 100,
      hoursPerWeek: analysis.hoursSavedPerWeek,
      annualValue: { low, expected: analysis.annualValue, high },
      inScope: analysis.opportunities.filter(({ inScope }) => inScope).length,
    });
    // No cap applies: every entered hour counts.
    expect(analysis.manualHoursPerWeek).toBeCloseTo(answers.people * answers.hours, 1);
    expect(analysis.flags).not.toContain("hours_capped");
    expect(analysis.flags.join()).not.toContain("people_capped");
  }
});

test("the form's initial example returns hours and a range around the expected value", () => {
  const { annualValue, hoursPerWeek, manualHours, inScope } = estimate(startingEstimate);
  expect(inScope).toBeGreaterThan(0);
  expect(hoursPerWeek).toBeGreaterThan(0);
  expect(hoursPerWeek).toBeLessThan(manualHours);
  expect(annualValue.low).toBeLessThan(annualValue.expected);
  expect(annualValue.expected).toBeLessThan(annualValue.high);
});

test("too little work returns nothing and has nothing in scope", () => {
  expect(estimate({ people: 1, hours: 0.5, cost: 25, area: "revenue" })).toMatchObject({
    hoursPerWeek: 0,
    annualValue: { low: 0, expected: 0, high: 0 },
    inScope: 0,
  });
});

test("typed answers are checked against their bounds, and every error is named", () => {
  expect(readEstimate(estimateTexts(startingEstimate))).toEqual({ answers: startingEstimate });
  expect(readEstimate({ people: "1,000", hours: "7.5", cost: "80", area: "marketing" })).toEqual({
    answers: { people: 1000, hours: 7.5, cost: 80, area: "marketing" },
  });
  expect(readEstimate({ people: "2.5", hours: "", cost: "24", area: "sales" })).toEqual({
    errors: {
      people: "People who do the work: enter a whole number from 1 to 1,000.",
      hours: "Manual hours each, per week: enter a number from 0.5 to 40.",
      cost: "Loaded cost of an hour: enter a number from 25 to 500.",
      area: "Area: choose one from the list.",
    },
  });
});

test("without browser storage nothing is stored and nothing throws", () => {
  keepEstimate(startingEstimate);
  expect(keptEstimate()).toBeNull();
  expect(() => forgetEstimate()).not.toThrow();
});
