import type { Percentiles, Range, Way, WayRange } from "../analysis-shape.ts";
import { round2, round4 } from "../model/arithmetic.ts";
import { keptOf, rampOf, runningCostOf, stackRampOf } from "../model/cash-flow.ts";
import { assumedHoursOf, regulatedShare } from "../model/choice.ts";
import type { Project } from "../model/project.ts";
import { mulberry32, triangularInverse } from "./random.ts";

/** Sorts after every real payback; printed as "not within three years". */
const neverPaidBack = 999;

export interface WayOdds {
  way: Way;
  probPositiveY1: number;
  medianNpv3: number;
}

export interface DrawnRanges {
  range: Range;
  projectRange: WayRange;
  odds: Record<Way, WayOdds>;
}

/**
 * Step 6 of the model: the spread of the figures over `draws` seeded draws, for both ways. One draw takes its random
 * numbers in a fixed order: report bias, adoption, value capture, stack saving, error of the estimate, then per process
 * its share and, if its hours are assumed, their factor.
 */
export function drawRange(project: Project, draws: number, seed: number): DrawnRanges {
  const columns = drawColumns(project, draws, seed);
  const nothingBuilt = project.scope.length === 0;
  const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => Math.max(0, Math.ceil(share * draws) - 1)) as Ranks;
  const spread = (column: Float64Array, isMissing: (value: number) => boolean = () => false): Percentiles => {
    column.sort();
    return [p10, p50, p90].map((rank) => (isMissing(column[rank]!) ? null : round2(column[rank]!))) as Percentiles;
  };
  const rangeOf = ({ netY1, roiY1, payback, npv3 }: WayColumns, way: Way): [WayRange, WayOdds] => {
    let positive = 0;
    for (const net of netY1) if (net > 0) positive += 1;
    const range = {
      netY1: spread(netY1),
      roiY1: spread(roiY1, () => nothingBuilt),
      payback: spread(payback, (months) => months >= neverPaidBack),
      npv3: spread(npv3),
      probPositiveY1: round4(positive / draws),
    };
    return [range, { way, probPositiveY1: positive / draws, medianNpv3: npv3[p50]! }];
  };
  const [range, withRetainer] = rangeOf(columns.withRetainer, "project+retainer");
  const [projectRange, projectAlone] = rangeOf(columns.projectOnly, "project");
  return {
    range: { hoursPerWeek: spread(columns.hoursPerWeek), annualValue: spread(columns.annualValue), ...range },
    projectRange,
    odds: { "project+retainer": withRetainer, project: projectAlone },
  };
}

type Ranks = [p10: number, p50: number, p90: number];

interface WayColumns {
  netY1: Float64Array;
  roiY1: Float64Array;
  payback: Float64Array;
  npv3: Float64Array;
}

function drawColumns(project: Project, draws: number, seed: number) {
  const { assumptions, internalUsd, yearlyHourUsd } = project;
  const { implementationUsd } = project.price;
  const yearlyOverlap = 12 * project.spend.overlapUsd;
  const shares = shareTables(project);

  const random = mulberry32(seed);
  const reportBias = triangularInverse(assumptions.reportBias);
  const adoption = triangularInverse(assumptions.adoption);
  const capture = triangularInverse(assumptions.capture);
  const stackSaving = triangularInverse(assumptions.stackSaving);
  const overrun = triangularInverse(assumptions.overrun);

  const hoursPerWeek = new Float64Array(draws);
  const annualValue = new Float64Array(draws);
  const withRetainer = columnsOf(draws);
  const projectOnly = columnsOf(draws);
  const ways = [
    { columns: withRetainer, months: monthTables(project, null) },
    { columns: projectOnly, months: monthTables(project, project.upkeepUsd) },
  ];

  for (let draw = 0; draw < draws; draw += 1) {
    const bias = reportBias(random());
    const adopted = adoption(random());
    const captured = capture(random());
    const saved = stackSaving(random());
    const dearer = overrun(random());
    let automatable = 0;
    for (let index = 0; index < shares.hours.length; index += 1) {
      const uniform = random();
      const factor = shares.factor[index]!;
      const uniformFactor = factor === null ? 0 : random();
      const hours = shares.hours[index]!;
      if (hours === 0) continue;
      const trueShare = factor === null ? 1 : factor(uniformFactor);
      automatable += hours * shares.inverse[index]!(uniform) * trueShare * shares.frequency[index]! * shares.regulated;
    }
    const hours = automatable * adopted * bias;
    const labourUsd = hours * captured * yearlyHourUsd;
    const stackUsd = yearlyOverlap * saved;
    const outlay = implementationUsd * dearer + internalUsd;
    hoursPerWeek[draw] = hours;
    annualValue[draw] = labourUsd + stackUsd;

    const labourMonth = labourUsd / 12;
    const stackMonth = stackUsd / 12;
    for (const { columns, months } of ways) {
      const costY1 = outlay + months.costY1;
      const net = labourMonth * months.labourY1 + stackMonth * months.stackY1 - costY1;
      columns.netY1[draw] = net;
      columns.roiY1[draw] = (net / costY1) * 100;
      columns.npv3[draw] = labourMonth * months.labourNpv + stackMonth * months.stackNpv - months.costNpv - outlay;
      columns.payback[draw] =
        implementationUsd > 0 ? paybackOf(months, labourMonth, stackMonth, outlay) : neverPaidBack;
    }
  }
  return { hoursPerWeek, annualValue, withRetainer, projectOnly };
}

