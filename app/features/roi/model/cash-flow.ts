import type { CashFlow } from "../analysis-shape.ts";
import type { Assumptions } from "../inputs/parameters.ts";

/** Income and costs in USD; yearly amounts at run rate. */
export interface CashPlan {
  labourUsd: number;
  stackUsd: number;
  implementationUsd: number;
  internalUsd: number;
  /** Months until go-live. */
  buildMonths: number;
  /** Null: with the retainer. Otherwise the company's own upkeep a month in USD; the labor value then decays. */
  upkeepUsd: number | null;
}

export function cashFlow(plan: CashPlan, assumptions: Assumptions): CashFlow {
  const { benefits, costs, outlay } = monthlyFlows(plan, assumptions);
  const benefitY1 = sumRange(benefits, 0, 12);
  const costY1 = outlay + sumRange(costs, 0, 12);
  let npv3 = 0;
  for (let year = 0; year * 12 < benefits.length; year += 1) {
    const from = year * 12;
    npv3 +=
      (sumRange(benefits, from, from + 12) - sumRange(costs, from, from + 12)) /
      (1 + assumptions.discount) ** (year + 1);
  }
  const benefit3 = sumRange(benefits, 0, benefits.length);
  const cost3 = outlay + sumRange(costs, 0, costs.length);
  return {
    benefitY1,
    costY1,
    netY1: benefitY1 - costY1,
    roiY1: outlay === 0 ? null : ((benefitY1 - costY1) / costY1) * 100,
    payback: plan.implementationUsd > 0 ? paybackOf(benefits, costs, outlay) : null,
    npv3: npv3 - outlay,
    roi3: outlay === 0 ? null : ((benefit3 - cost3) / cost3) * 100,
  };
}

/** The running balance in USD at month 0, 1, … 36. */
export function balancePath(plan: CashPlan, assumptions: Assumptions): number[] {
  const { benefits, costs, outlay } = monthlyFlows(plan, assumptions);
  let balance = -outlay;
  return [balance, ...benefits.map((benefit, index) => (balance += benefit - costs[index]!))];
}

/** Share of the full labor value in month `month` when the build takes `buildMonths`. */
export function rampOf(month: number, buildMonths: number, { ramp }: Assumptions): number {
  const live = month - buildMonths;
  if (live <= 0) return 0;
  return ramp[live - 1] ?? 1;
}

/** Share of the labor value that remains in month `month`; 1 with the retainer. */
export function keptOf(
  month: number,
  { buildMonths, upkeepUsd }: Pick<CashPlan, "buildMonths" | "upkeepUsd">,
  { decay }: Assumptions,
): number {
  if (upkeepUsd === null) return 1;
  return Math.max(decay.keptAtLeast, 1 - decay.perMonth * Math.max(0, month - buildMonths));
}

/** Share of the full stack saving in month `month`: contract ends are spread evenly over the year. */
export const stackRampOf = (month: number, { stackRampMonths }: Assumptions) => Math.min(1, month / stackRampMonths);

export function runningCostOf(
  month: number,
  plan: Pick<CashPlan, "buildMonths" | "implementationUsd" | "upkeepUsd">,
  assumptions: Assumptions,
): number {
  if (month <= plan.buildMonths || plan.implementationUsd <= 0) return 0;
  return assumptions.platformUsd + (plan.upkeepUsd ?? assumptions.retainerUsd);
}

function monthlyFlows(plan: CashPlan, assumptions: Assumptions) {
  const benefits: number[] = [];
  const costs: number[] = [];
  for (let month = 1; month <= assumptions.horizonMonths; month += 1) {
    benefits.push(
      (plan.labourUsd / 12) * rampOf(month, plan.buildMonths, assumptions) * keptOf(month, plan, assumptions) +
        (plan.stackUsd / 12) * stackRampOf(month, assumptions),
    );
    costs.push(runningCostOf(month, plan, assumptions));
  }
  return { benefits, costs, outlay: plan.implementationUsd + plan.internalUsd };
}

function paybackOf(benefits: readonly number[], costs: readonly number[], outlay: number): number | null {
  let balance = -outlay;
  for (const [index, benefit] of benefits.entries()) {
    const net = benefit - costs[index]!;
    if (balance + net >= 0) return index + -balance / net;
    balance += net;
  }
  return null;
}

function sumRange(values: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += values[index]!;
  return sum;
}
