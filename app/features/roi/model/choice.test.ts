import { expect, test } from "vitest";
import { automations } from "#app/features/content/automations/automations.ts";
import { currentModel } from "../inputs/parameters.ts";
import { chooseAutomations } from "./choice.ts";

const company = {
  employees: 45,
  revenueBand: "5-10M",
  industry: "SaaS",
  focus: "revenue",
  topOutcome: "speed",
  hourlyCost: 75,
} as const;

test("of automations with equal scores the smaller build is chosen, then the lower id", () => {
  const score = { value: 0, fit: 0, pain: 0, readiness: 0, ease: 0 };
  const count = automations.length;
  const chosen = chooseAutomations(company, [], [], { ...currentModel, score, choices: count });
  const expected = automations.toSorted((one, other) => one.effort - other.effort || (one.id < other.id ? -1 : 1));
  expect(chosen.map(({ automation }) => automation.id)).toEqual(expected.map(({ id }) => id));
});
