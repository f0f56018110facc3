import { expect, test } from "vitest";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { differencesOf } from "./draft-difference.ts";

const inputs = ModelInput.parse(vectors["V1 SaaS 45 people"].input);
const about = { companyName: "Northfield", companyWebsite: "", role: "" };

test("two equal drafts have no differences, regardless of key order", () => {
  const company = Object.fromEntries(Object.entries(inputs.company).reverse()) as typeof inputs.company;
  expect(differencesOf({ about, inputs }, { about, inputs: { ...inputs, company } })).toEqual([]);
  expect(differencesOf({ about, inputs: {} }, { about, inputs: { stack: [], processes: [] } })).toEqual([]);
});

test("differences are named in the wizard's order with the labels of its fields", () => {
  const there = {
    about: { ...about, companyName: "Northfield Analytics" },
    inputs: {
      company: { ...inputs.company, employees: 50, focus: "marketing" as const, topOutcome: undefined },
      stack: inputs.stack.slice(0, 1),
      processes: inputs.processes.slice(0, 1),
    },
  };
  expect(differencesOf({ about, inputs }, there as never)).toEqual([
    { what: "Company Name", here: "Northfield", there: "Northfield Analytics" },
    { what: "Employees", here: "45", there: "50" },
    { what: "Focus Area", here: "Revenue Operations", there: "Marketing & Demand Generation" },
    { what: "Top Outcome", here: "Respond faster", there: "empty" },
    { what: "Tech stack", here: "10 tools, $4,158 a month", there: "1 tool, $1,600 a month" },
    { what: "Processes", here: "6 processes, 101 h/wk", there: "1 process, 24 h/wk" },
  ]);
});
