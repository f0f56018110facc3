import { expect, test } from "vitest";
import { queryInRem } from "./rem-queries.ts";

test.each([
  ["(max-width: 900px)", "(max-width: 56.25rem)"],
  [
    "screen and (min-width: 901px) and (max-width: 1180px)",
    "screen and (min-width: 56.3125rem) and (max-width: 73.75rem)",
  ],
  ["(max-width: 639.98px)", "(max-width: 39.99875rem)"],
  ["print, (forced-colors: active)", "print, (forced-colors: active)"],
  ["(width <= 40rem)", "(width <= 40rem)"],
])("the query %j is served as %j", (query, served) => {
  expect(queryInRem(query)).toBe(served);
});
