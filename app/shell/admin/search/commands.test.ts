import { expect, test } from "vitest";
import { findCommands } from "./commands.ts";

test.each([
  ["audit lgo", "Audit log"],
  ["users", "Users"],
  ["history", "Audit log"],
])("%j finds the page %s", (typed, label) => {
  expect(findCommands(typed, "owner").pages[0]?.label).toBe(label);
});

test("signs and emoji alone find neither pages nor actions", () => {
  for (const typed of ["🚀", "?!", "—"]) expect(findCommands(typed, "owner")).toEqual({ actions: [], pages: [] });
});

test.each([
  ["new prospect", "Add a prospect"],
  ["add prospct", "Add a prospect"],
  ["sign out", "Sign out"],
  ["log out", "Sign out"],
  ["import", "Import prospects"],
  ["csv", "Import prospects"],
  ["new issue", "Write a newsletter issue"],
])("%j finds the action %s", (typed, label) => {
  expect(findCommands(typed, "owner").actions[0]?.label).toBe(label);
});