function paybackOf({ labour, stack, cost }: MonthTables, labourMonth: number, stackMonth: number, outlay: number) {
  let balance = -outlay;
  for (let month = 0; month < labour.length; month += 1) {
    const net = labourMonth * labour[month]! + stackMonth * stack[month]! - cost[month]!;
    if (balance + net >= 0) return month + -balance / net;
    balance += net;
  }
  return neverPaidBack;
}

const columnsOf = (draws: number): WayColumns => ({
  netY1: new Float64Array(draws),
  roiY1: new Float64Array(draws),
  payback: new Float64Array(draws),
  npv3: new Float64Array(draws),
});

interface MonthTables {
  /** Per month: share of the labour value, share of the stack saving, running cost in USD. */
  labour: Float64Array;
  stack: Float64Array;
  cost: Float64Array;
  labourY1: number;
  stackY1: number;
  costY1: number;
  /** Sums over three years, each year discounted to its end. */
  labourNpv: number;
  stackNpv: number;
  costNpv: number;
}

/** The first year and the present value are linear in the drawn amounts, so their sums over the months are computed once. */
function monthTables({ assumptions, buildMonths, price }: Project, upkeepUsd: number | null): MonthTables {
  const plan = { buildMonths, implementationUsd: price.implementationUsd, upkeepUsd };
  const table = (amountIn: (month: number) => number) =>
    Float64Array.from({ length: assumptions.horizonMonths }, (_, index) => amountIn(index + 1));
  const labour = table((month) => rampOf(month, buildMonths, assumptions) * keptOf(month, plan, assumptions));
  const stack = table((month) => stackRampOf(month, assumptions));
  const cost = table((month) => runningCostOf(month, plan, assumptions));
  const firstYear = (amounts: Float64Array) => sum(amounts.subarray(0, 12));
  const presentValue = (amounts: Float64Array) => {
    let value = 0;
    for (let year = 0; year * 12 < amounts.length; year += 1)
      value += sum(amounts.subarray(year * 12, year * 12 + 12)) / (1 + assumptions.discount) ** (year + 1);
    return value;
  };
  return {
    labour,
    stack,
    cost,
    labourY1: firstYear(labour),
    stackY1: firstYear(stack),
    costY1: firstYear(cost),
    labourNpv: presentValue(labour),
    stackNpv: presentValue(stack),
    costNpv: presentValue(cost),
  };
}

const sum = (amounts: Float64Array) => amounts.reduce((total, amount) => total + amount, 0);

function shareTables({ assumptions, processes, addressed, company }: Project) {
  return {
    hours: Float64Array.from(addressed),
    frequency: Float64Array.from(processes, (process) => assumptions.frequency[process.frequency]),
    inverse: processes.map((process) => triangularInverse(assumptions.automatable[process.activity])),
    factor: processes.map((process) => {
      const points = assumedHoursOf(process, assumptions);
      return points && triangularInverse(points);
    }),
    regulated: regulatedShare(company, assumptions),
  };
}
