import { analyze } from "#app/features/roi/analysis.ts";
import { exampleFirm } from "#app/features/roi/example-firm.ts";

export type ExampleFigures = ReturnType<typeof exampleFigures>;

/** The headline figures of the example firm: hours a week, USD a year (low, expected, high), months, USD. */
export const exampleFigures = () => {
  figures ??= computeFigures();
  return figures;
};

/** The same for every visitor, and ten thousand draws are worth keeping. */
let figures: ReturnType<typeof computeFigures> | undefined;

function computeFigures() {
  const { hoursSavedPerWeek, annualValue, projectOnly, implementationCost, range } = analyze(exampleFirm);
  const [low, , high] = range.annualValue;
  return {
    people: exampleFirm.company.employees,
    hoursPerWeek: hoursSavedPerWeek,
    annualValue: { low: low!, expected: annualValue, high: high! },
    paybackMonths: projectOnly.payback,
    projectUsd: implementationCost,
  };
}
