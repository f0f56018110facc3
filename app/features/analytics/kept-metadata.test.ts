import { expect, test } from "vitest";
import { keptMetadata } from "./kept-metadata.ts";

test("a text is never cut in the middle of a character, which jsonb would refuse", () => {
  const kept = keptMetadata({ note: `${"x".repeat(99)}😀` });
  expect(kept).toEqual({ note: "x".repeat(99) });
});

test("a number that JSON cannot hold is left out", () => {
  expect(keptMetadata({ huge: JSON.parse("1e400"), depth: 3 })).toEqual({ depth: 3 });
});

test("an address beyond what is kept does not shorten to a part of itself", () => {
  expect(keptMetadata({ note: `${"x".repeat(88)} ada@northfield.example` })).toEqual({
    note: `${"x".repeat(88)} [email]`,
  });
});
