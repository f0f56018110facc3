import { expect, test } from "vitest";
import { exampleFirm } from "../inputs/example-firm.ts";
import { analyze } from "../roi.ts";
import { formatMonths, formatMultiple, formatPercent } from "./figures.ts";
import { returnSentences } from "./return-sentences.ts";

test("the returns of the example firm are stated for both ways to buy, next to the multiple of the claim", () => {
  const { base, projectOnly, returnMultiple, flags } = analyze(exampleFirm);
  const said = returnSentences({
    multiple: returnMultiple,
    flags,
    ways: { project: projectOnly, "project+retainer": base },
  });
  expect(said.payback).toContain(formatMonths(projectOnly.payback));
  expect(said.payback).toContain(`with the retainer in ${formatMonths(base.payback)}`);
  expect(said.strict).toContain(`${formatPercent(projectOnly.roiY1!)} for the project alone`);
  expect(said.strict).toContain(`${formatPercent(base.roiY1!)} with the retainer`);
  expect(said.multiple).toContain(formatMultiple(returnMultiple, flags));
  expect(said.multiple).toContain("3-5x ROI in the first year");
  expect(returnMultiple).toBeGreaterThanOrEqual(3);
  expect(returnMultiple).toBeLessThanOrEqual(5);
});

test("a way without payback is named as such, and a return over tenfold is not printed", () => {
  const said = returnSentences({
    multiple: 12,
    flags: ["show_as_over_10x"],
    ways: { project: { payback: 2, roiY1: 900 }, "project+retainer": { payback: null, roiY1: 1200 } },
  });
  expect(said.payback).toContain("not within 36 months");
  expect(said.strict).not.toContain("1200");
  expect(said.multiple).not.toContain("12");
});
