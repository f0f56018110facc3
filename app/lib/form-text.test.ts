import { expect, test } from "vitest";
import { oneLine, optionalLine } from "./form-text.ts";

test("line breaks, control characters and runs of spaces become one space", () => {
  expect(oneLine("  Acme\r\nLtd\u2028 and\u0000\tSons ")).toBe("Acme Ltd and Sons");
});

test("an empty field counts as left out; a long one is named with its limit", () => {
  const line = optionalLine(5);
  expect([line.parse(undefined), line.parse(null), line.parse(" \n "), line.parse(" abc ")]).toEqual([
    undefined,
    undefined,
    undefined,
    "abc",
  ]);
  expect(line.safeParse("abcdef").error?.issues[0]?.message).toBe("Use at most 5 characters.");
  expect(line.safeParse(7).success).toBe(false);
});
