import { expect, test } from "vitest";
import { buildFilter, isInFilter } from "./bloom-filter.ts";

test("every member is found, and at most a handful of 200,000 non-members match", () => {
  const members = new Set(Array.from({ length: 20_000 }, (_, n) => `member ${n}`));
  const filter = buildFilter(members);
  expect(filter.length).toBe(60_000);
  expect([...members].every((member) => isInFilter(filter, member))).toBe(true);
  const others = Array.from({ length: 200_000 }, (_, n) => `other ${n}`);
  expect(others.filter((other) => isInFilter(filter, other)).length).toBeLessThan(12);
});
