import { expect, test } from "vitest";
import { mail } from "#tests/fixtures/running-sequences.ts";
import { emptyDefinition, type Step } from "./definition.ts";
import { doneIn, versionChanges } from "./version-changes.ts";

const of = (...steps: Step[]) => ({ ...emptyDefinition, steps });
const [one, two, three] = [mail("one"), mail("two", 2), mail("three", 4)];

test("the difference of two versions names each step and what changed in it", () => {
  expect(versionChanges(of(one, two), of(one, two))).toEqual([]);
  const other = {
    ...two,
    delay: { amount: 3, unit: "days" as const },
    mail: { ...(two as never as { mail: object }).mail, subject: "New" },
  };
  expect(versionChanges(of(one, two), { ...of(other as Step, three), goal: "payment" })).toEqual([
    "Step “one” is removed.",
    "Step “two” has the subject “New”.",
    "Step “two” has another delay.",
    "Step “three” is new.",
    "The goal is “Payment received” instead of “Call booked”.",
  ]);
  expect(versionChanges(of(one, two), of(two, one))).toEqual(["The steps have another order."]);
});

test("a moved person continues after the last step done in both: nothing is repeated, nothing before it is added", () => {
  expect(doneIn(of(one, two), 0, of(three, one))).toBe(0);
  expect(doneIn(of(one, two), 1, of(three, one, two))).toBe(2);
  expect(doneIn(of(one, two), 2, of(two, one, three))).toBe(2);
  expect(doneIn(of(one), 1, of(two))).toBe(0);
});
