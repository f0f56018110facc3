import { expect, test } from "vitest";
import { areas } from "./automation-terms.ts";
import { processSuggestions } from "./process-suggestions.ts";

test("at least thirty suggestions, several for every focus area, each worded once", () => {
  expect(processSuggestions.length).toBeGreaterThanOrEqual(30);
  expect(new Set(processSuggestions.map((suggestion) => suggestion.name)).size).toBe(processSuggestions.length);
  for (const area of areas)
    expect(processSuggestions.filter((suggestion) => suggestion.area === area).length).toBeGreaterThanOrEqual(7);
});

test("hours are a believable part of a person's week", () => {
  for (const { hours, people } of processSuggestions) {
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(8);
    expect(people).toBeGreaterThanOrEqual(1);
    expect(people).toBeLessThanOrEqual(8);
  }
});
