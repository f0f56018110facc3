import { expect, test } from "vitest";
import { exampleFirm } from "../inputs/example-firm.ts";
import { analyze } from "../roi.ts";
import { type Advised, adviceOf, adviceTitle, drawsText } from "./advice.ts";

const example = analyze(exampleFirm);

/** The example with different odds and medians, each way given as [probability, median three-year value]. */
function advised(project: [number, number], retainer: [number, number], change: Partial<Advised> = {}) {
  const way = <Range extends Advised["projectRange"]>(range: Range, [odds, npv]: [number, number]): Range => ({
    ...range,
    probPositiveY1: odds,
    npv3: [npv - 9000, npv, npv + 9000],
  });
  return adviceOf({
    ...example,
    projectRange: way(example.projectRange, project),
    range: way(example.range, retainer),
    ...change,
  });
}

test("advice to build names odds and median of both ways", () => {
  expect(adviceOf(example)).toEqual({
    kind: "project",
    title: "Build it, without the retainer",
    reason:
      "The project alone ends the first year above zero in 99% of the runs and has a median three-year value of $88,300; with the retainer it is 75% of the runs and $73,100.",
    measure: [],
  });
  const retained = advised([0.92, 190_000], [0.81, 204_000], { recommendation: "project+retainer" });
  expect(retained.reason).toBe(
    "The project with the retainer ends the first year above zero in 81% of the runs and has a median three-year value of $204,000; without the retainer it is 92% of the runs and $190,000.",
  );
});

test("not-clear states the shortfall and what to measure", () => {
  const open = advised([0.47, 4000], [0.01, -30_000], { recommendation: "not-clear" });
  expect(open.title).toBe("Not clear yet: measure for two weeks");
  expect(open.reason).toBe(
    "The project alone ends the first year above zero in 47% of the runs, with the retainer in 1% of the runs; our threshold is 60%. Measure how many cases follow a fixed rule and what your team would do with the freed hours for two weeks, then calculate again.",
  );
  expect(open.measure).toHaveLength(2);
  const assumed = advised([0.47, 4000], [0, -30_000], { recommendation: "not-clear", flags: ["hours_assumed"] });
  expect(assumed.measure[0]).toBe("the hours that each process really takes");
});

test("a share just below a threshold is never printed as the threshold", () => {
  expect(advised([0.5961, 10], [0, -9]).reason).toContain("59.6%");
  expect([1, 0.9974, 0.9949, 0.75, 0.6, 0.5999, 0.3999, 0.0026, 0].map(drawsText)).toEqual([
    "all of the runs",
    "9,974 of the 10,000 runs",
    "99% of the runs",
    "75% of the runs",
    "60% of the runs",
    "59.9% of the runs",
    "39.9% of the runs",
    "26 of the 10,000 runs",
    "none of the runs",
  ]);
});

test("without any confirmed hours there is no verdict", () => {
  const processes = exampleFirm.processes.map((process) => ({ ...process, assumed: true }));
  const assumed = analyze({ ...exampleFirm, processes });
  expect(adviceOf(assumed)).toMatchObject({ kind: "hours-needed", title: "No verdict yet: we need real hours" });
  const [first, ...rest] = processes;
  const answered = analyze({ ...exampleFirm, processes: [{ ...first!, assumed: false }, ...rest] });
  expect(adviceOf(answered).kind).toBe("project");
});

test("without a project the kit is offered, with the reason", () => {
  const none = analyze({ ...exampleFirm, processes: [] });
  expect(adviceOf(none)).toMatchObject({ kind: "starter-kit", title: "Not worth automating yet" });
  expect(adviceOf(none).reason).toMatch(/no manual hours .* free starter kit/);
  const small = analyze({ ...exampleFirm, processes: [{ ...exampleFirm.processes[0]!, hours: 0.5, people: 2 }] });
  expect(adviceOf(small).reason).toMatch(/earn back its price within 12 months .* free starter kit/);
  const poor = advised([0.2, -4000], [0, -30_000], { recommendation: "starter-kit" });
  expect(poor.reason).toMatch(
    /20% of the runs, with the retainer in none of the runs; we recommend a project from 60%/,
  );
});

test("an analysis of model 1.0 keeps its recommendation and states the model version", () => {
  const earlier = analyze(exampleFirm, { model: "1.0" });
  expect(adviceTitle(earlier)).toBe("Model 1.0: project with the retainer");
  expect(adviceOf(earlier).reason).toMatch(/^Model 1\.0 decided by the expected first year alone: \$7,200 with/);
});
