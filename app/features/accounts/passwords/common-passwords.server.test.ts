import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.server.ts";

test.each([
  "Password1",
  "password123",
  "Qwerty123",
  "P@SSW0RD",
  "Welcome1",
  // Not in the dictionary of 49,233, but among the million most leaked.
  "Motorola1",
  "Lasvegas1",
  "Abcd123456",
])("%s is too common", async (word) => {
  expect(await isCommonPassword(word)).toBe(true);
});

test.each(["Northfield-2026", "Draw2Automate", "correct Horse battery 9 staple"])("%s is not", async (word) => {
  expect(await isCommonPassword(word)).toBe(false);
});

test("of 100,000 random passwords at most a handful are rejected", async () => {
  let refused = 0;
  for (let count = 0; count < 100_000; count += 1)
    if (await isCommonPassword(`A1${randomBytes(9).toString("base64")}`)) refused += 1;
  expect(refused).toBeLessThan(12);
});
