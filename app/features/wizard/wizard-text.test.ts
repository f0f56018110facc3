import { expect, test } from "vitest";
import { processSuggestions } from "#app/features/content/automations/process-suggestions.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import {
  completeProcess,
  confirmHours,
  editRow,
  emptyProcess,
  isBlank,
  isTypical,
  type ProcessText,
  processErrors,
  processTexts,
  readProcesses,
  suggestedProcess,
} from "./answers/process-text.ts";
import { profileErrors, profileTextOf, readProfileField } from "./answers/profile-text.ts";
import {
  chooseFromCatalogue,
  chooseOwn,
  chosenTools,
  editCategory,
  editOverlap,
  readStack,
  stackErrors,
} from "./answers/stack-text.ts";

const example = ModelInput.parse(vectors["V1 SaaS 45 people"].input);
const about = { companyName: "Northfield", companyWebsite: "", role: "" };

test("the profile step is restored as saved", () => {
  const text = profileTextOf(about, example.company);
  expect(text).toMatchObject({ companyName: "Northfield", employees: "45", revenueBand: "5-10M", hourlyCost: "75" });
  expect(profileErrors(text)).toEqual({});
  expect(readProfileField("employees", "1,200")).toEqual({ patch: { inputs: { company: { employees: 1200 } } } });
  expect(readProfileField("companyWebsite", "northfield.io")).toEqual({
    patch: { inputs: {}, about: { companyWebsite: "https://www.northfield.io" } },
  });
});

test("a cleared field is saved as empty, an invalid one is not saved", () => {
  expect(readProfileField("industry", "")).toEqual({ patch: { inputs: { company: { industry: null } } } });
  expect(readProfileField("employees", "")).toEqual({ patch: { inputs: { company: { employees: null } } } });
  expect(readProfileField("hourlyCost", "700")).toEqual({
    error: "Hourly cost in USD: enter a number from 25 to 500.",
  });
  expect(readProfileField("employees", "4o")).toHaveProperty("error");
  expect(readProfileField("companyWebsite", "no site")).toEqual({ error: "Please enter a valid website" });
});

test("an empty profile lacks every answer of the model except the default cost, in form order", () => {
  const missing = profileErrors(profileTextOf({ companyName: "", companyWebsite: "", role: "" }, undefined));
  expect(Object.keys(missing)).toEqual(["employees", "revenueBand", "industry", "focus", "topOutcome"]);
});

test("the stack is restored as saved", () => {
  const chosen = chosenTools(example.stack);
  expect(chosen[0]).toEqual({ id: "hubspot", name: "HubSpot", category: "crm", cost: "1600" });
  expect(readStack(chosen)).toEqual({ stack: example.stack, errors: {} });
  expect(stackErrors(chosen)).toEqual({});
});

test("an invalid cost is not saved; a missing one is required at the end", () => {
  const chosen = [
    { ...chooseFromCatalogue("hubspot")!, cost: "much" },
    { ...chooseFromCatalogue("slack")!, cost: "" },
  ];
  expect(readStack(chosen)).toEqual({
    stack: [
      { id: "hubspot", category: "crm" },
      { id: "slack", category: "chat" },
    ],
    errors: { hubspot: "Monthly cost: enter a number from 0, in USD." },
  });
  expect(Object.keys(stackErrors(chosen))).toEqual(["hubspot", "slack"]);
});

test("a custom tool has its name as id; a name in the catalog selects the catalog's tool", () => {
  expect(chooseOwn("  Acme Dialer ", "phone", tools)).toEqual({
    id: "Acme Dialer",
    name: "Acme Dialer",
    category: "phone",
    cost: "",
  });
  expect(chooseOwn("hubspot", undefined, tools)).toMatchObject({ id: "hubspot", category: "crm", cost: "1600" });
  expect(chooseOwn("x".repeat(200), undefined, tools).id).toHaveLength(80);
  expect(chooseOwn(`${"x".repeat(79)}🚀`, undefined, tools).id).toBe("x".repeat(79));
});

test("processes are restored as saved", () => {
  const rows = processTexts(example.processes);
  expect(readProcesses(rows)).toEqual({ processes: example.processes, errors: {} });
  expect(processErrors(rows)).toEqual({});
  expect(rows.map(completeProcess)).toEqual(example.processes);
});

test("a blank row is neither saved nor missing; a partly filled row requires the rest", () => {
  const blank = emptyProcess("a", "revenue");
  const started = { ...emptyProcess("b"), name: "Lead entry", hours: "61", people: "1.5" };
  expect([isBlank(blank), isBlank(started), isBlank({ ...blank, name: "  " })]).toEqual([true, false, true]);
  expect(isBlank({ ...blank, name: "\u200b", hours: "\u3164" })).toBe(true);
  expect(readProcesses([blank, started])).toEqual({
    processes: [{ name: "Lead entry" }],
    errors: {
      b: {
        hours: "Hours per person per week: enter a number from 0 to 60.",
        people: "People: enter a whole number, 1 or more.",
      },
    },
  });
  expect(Object.keys(processErrors([blank, started])["b"] ?? {})).toEqual([
    "area",
    "activity",
    "hours",
    "people",
    "frequency",
    "pain",
  ]);
  expect(completeProcess(started)).toBeUndefined();
});

test("every suggestion is a complete process, typical until a value is changed", () => {
  for (const suggestion of processSuggestions) {
    const { what: _what, doneBy: _doneBy, ...process } = suggestion;
    const row = suggestedProcess("a", suggestion, 45);
    expect(completeProcess(row)).toEqual(process);
    expect(isTypical(row, 45)).toBe(true);
    expect(isTypical({ ...row, hours: "9" }, 45)).toBe(false);
  }
  expect(isTypical(emptyProcess("a"), 45)).toBe(false);
});

test("typing hours or confirming them removes the mark of assumed hours; other fields keep it", () => {
  const row: ProcessText = { ...suggestedProcess("a", processSuggestions[0]!, 45), assumed: true };
  expect(readProcesses([row]).processes[0]).toMatchObject({ assumed: true });
  expect(editRow([row], row, "pain", "2")[0]).toMatchObject({ assumed: true, pain: "2" });
  expect(editRow([row], row, "hours", "3")[0]).not.toHaveProperty("assumed");
  expect(confirmHours([row], row)[0]).not.toHaveProperty("assumed");
  expect(processTexts(readProcesses([row]).processes)[0]).toMatchObject({ assumed: true });
});

test("a tool can be a complement and change its category", () => {
  const chosen = chosenTools(example.stack);
  const pipedrive = chosen.find(({ id }) => id === "pipedrive")!;
  const marked = editOverlap(chosen, pipedrive, true);
  expect(readStack(marked).stack).toContainEqual({
    id: "pipedrive",
    category: "crm",
    monthlyUsd: 490,
    overlaps: false,
  });
  expect(chosenTools(readStack(marked).stack)).toEqual(marked);
  expect(editOverlap(marked, pipedrive, false)).toEqual(chosen);
  const moved = editCategory(chosen, pipedrive, undefined);
  expect(readStack(moved).stack).toContainEqual({ id: "pipedrive", monthlyUsd: 490 });
});
