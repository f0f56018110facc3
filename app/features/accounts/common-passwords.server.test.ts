import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.server.ts";

test.each(["Password1", "password123", "Qwerty123", "P@SSW0RD", "Welcome1"])("%s is too common", async (word) => {
  expect(await isCommonPassword(word)).toBe(true);
});

test.each(["Northfield-2026", "Draw2Automate", "correct Horse battery 9 staple"])("%s is not", async (word) => {
  expect(await isCommonPassword(word)).toBe(false);
});
