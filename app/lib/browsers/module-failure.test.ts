import { expect, test } from "vitest";
import { isModuleFailure } from "./module-failure.ts";

test.each([
  "Failed to fetch dynamically imported module: http://localhost:3000/assets/profile-B2x.js",
  "error loading dynamically imported module: http://localhost:3000/assets/profile-B2x.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/profile-9f.css",
])("%s", (message) => {
  expect(isModuleFailure(new TypeError(message))).toBe(true);
});

test("an ordinary bug does not match, nor does a value that is not an error", () => {
  expect(isModuleFailure(new TypeError("Cannot read properties of undefined (reading 'module')"))).toBe(false);
  expect(isModuleFailure({ status: 500 })).toBe(false);
  expect(isModuleFailure(undefined)).toBe(false);
});
