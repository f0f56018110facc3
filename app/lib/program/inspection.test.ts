import { expect, test } from "vitest";
import { inspectionAlert, inspectionScore } from "./inspection.ts";

const nothing = { windowGapPx: 0, debuggerMs: 0, hasFirebug: false, isInspected: false };

test("every sign has the specified weight above its threshold", () => {
  expect(inspectionScore(nothing)).toBe(0);
  expect(inspectionScore({ ...nothing, windowGapPx: 250, debuggerMs: 100 })).toBe(0);
  expect(inspectionScore({ ...nothing, windowGapPx: 251 })).toBe(30);
  expect(inspectionScore({ ...nothing, debuggerMs: 101 })).toBe(40);
  expect(inspectionScore({ ...nothing, hasFirebug: true })).toBe(20);
  expect(inspectionScore({ ...nothing, isInspected: true })).toBe(30);
});

test("no two signs raise the alarm; three with sufficient weight do", () => {
  expect(inspectionScore({ ...nothing, windowGapPx: 300, debuggerMs: 150 })).toBeLessThan(inspectionAlert);
  expect(inspectionScore({ ...nothing, debuggerMs: 150, isInspected: true })).toBeLessThan(inspectionAlert);
  expect(inspectionScore({ ...nothing, hasFirebug: true, debuggerMs: 150, isInspected: true })).toBe(90);
  expect(inspectionScore({ windowGapPx: 300, debuggerMs: 150, hasFirebug: false, isInspected: true })).toBe(100);
});
