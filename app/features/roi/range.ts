import type { Percentiles, Range } from "./analysis-shape.ts";
import { round2, round4 } from "./arithmetic.ts";
import { rampOf, runningCostOf, stackRampOf } from "./cash-flow.ts";
import { regulatedShare } from "./choice.ts";
import type { Project } from "./project.ts";
import { mulberry32, triangularInverse } from "./random.ts";

/** Stands for "not within three years" while payback times are sorted; later than any real one. */
const neverPaidBack = 999;

/**
 * Step 6 of the model: the spread of the figures over `draws` seeded draws. One draw takes its random numbers in a fixed
 * order: report bias, adoption, value capture, stack saving, cost overrun, then one share per process. The month loop is
 * that of `cash-flow.ts`, written out on flat arrays because it runs 10,000 times per analysis.
 */
export function drawRange(project: Project, draws: number, seed: number): Range {
  const columns = drawColumns(project, draws, seed);
  const nothingBuilt = project.scope.length === 0;
  const spread = (column: Float64Array, missing: (value: number) => boolean = () => false): Percentiles => {
    column.sort();
    const at = (share: number) => {
      const value = column[Math.max(0, Math.ceil(share * draws) - 1)]!;
      return missing(value) ? null : round2(value);
    };
    return [at(0.1), at(0.5), at(0.9)];
  };
  const positive = columns.netY1.reduce((count, net) => (net > 0 ? count + 1 : count), 0);
  return {
    hoursPerWeek: spread(columns.hoursPerWeek),
    annualValue: spread(columns.annualValue),
    netY1: spread(columns.netY1),
    roiY1: spread(columns.roiY1, () => nothingBuilt),
    payback: spread(columns.payback, (months) => months >= neverPaidBack),
    probPositiveY1: round4(positive / draws),
  };
}

function drawColumns(project: Project, draws: number, seed: number) {
  const { assumptions, internalUsd, yearlyHourUsd } = project;
  const { implementationUsd } = project.price;
  const yearlyOverlap = 12 * project.spend.overlapUsd;
  const months = monthTables(project);
  const horizon = assumptions.horizonMonths;
  const runningCostY1 = months.cost.slice(0, 12).reduce((sum, cost) => sum + cost, 0);
  const shares = shareTables(project);

  const random = mulberry32(seed);
  const reportBias = triangularInverse(assumptions.reportBias);
  const adoption = triangularInverse(assumptions.adoption);
  const capture = triangularInverse(assumptions.capture);
  const stackSaving = triangularInverse(assumptions.stackSaving);
  const overrun = triangularInverse(assumptions.overrun);

  const hoursPerWeek = new Float64Array(draws);
  const annualValue = new Float64Array(draws);
  const netY1 = new Float64Array(draws);
  const roiY1 = new Float64Array(draws);
  const payback = new Float64Array(draws);

  for (let draw = 0; draw < draws; draw += 1) {
    const bias = reportBias(random());
    const adopted = adoption(random());
    const captured = capture(random());
    const saved = stackSaving(random());
    const dearer = overrun(random());
    let automatable = 0;
    for (let index = 0; index < shares.hours.length; index += 1) {
      const uniform = random();
      const hours = shares.hours[index]!;
      if (hours === 0) continue;
      automatable += hours * shares.inverse[index]!(uniform) * shares.frequency[index]! * shares.regulated;
    }
    const hours = automatable * adopted * bias;
    const labourUsd = hours * captured * yearlyHourUsd;
    const stackUsd = yearlyOverlap * saved;
    const outlay = implementationUsd * dearer + internalUsd;

    const labourMonth = labourUsd / 12;
    const stackMonth = stackUsd / 12;
    let benefitY1 = 0;
    let balance = -outlay;
    let paidBackAfter = neverPaidBack;
    for (let month = 0; month < horizon; month += 1) {
      if (month >= 12 && (paidBackAfter !== neverPaidBack || implementationUsd <= 0)) break;
      const benefit = labourMonth * months.ramp[month]! + stackMonth * months.stackRamp[month]!;
      if (month < 12) benefitY1 += benefit;
      const net = benefit - months.cost[month]!;
      if (paidBackAfter === neverPaidBack && implementationUsd > 0 && balance + net >= 0)
        paidBackAfter = month + -balance / net;
      balance += net;
    }
    const costY1 = outlay + runningCostY1;
    const net = benefitY1 - costY1;
    hoursPerWeek[draw] = hours;
    annualValue[draw] = labourUsd + stackUsd;
    netY1[draw] = net;
    roiY1[draw] = outlay === 0 ? 0 : (net / costY1) * 100;
    payback[draw] = paidBackAfter;
  }
  return { hoursPerWeek, annualValue, netY1, roiY1, payback };
}

function monthTables({ assumptions, buildMonths, price }: Project) {
  const plan = { buildMonths, implementationUsd: price.implementationUsd, withRetainer: true };
  const table = (amountIn: (month: number) => number) =>
    Float64Array.from({ length: assumptions.horizonMonths }, (_, index) => amountIn(index + 1));
  return {
    ramp: table((month) => rampOf(month, buildMonths, assumptions)),
    stackRamp: table((month) => stackRampOf(month, assumptions)),
    cost: table((month) => runningCostOf(month, plan, assumptions)),
  };
}

function shareTables({ assumptions, processes, addressed, company }: Project) {
  return {
    hours: Float64Array.from(addressed),
    frequency: Float64Array.from(processes, (process) => assumptions.frequency[process.frequency]),
    inverse: processes.map((process) => triangularInverse(assumptions.automatable[process.activity])),
    regulated: regulatedShare(company, assumptions),
  };
}
