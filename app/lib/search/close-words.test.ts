import { expect, test } from "vitest";
import { isClose } from "./close-words.ts";

test.each([
  ["news", true],
  ["NEWSLETTER write", true],
  ["newslettr", true],
  ["newlsetter", true],
  ["nwesleter", true],
  ["wirte", true],
  ["newspaper", false],
  ["wr", true],
  ["rw", false],
  ["nwe", true],
  ["enw", true],
  ["nwx", false],
  ["write mail", false],
  ["", true],
  ["%_\0", true],
])("%j finds 'Write a newsletter issue': %s", (typed, found) => {
  expect(isClose(typed, "Write a newsletter issue")).toBe(found);
});
