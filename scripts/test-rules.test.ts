import { expect, test } from "vitest";
import { testProblems } from "./test-rules.ts";

const journey = "tests/e2e/some.spec.ts";

test.each([
  ["a timer pause", "app/some.server.test.ts", ["await new Promise((resolve) => set", "Timeout(resolve, 300));"]],
  ["a promise-timer pause", "tests/some.test.ts", ["import { setTimeout as pause } from ", '"node:timers/promises";']],
  ["a journey without a product", journey, ["import { expect, te", 'st } from "@playwright/test";']],
  ["a retry of a journey", journey, ["test.describe.configure({ ret", "ries: 2 });"]],
  ["a limit of wall time", journey, ["expect(performance.now() - began).toBeLess", "Than(2_000);"]],
  ["a short limit of a poll", journey, ["expect.po", "ll(rows, { timeout: 10_000 })"]],
  ["a day without free times", journey, ["{ name: /fr", "ee times?$/ }"]],
  ["retries of all journeys", "playwright.config.ts", ["  ret", "ries: 1,"]],
])("%s is a problem", (_, file, parts) => {
  expect(testProblems(file, parts.join(""))).toHaveLength(1);
});

test("no retries, waits for a condition, and product code are accepted", () => {
  expect(testProblems("playwright.config.ts", ["  ret", "ries: 0,"].join(""))).toEqual([]);
  expect(testProblems(journey, "await expect.poll(rows).toBe(3);")).toEqual([]);
  expect(testProblems("app/platform/queues/jobs.server.ts", ["retr", "y: { limit: 4 }"].join(""))).toEqual([]);
});
