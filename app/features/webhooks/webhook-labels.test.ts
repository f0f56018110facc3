import { expect, test } from "vitest";
import { describeEvents, hasNoResult, reloadMs } from "./webhook-labels.ts";

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

test("a page does not reload when nothing will be sent", () => {
  expect(reloadMs(null)).toBeNull();
  expect(reloadMs({ ...waiting, endpointStatus: "paused" })).toBeNull();
  expect(reloadMs({ ...waiting, endpointStatus: "disabled" })).toBeNull();
  for (const status of ["delivered", "failed", "canceled"] as const)
    expect(reloadMs({ ...waiting, status, lastStatus: 204 })).toBeNull();
});

test("a delivery has a result once an attempt was answered or failed", () => {
  expect(hasNoResult({ ...waiting, attempts: 1 })).toBe(true);
  expect(hasNoResult({ ...waiting, lastStatus: 500 })).toBe(false);
  expect(hasNoResult({ ...waiting, lastError: "No response." })).toBe(false);
  expect(hasNoResult({ ...waiting, status: "delivered", lastStatus: 204 })).toBe(false);
});

test("events are described by group and name", () => {
  expect(describeEvents(["*"])).toBe("All events");
  expect(describeEvents(["kit.*", "payment.received"])).toBe("All kit events, payment.received");
});
