import { expect, test } from "vitest";
import { analyzeBase } from "../roi.ts";
import { randomInputs } from "../vectors/random-inputs.ts";
import { flagLabels } from "./flag-labels.ts";

test("every flag has a sentence", () => {
  const flags = randomInputs(200, 11).flatMap((input) => analyzeBase(input).flags);
  for (const flag of flags) expect(flagLabels(flag).sentence).toMatch(/\.$/);
});

test("the limited-people flag names the process", () => {
  expect(flagLabels("people_capped:a:b / c\\d").sentence).toBe(
    "“a:b / c\\d” names more people than the company employs; it is counted with the number of employees.",
  );
});
