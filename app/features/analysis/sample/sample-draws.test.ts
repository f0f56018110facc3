import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { drawnPart, fromDraws } from "./sample-draws.ts";

test("the draws in the page give the whole analysis of the example firm", () => {
  const whole = analyze(exampleFirm);
  expect(fromDraws(JSON.parse(JSON.stringify(drawnPart(whole))))).toEqual(whole);
});
