import { expect, test } from "vitest";
import type { CashFlow, Way } from "../analysis-shape.ts";
import { models } from "../inputs/parameters.ts";
import { projectOf } from "../model/project.ts";
import { randomInputs } from "../vectors/random-inputs.ts";
import { betterWay, recommend } from "./recommendation.ts";

const projects = randomInputs(40, 42).map((input) => projectOf(input));
const built = projects.find(({ scope }) => scope.length > 0)!;
const nothing = projects.find(({ scope }) => scope.length === 0)!;

type Odds = [probability: number, median: number];
const oddsOf = (project: Odds, retainer: Odds) => ({
  project: { way: "project" as const, probPositiveY1: project[0], medianNpv3: project[1] },
  "project+retainer": { way: "project+retainer" as const, probPositiveY1: retainer[0], medianNpv3: retainer[1] },
});
const flow = (netY1: number): CashFlow => ({
  ...{ netY1, benefitY1: 0, costY1: 0, roiY1: null, payback: null, npv3: 0, roi3: null },
});
const flowsOf = (project: number, retainer: number): Record<Way, CashFlow> => ({
  project: flow(project),
  "project+retainer": flow(retainer),
});
const advised = (project: Odds, retainer: Odds) => recommend(built, oddsOf(project, retainer), flowsOf(1, 1));

test("a way is recommended from 60% of positive first years, if its median value is above zero", () => {
  expect(advised([0.6, 1], [0, -1])).toBe("project");
  expect(advised([0.5999, 1], [0, -1])).toBe("not-clear");
  expect(advised([0.6, 0], [0, -1])).toBe("not-clear");
  expect(advised([0, -1], [0.6, 1])).toBe("project+retainer");
});

test("of two clear ways the better median wins, and the project alone at equal medians", () => {
  expect(advised([0.9, 100], [0.6, 101])).toBe("project+retainer");
  expect(advised([0.6, 101], [0.9, 100])).toBe("project");
  expect(advised([0.6, 100], [0.9, 100])).toBe("project");
  expect(betterWay(oddsOf([0, 100], [1, 100]))).toBe("project");
  expect(betterWay(oddsOf([1, 100], [0, 101]))).toBe("project+retainer");
});

test("a way that is not clear is open from 40%, below that the kit is advised", () => {
  expect(advised([0.4, -1], [0, -1])).toBe("not-clear");
  expect(advised([0, -1], [0.4, -1])).toBe("not-clear");
  expect(advised([0.3999, -1], [0.3999, -1])).toBe("starter-kit");
});

test("with nothing in scope the kit is advised, even if the overlap of tools alone pays", () => {
  expect(recommend(nothing, oddsOf([1, 100], [1, 100]), flowsOf(1, 1))).toBe("starter-kit");
});

test("model 1.0 advises by the sign of the first year, the retainer first", () => {
  const old = { ...built, assumptions: models["1.0"] };
  const bySign = (project: number, retainer: number) =>
    recommend(old, oddsOf([0, 0], [0, 0]), flowsOf(project, retainer));
  expect(bySign(2, 1)).toBe("project+retainer");
  expect(bySign(1, 0)).toBe("project");
  expect(bySign(0, 0)).toBe("starter-kit");
});
