import { expect, test } from "vitest";
import { mail } from "#tests/fixtures/running-sequences.ts";
import { emptyDefinition, type Step } from "./definition.ts";
import { doneIn } from "./version-changes.ts";

const of = (...steps: Step[]) => ({ ...emptyDefinition, steps });
const [one, two, three] = [mail("one"), mail("two", 2), mail("three", 4)];

test("a moved person continues after the last step done in both: nothing is repeated, nothing before it is added", () => {
  expect(doneIn(of(one, two), 0, of(three, one))).toBe(0);
  expect(doneIn(of(one, two), 1, of(three, one, two))).toBe(2);
  expect(doneIn(of(one, two), 2, of(two, one, three))).toBe(2);
  expect(doneIn(of(one), 1, of(two))).toBe(0);
});
