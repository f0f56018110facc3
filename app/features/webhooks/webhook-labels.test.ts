import { expect, test } from "vitest";
import { describeEvents, nextAttemptOf, reloadMs } from "./webhook-labels.ts";

const waiting = {
  ...{ status: "pending" as const, endpointStatus: "active" as const, attempts: 0 },
  ...{ lastStatus: null, lastError: null },
};

test("a page reloads every second until the first result, then every five seconds while the next attempt is near", () => {
  expect(reloadMs(waiting)).toBe(1000);
  expect(reloadMs({ ...waiting, attempts: 1 })).toBe(1000);
  expect(reloadMs({ ...waiting, attempts: 1, lastStatus: 500 })).toBe(5000);
  expect(reloadMs({ ...waiting, attempts: 2, lastError: "No response." })).toBe(5000);
  expect(reloadMs({ ...waiting, attempts: 3, lastStatus: 500 })).toBeNull();
});

test("a page does not reload if nothing will be sent", () => {
  expect(reloadMs(null)).toBeNull();
  expect(reloadMs({ ...waiting, endpointStatus: "paused" })).toBeNull();
  expect(reloadMs({ ...waiting, endpointStatus: "disabled" })).toBeNull();
  for (const status of ["delivered", "failed", "canceled"] as const)
    expect(reloadMs({ ...waiting, status, lastStatus: 204 })).toBeNull();
});

test("the next attempt is shown after a failure, only while the endpoint is active", () => {
  const nextAttemptAt = new Date("2026-03-02T15:05:00Z");
  const failed = { ...waiting, attempts: 1, lastStatus: 500, nextAttemptAt };
  expect(nextAttemptOf(failed)).toEqual(nextAttemptAt);
  expect(nextAttemptOf({ ...failed, lastStatus: null, lastError: "No response." })).toEqual(nextAttemptAt);
  expect(nextAttemptOf({ ...failed, lastStatus: null })).toBeNull();
  expect(nextAttemptOf({ ...failed, endpointStatus: "paused" })).toBeNull();
  expect(nextAttemptOf({ ...failed, endpointStatus: "disabled" })).toBeNull();
  expect(nextAttemptOf({ ...failed, status: "failed", nextAttemptAt: null })).toBeNull();
});

test("events are described by group and name", () => {
  expect(describeEvents(["*"])).toBe("All events");
  expect(describeEvents(["kit.*", "payment.received"])).toBe("All kit events, payment.received");
});
