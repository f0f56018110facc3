import type { TornadoBar, Way } from "../analysis-shape.ts";
import { mean, type ThreePoint } from "../inputs/parameters.ts";
import { round2 } from "../model/arithmetic.ts";
import { cashFlow } from "../model/cash-flow.ts";
import { automatableHours, type Project } from "../model/project.ts";

interface Turn {
  automatable?: (share: ThreePoint) => number;
  adoption?: number;
  capture?: number;
  reportBias?: number;
  hourlyCost?: number;
  overrun?: number;
  stackSaving?: number;
  delayMonths?: number;
}

const low = ([value]: ThreePoint) => value;
const high = ([, , value]: ThreePoint) => value;

/** Step 7: first-year net of one way with one assumption at a time at its low and high; widest bar first, scope fixed. */
export function tornado(project: Project, way: Way): TornadoBar[] {
  const { adoption, capture, reportBias, overrun, stackSaving } = project.assumptions;
  const net = (turn: Turn) => firstYearNet(project, way, turn);
  const bars: TornadoBar[] = [
    { name: "automatable share", low: net({ automatable: low }), high: net({ automatable: high }) },
    { name: "adoption", low: net({ adoption: low(adoption) }), high: net({ adoption: high(adoption) }) },
    { name: "value capture", low: net({ capture: low(capture) }), high: net({ capture: high(capture) }) },
    { name: "reported hours", low: net({ reportBias: low(reportBias) }), high: net({ reportBias: high(reportBias) }) },
    { name: "hourly cost -/+20%", low: net({ hourlyCost: 0.8 }), high: net({ hourlyCost: 1.2 }) },
    {
      name: project.assumptions.version === "1.0" ? "cost overrun" : "final quote",
      low: net({ overrun: high(overrun) }),
      high: net({ overrun: low(overrun) }),
    },
    {
      name: "stack savings",
      low: net({ stackSaving: low(stackSaving) }),
      high: net({ stackSaving: high(stackSaving) }),
    },
    { name: "go-live delay +2 months", low: net({ delayMonths: 2 }), high: net({}) },
  ];
  const width = (bar: TornadoBar) => Math.abs(bar.high - bar.low);
  return bars
    .sort((one, other) => width(other) - width(one))
    .map((bar) => ({ name: bar.name, low: round2(bar.low), high: round2(bar.high) }));
}

function firstYearNet(project: Project, way: Way, turn: Turn): number {
  const { assumptions } = project;
  const hourlyCost = turn.hourlyCost ?? 1;
  const plan = {
    labourUsd:
      automatableHours(project, turn.automatable) *
      (turn.adoption ?? mean(assumptions.adoption)) *
      (turn.reportBias ?? mean(assumptions.reportBias)) *
      (turn.capture ?? mean(assumptions.capture)) *
      project.yearlyHourUsd *
      hourlyCost,
    stackUsd: 12 * project.spend.overlapUsd * (turn.stackSaving ?? mean(assumptions.stackSaving)),
    implementationUsd: project.price.implementationUsd * (turn.overrun ?? assumptions.expectedOverrun),
    internalUsd: project.internalUsd * hourlyCost,
    buildMonths: project.buildMonths + (turn.delayMonths ?? 0),
    upkeepUsd: way === "project" ? project.upkeepUsd * hourlyCost : null,
  };
  return cashFlow(plan, assumptions).netY1;
}
