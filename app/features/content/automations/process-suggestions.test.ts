import { expect, test } from "vitest";
import { areas } from "./automation-terms.ts";
import { ProcessSuggestion } from "./process-suggestion-schema.ts";
import { processSuggestions, typicalPeople } from "./process-suggestions.ts";

test("every focus area has a dozen valid suggestions, and each wording is used once", () => {
  for (const suggestion of processSuggestions) expect(() => ProcessSuggestion.parse(suggestion)).not.toThrow();
  for (const area of areas) expect(processSuggestions.filter((one) => one.area === area)).toHaveLength(12);
  for (const key of ["name", "what"] as const)
    expect(new Set(processSuggestions.map((suggestion) => suggestion[key])).size).toBe(processSuggestions.length);
});

test("the suggestions of an area are a plausible part of the week, at any company size", () => {
  for (const employees of [1, 5, 20, 45, 200, 2000])
    for (const area of areas) {
      const offered = processSuggestions.filter((suggestion) => suggestion.area === area);
      const six = offered.slice(0, 6).reduce((sum, one) => sum + one.hours * typicalPeople(one, employees), 0);
      // The model counts at most ten hours per employee and week. One person does not do six jobs, so more is allowed.
      expect(six).toBeLessThanOrEqual(employees === 1 ? 25 : employees * 10);
    }
});

test("a team grows with the company, a desk grows little, and neither exceeds the company's size", () => {
  const team = processSuggestions.find(({ name }) => name === "Lead entry and CRM updates")!;
  const fixedRole = processSuggestions.find(({ name }) => name === "Commission statements")!;
  expect([5, 45, 200].map((employees) => typicalPeople(team, employees))).toEqual([1, 6, 27]);
  expect([5, 45, 200].map((employees) => typicalPeople(fixedRole, employees))).toEqual([1, 1, 2]);
  expect(typicalPeople(team)).toBe(6);
  for (const suggestion of processSuggestions) expect(typicalPeople(suggestion, 1)).toBe(1);
});

test("suggestions include every kind of work that automations cover", () => {
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
