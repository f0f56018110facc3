import { expect, test } from "vitest";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { currentModel } from "../inputs/parameters.ts";
import type { Choice } from "./choice.ts";
import { priceChoices } from "./price.ts";

const company = {
  employees: 45,
  revenueBand: "5-10M",
  industry: "SaaS",
  focus: "revenue",
  topOutcome: "speed",
  hourlyCost: 75,
} as const;
const automation = findAutomation("S-01")!;
const points = { value: 0, fit: 0, pain: 0, readiness: 0, ease: 0 };

const priced = (value: number) => {
  const choice: Choice = {
    ...{ automation, value, readiness: 1, score: 0, points, fit: 1, pain: 1, automatableHours: 0, allocations: [] },
  };
  return priceChoices(company, [choice], [], currentModel);
};

test("an automation that earns its price in exactly twelve months is in scope, one that earns a cent less is not", () => {
  const price = 1000 * automation.effort;
  expect(priced(price).choices[0]).toMatchObject({ inScope: true, rawUsd: price });
  expect(priced(price - 0.01).choices[0]).toMatchObject({ inScope: false, kind: "later" });
});

test("without any value or work there is no project and no surcharge for its size", () => {
  expect(priced(0)).toMatchObject({ implementationUsd: 0, sizeFactor: 1, choices: [{ paybackMonths: null }] });
});
