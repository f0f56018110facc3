import { getSampleAnalysis } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";

export type ExampleFigures = ReturnType<typeof exampleFigures>;

/** Headline figures of the example firm: hours a week, USD a year (low, expected, high), USD, both ways to buy. */
export const exampleFigures = () => {
  figures ??= computeFigures();
  return figures;
};

/** Cached: the same for every visitor, and ten thousand draws are costly. */
let figures: ReturnType<typeof computeFigures> | undefined;

function computeFigures() {
  const {
    hoursSavedPerWeek,
    annualValue,
    base,
    projectOnly,
    implementationCost,
    returnMultiple,
    range,
    flags,
    working,
  } = getSampleAnalysis();
  const [low, , high] = range.annualValue;
  const byQuarter = (balance: readonly number[]) => balance.filter((_, month) => month % 3 === 0).map(Math.round);
  return {
    people: exampleFirm.company.employees,
    processes: exampleFirm.processes.length,
    tools: exampleFirm.stack.length,
    hoursPerWeek: hoursSavedPerWeek,
    annualValue: { low: low!, expected: annualValue, high: high! },
    projectUsd: implementationCost,
    multiple: returnMultiple,
    flags,
    ways: {
      project: { payback: projectOnly.payback, roiY1: projectOnly.roiY1 },
      "project+retainer": { payback: base.payback, roiY1: base.roiY1 },
    },
    /** Running balance at the start and after each quarter, USD. */
    balance: {
      project: byQuarter(working.cumulative.projectOnly),
      "project+retainer": byQuarter(working.cumulative.base),
    },
  };
}
