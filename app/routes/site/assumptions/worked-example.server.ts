import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze, analyzeBase } from "#app/features/roi/roi.ts";
import { adviceOf } from "#app/features/roi/wording/advice.ts";

export type WorkedExample = ReturnType<typeof workedExample>;

/** The analysis of the example firm with the figures between its steps: hours a week, USD, shares. */
export function workedExample() {
  const analysis = analyze(exampleFirm);
  const { adoption, reportBias, capture, yearlyHourUsd } = analysis.working.chain;
  const [lowUsd, , highUsd] = analysis.range.annualValue;
  const inScope = analysis.opportunities.filter((opportunity) => opportunity.inScope);
  return {
    people: exampleFirm.company.employees,
    processes: exampleFirm.processes.length,
    tools: exampleFirm.stack.length,
    chosen: analysis.opportunities.map(({ id }) => id),
    inScope: inScope.length,
    hours: {
      manual: analysis.manualHoursPerWeek,
      addressed: analysis.addressedHoursPerWeek,
      automatable: analysis.hoursSavedPerWeek / (adoption * reportBias),
      saved: analysis.hoursSavedPerWeek,
      valued: analysis.hoursSavedPerWeek * capture,
    },
    adoption,
    reportBias,
    capture,
    yearlyHourUsd,
    hourUsd: exampleFirm.company.hourlyCost,
    labourUsd: analysis.annualLabourValue,
    stackUsd: analysis.annualStackSavings,
    annualUsd: analysis.annualValue,
    overlapUsd: analysis.overlapMonthly,
    lowUsd: lowUsd!,
    highUsd: highUsd!,
    priceUsd: analysis.implementationCost,
    internalUsd: analysis.internalCost,
    buildMonths: analysis.buildMonths,
    multiple: analysis.returnMultiple,
    withRetainer: { payback: analysis.base.payback, roiY1: analysis.base.roiY1 },
    projectOnly: { payback: analysis.projectOnly.payback, roiY1: analysis.projectOnly.roiY1 },
    odds: { withRetainer: analysis.range.probPositiveY1, projectOnly: analysis.projectRange.probPositiveY1 },
    upkeepUsd: analysis.ownUpkeepMonthly,
    strongest: analysis.tornado[0]!,
    advice: adviceOf(analysis),
    plan: analysis.plan.phases.map(({ fromDay, toDay, items }) => ({ fromDay, toDay, items: items.length })),
  };
}

/** What the model returns for the example firm at other totals of manual hours a week, shared out as its own are. */
export function hoursByManualHours() {
  const own = exampleFirm.processes.reduce((sum, { hours, people }) => sum + hours * people, 0);
  const totals = [
    40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120, 125, 130, 135, 140, 145, 150,
  ];
  return totals.map((manual) => {
    const processes = exampleFirm.processes.map((process) => ({ ...process, hours: (process.hours * manual) / own }));
    const { hoursSavedPerWeek, returnMultiple } = analyzeBase({ ...exampleFirm, processes });
    return { manual, saved: hoursSavedPerWeek, multiple: returnMultiple ?? 0 };
  });
}
