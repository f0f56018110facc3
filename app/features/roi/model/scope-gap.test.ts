import { expect, test } from "vitest";
import { formatUsd } from "#app/lib/money.ts";
import type { LaterItem } from "../analysis-shape.ts";
import { activityLabels, focusLabels } from "../inputs/input-labels.ts";
import { analyzeBase } from "../roi.ts";
import { randomInputs } from "../vectors/random-inputs.ts";

const items = randomInputs(600, 9).flatMap((input) => analyzeBase(input).plan.later);
const such = (matches: (item: LaterItem) => boolean): LaterItem[] => {
  const found = items.filter(matches);
  expect(found.length).toBeGreaterThan(0);
  return found;
};

test("the sentence of a later automation says what it is worth, or that no hours fall to it", () => {
  for (const { sentence } of such((item) => item.annualValue > 0))
    expect(sentence).toMatch(/^Worth \$.+ a year at your hours; /);
  for (const { sentence } of such((item) => item.annualValue === 0))
    expect(sentence).toMatch(/^It covers none of your manual hours yet; /);
});

test("the sentence names the way into scope that needs least: tools, then hours, then an hourly cost", () => {
  const ending = ({ sentence }: LaterItem) => sentence.slice(sentence.indexOf(". ") + 2);
  const tool = "an? [^,]+";
  const tools = [`${tool} in place`, `${tool} and ${tool} in place`, `${tool}, ${tool} and ${tool} in place`];
  for (const [index, pattern] of tools.entries())
    for (const item of such((one) => one.toolsSuffice && one.missingTools.length === index + 1)) {
      expect(ending(item)).toMatch(new RegExp(`^With ${pattern} it would be in scope`));
      expect(new Set(ending(item).match(/\ban? \w+/g)).size).toBe(index + 1);
    }
  for (const item of such(({ toolsSuffice, moreHours }) => !toolsSuffice && moreHours !== null)) {
    const { hoursPerWeek, activity, area } = item.moreHours!;
    const work = `${activityLabels[activity].toLowerCase()}, daily, in ${focusLabels[area]}.`;
    expect(ending(item)).toBe(`About ${hoursPerWeek.toFixed(1)} h/wk more of this work would be enough: ${work}`);
  }
  const withoutHours = ({ toolsSuffice, moreHours }: LaterItem) => !toolsSuffice && moreHours === null;
  for (const item of such((item) => withoutHours(item) && item.hourlyCostNeeded !== null))
    expect(ending(item)).toContain(`, or a cost of ${formatUsd(item.hourlyCostNeeded!)} per hour.`);
  for (const item of such((item) => withoutHours(item) && item.hourlyCostNeeded === null))
    expect(ending(item)).toBe("That would take more hours than the model counts for a company of your size.");
});
