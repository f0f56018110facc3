import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { searchWords } from "./search-words.ts";

test("of a search at most six words of at most 40 characters count, in lower case", () => {
  expect(searchWords(`  Müller  ${"X".repeat(100)} a b c d e f`)).toEqual([
    "müller",
    "x".repeat(40),
    "a",
    "b",
    "c",
    "d",
  ]);
  expect(searchWords("- … ")).toEqual([]);
});

test(
  "a search of tens of thousands of words or signs takes no time",
  withinCpu(2000, () => {
    for (const typed of ["a ".repeat(30_000), "-".repeat(60_000), "\ufdfa".repeat(30_000), " ".repeat(60_000)])
      expect(searchWords(typed).length).toBeLessThanOrEqual(6);
  }),
);
