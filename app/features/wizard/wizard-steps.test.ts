import { expect, test } from "vitest";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { minutesLeft, stepAddress, stepMinutes, stepsDone } from "./wizard-steps.ts";

const firm = ModelInput.parse(vectors["V1 SaaS 45 people"].input);

test("an empty draft has all its minutes left, a complete one none", () => {
  for (const step of ["profile", "tech-stack", "processes"] as const) {
    expect(minutesLeft({}, step)).toBe(stepMinutes);
    expect(minutesLeft(firm, step)).toBe(0);
  }
  expect(stepsDone({})).toEqual({ profile: false, "tech-stack": false, processes: false });
  expect(stepsDone(firm)).toEqual({ profile: true, "tech-stack": true, processes: true });
});

test("a profile without a cost per hour is complete: the analysis uses the standard one", () => {
  const { hourlyCost, ...company } = firm.company;
  expect(hourlyCost).toBe(75);
  expect(stepsDone({ company }).profile).toBe(true);
  expect(minutesLeft({ company }, "profile")).toBe(0);
});

test("minutes shrink with every answer, and the last one stays until nothing is missing", () => {
  expect(minutesLeft({ company: { employees: 45, industry: "SaaS", focus: "revenue" } }, "profile")).toBe(3);
  const unpriced = { stack: [...firm.stack, { id: "House CRM" }] };
  expect(minutesLeft(unpriced, "tech-stack")).toBe(1);
  expect(stepsDone(unpriced)["tech-stack"]).toBe(false);
  const unfinished = { processes: [...firm.processes, { name: "Month end" }] };
  expect(minutesLeft(unfinished, "processes")).toBe(1);
});

test("an empty tool list is an answer once given; an empty process list is not", () => {
  expect(stepsDone({ stack: [], processes: [] })).toEqual({ profile: false, "tech-stack": true, processes: false });
});

test("a step of a blueprint that is not started yet has its own URL", () => {
  expect(stepAddress("profile", null)).toBe("/blueprint/wizard/profile?blueprint=new");
  expect(stepAddress("processes", "a")).toBe("/blueprint/wizard/processes?blueprint=a");
});
