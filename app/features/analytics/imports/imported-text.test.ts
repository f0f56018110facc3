import { expect, test } from "vitest";
import { importedDaysText } from "./imported-text.ts";

test("a report says which figures imported days do not have", () => {
  const text = importedDaysText({ isUsed: true, unit: "day" });
  expect(text).toContain("with goals by name, but without conversions");
  expect(text).not.toContain("hour");
  expect(importedDaysText({ isUsed: true, unit: "hour" })).toContain("The chart by hour leaves them out.");
  expect(importedDaysText({ isUsed: false, unit: "hour" })).toMatch(/are left out\.$/);
});
