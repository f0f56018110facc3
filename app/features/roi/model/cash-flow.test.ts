import { expect, test } from "vitest";
import { currentModel } from "../inputs/parameters.ts";
import { type CashPlan, cashFlow } from "./cash-flow.ts";

/** $100 of benefit in each of 36 months, and no running costs. */
const assumptions = { ...currentModel, ramp: [1, 1, 1], retainerUsd: 0, platformUsd: 0 } as const;
const plan: CashPlan = {
  ...{ labourUsd: 1200, stackUsd: 0, implementationUsd: 3600, internalUsd: 0, buildMonths: 0, upkeepUsd: null },
};

test("a project that earns its cost with the last month pays back in 36 months, one dollar more is never paid back", () => {
  expect(cashFlow(plan, assumptions).payback).toBe(36);
  expect(cashFlow({ ...plan, implementationUsd: 3601 }, assumptions).payback).toBeNull();
});
