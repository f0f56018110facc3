import { expect, test } from "vitest";
import { browserNamed } from "#app/features/analytics/imports/fact-names.ts";
import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import { ruleLabel } from "#app/features/security/security-log/security-kinds.ts";
import { ownValue } from "./own-value.ts";

test("names that every object inherits have no value", () => {
  expect(["a", "constructor", "__proto__", "toString"].map((name) => ownValue({ a: 1 }, name))).toEqual([
    1,
    ...Array(3).fill(undefined),
  ]);
});

test.each(["constructor", "__proto__"])("the name %s from outside is shown as it is", (name) => {
  expect([browserNamed(name), ruleLabel(name), valueLabel("channel", name), valueLabel(name, name)]).toEqual(
    Array(4).fill(name),
  );
});
