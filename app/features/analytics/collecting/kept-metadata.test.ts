import { expect, test } from "vitest";
import { keptMetadata } from "./kept-metadata.ts";

test("a text is never cut in the middle of a character, which jsonb would reject", () => {
  const kept = keptMetadata({ note: `${"x".repeat(99)}😀` });
  expect(kept).toEqual({ note: "x".repeat(99) });
});

test("a number that JSON cannot represent is dropped", () => {
  expect(keptMetadata({ huge: JSON.parse("1e400"), depth: 3 })).toEqual({ depth: 3 });
});

test("an email address at the length limit does not leave a part of itself", () => {
  expect(keptMetadata({ note: `${"x".repeat(88)} ada@northfield.example` })).toEqual({
    note: `${"x".repeat(88)} [email]`,
  });
});
