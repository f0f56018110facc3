import { expect, test } from "vitest";
import { missedTargets } from "./missed-targets.ts";

test("a benchmark reports its missed targets in either form", () => {
  expect(missedTargets({ targets: { "account >= 450/s": false, "home >= 2,000/s": true } })).toEqual([
    "account >= 450/s",
  ]);
  expect(missedTargets({ below: ["/admin: p95 900 ms"] })).toEqual(["/admin: p95 900 ms"]);
  expect(missedTargets({})).toEqual([]);
});
