import { expect, test } from "vitest";
import { areas } from "./automation-terms.ts";
import { ProcessSuggestion } from "./process-suggestion-schema.ts";
import { processSuggestions, typicalPeople } from "./process-suggestions.ts";

test("a dozen suggestions for every focus area, each in its schema and worded once", () => {
  for (const suggestion of processSuggestions) expect(() => ProcessSuggestion.parse(suggestion)).not.toThrow();
  for (const area of areas) expect(processSuggestions.filter((one) => one.area === area)).toHaveLength(12);
  for (const key of ["name", "what"] as const)
    expect(new Set(processSuggestions.map((suggestion) => suggestion[key])).size).toBe(processSuggestions.length);
});

test("what is suggested for one area is a believable part of the week, at any size", () => {
  for (const employees of [1, 5, 20, 45, 200, 2000])
    for (const area of areas) {
      const offered = processSuggestions.filter((suggestion) => suggestion.area === area);
      const six = offered.slice(0, 6).reduce((sum, one) => sum + one.hours * typicalPeople(one, employees), 0);
      // The model counts ten hours per employee and week at most. One person does not do six jobs, so is allowed more.
      expect(six).toBeLessThanOrEqual(employees === 1 ? 25 : employees * 10);
    }
});

test("a team grows with the company, a desk hardly, and never beyond the company's size", () => {
  const team = processSuggestions.find(({ name }) => name === "Lead entry and CRM updates")!;
  const fixedRole = processSuggestions.find(({ name }) => name === "Commission statements")!;
  expect([5, 45, 200].map((employees) => typicalPeople(team, employees))).toEqual([1, 6, 27]);
  expect([5, 45, 200].map((employees) => typicalPeople(fixedRole, employees))).toEqual([1, 1, 2]);
  expect(typicalPeople(team)).toBe(6);
  for (const suggestion of processSuggestions) expect(typicalPeople(suggestion, 1)).toBe(1);
});

test("every kind of work that automations cover is met", () => {
  const met = new Set(processSuggestions.map(({ activity }) => activity));
  for (const activity of [
    "data_entry",
    "data_processing",
    "routing",
    "scheduling",
    "research",
    "documents",
    "follow_up",
  ])
    expect(met).toContain(activity);
});
