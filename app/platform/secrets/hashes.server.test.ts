import { expect, test } from "vitest";
import { isSameText, keyedHash } from "./hashes.server.ts";

test("a keyed hash depends on its purpose, its content and the secret", () => {
  const hash = keyedHash("share", "1", { secret: "one" });
  expect(keyedHash("share", "1", { secret: "one" })).toBe(hash);
  expect(keyedHash("invite", "1", { secret: "one" })).not.toBe(hash);
  expect(keyedHash("share", "2", { secret: "one" })).not.toBe(hash);
  expect(keyedHash("share", "1", { secret: "two" })).not.toBe(hash);
  expect(keyedHash("share", "1", { encoding: "hex", secret: "one" })).toMatch(/^[0-9a-f]{64}$/);
});

test("texts of any length are compared", () => {
  expect(isSameText("abc", "abc")).toBe(true);
  expect(isSameText("", "")).toBe(true);
  for (const other of ["abd", "ab", "abcd", ""]) expect(isSameText("abc", other)).toBe(false);
});
