import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each([
  ["plain", "plain"],
  ['say "hi", now', '"say ""hi"", now"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2+3", "'-2+3"],
  ["\t=1", "'\t=1"],
  [" =1", "' =1"],
  ["-12.5", "-12.5"],
])("%j is written as %j", (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test("values are separated by commas and null is empty", () => {
  expect(csvLine(["a", null, 3])).toBe("a,,3\r\n");
});
