import { currentModel } from "../inputs/parameters.ts";
import type { AssumptionCells } from "./assumptions-part.ts";
import { DraftSheet, type Ref, span } from "./draft-sheet.ts";
import {
  add,
  all,
  at,
  choose,
  div,
  exp,
  firstMonthAtLeastZero,
  isAbove,
  isBelow,
  least,
  ln,
  most,
  mul,
  type Num,
  normal,
  num,
  power,
  sub,
  sumSpan,
  type Text,
  type Truth,
  text,
  when,
} from "./formula.ts";
import type { MoneyCells } from "./money-part.ts";
import type { Look } from "./workbook-shape.ts";

export interface FlowCells {
  benefitY1: Num;
  costY1: Num;
  netY1: Num;
  roiY1: Num | Text;
  payback: Num | Text;
  npv3: Num;
  roi3: Num | Text;
  /** Probability of a positive first year, and the three-year value at the median labor value, by the closed form. */
  probability: Num;
  median: Num;
}

export interface CashCells {
  sheet: DraftSheet;
  base: FlowCells;
  projectOnly: FlowCells;
}

const firstRow = 6;

export const resultLabels = [
  "First-year benefit",
  "First-year cost",
  "First-year net",
  "First-year return, %",
  "Payback, months",
  "Net present value of three years",
  "Three-year return, %",
] as const;

export const closedFormLabels = ["Of labor", "Present value", "First year above zero", "Median value"] as const;

export function cashPart(assumptions: AssumptionCells, money: MoneyCells): CashCells {
  const a = assumptions.value;
  const draft = new DraftSheet("Cash");
  draft.put(1, 1, "Cash flow", "title");
  draft.put(2, 1, "Month 0 is the day of the order; benefits begin after the build. USD.", "note");
  draft.line(
    4,
    1,
    ["Month", "With retainer", "Project alone", "Balance, with retainer", "Balance, project alone", "Stack saving"],
    "heading",
  );
  const outlay = add(money.expectedUsd, money.internalUsd);
  const start = firstRow - 1;
  draft.put(start, 1, 0, "number");
  const [first, second, third] = assumptions.points("ramp");
  const isBuilt = isAbove(money.implementationUsd, 0);
  const way = (column: number, label: string, monthly: Num) => {
    draft.put(2, column, label, "label");
    return {
      column,
      running: draft.put(3, column, when(isBuilt, add(a("platformUsd"), monthly), num(0)), "usd"),
      benefits: [] as Ref<number>[],
      balances: [draft.put(start, column, sub(0, outlay), "cents")],
    };
  };
  const ways = [way(4, "Retainer and platform", a("retainerUsd")), way(5, "Upkeep and platform", money.upkeepUsd)];
  const months: Ref<number>[] = [];
  const stackSavings: Ref<number>[] = [];
  for (let month = 1; month <= currentModel.horizonMonths; month += 1) {
    const row = start + month;
    const number = draft.put(row, 1, month, "number");
    const live = sub(number, money.buildMonths);
    const ramp = when(isAbove(live, 0), choose(least(live, 4), first, second, third, 1), num(0));
    const kept = most(
      assumptions.valueOr("decay.keptAtLeast", 1),
      sub(1, mul(assumptions.valueOr("decay.perMonth", 0), most(0, live))),
    );
    const stack = draft.put(row, 6, div(mul(money.stackUsd, least(1, div(number, a("stackRampMonths")))), 12), "cents");
    months.push(number);
    stackSavings.push(stack);
    for (const [index, way] of ways.entries()) {
      const labour = index === 0 ? mul(money.labourUsd, ramp) : mul(money.labourUsd, ramp, kept);
      const benefit = draft.put(row, 2 + index, add(div(labour, 12), stack), "cents");
      const before = way.balances.at(-1)!;
      const net = sub(benefit, when(isAbove(live, 0), way.running, num(0)));
      way.benefits.push(benefit);
      way.balances.push(draft.put(row, way.column, add(before, net), "cents"));
    }
  }
  const results = start + currentModel.horizonMonths + 3;
  draft.line(results - 1, 1, ["Results", "", "", "With retainer", "Project alone"], "heading");
  draft.put(results + 7, 1, "Payback month; above 1,000 is never", "label");
  for (const [index, label] of resultLabels.entries()) draft.put(results + index, 1, label, "label");
  for (const [index, label] of closedFormLabels.entries()) draft.put(results + 8 + index, 1, label, "label");
  const flows = ways.map(({ column, running: monthly, benefits, balances }): FlowCells => {
    const benefitOf = (year: number) => sumSpan(span(benefits.slice(year * 12, year * 12 + 12)));
    const costOf = (year: number) => mul(monthly, year === 0 ? sub(12, money.buildMonths) : 12);
    const benefit3 = sumSpan(span(benefits));
    const cost3 = add(outlay, mul(monthly, sub(currentModel.horizonMonths, money.buildMonths)));
    const discounts = [0, 1, 2].map((year) => power(add(1, a("discount")), year + 1));
    const yearly = [0, 1, 2].map((year) => div(sub(benefitOf(year), costOf(year)), discounts[year]!));
    const month = draft.put(
      results + 7,
      column,
      firstMonthAtLeastZero(span(months), span(balances.slice(1))),
      "number",
    );
    const isSpent = isAbove(outlay, 0);
    const none = text("");
    const put = (offset: number, content: Num | Text, look: Look) =>
      draft.put<number | string>(results + offset, column, content, look);
    const benefitY1 = put(0, benefitOf(0), "cents") as Num;
    const costY1 = put(1, add(outlay, costOf(0)), "cents") as Num;
    const netY1 = put(2, sub(benefitY1, costY1), "cents") as Num;
    const labourOf = (year: number) =>
      sub(benefitOf(year), sumSpan(span(stackSavings.slice(year * 12, year * 12 + 12))));
    const labourY1 = put(8, labourOf(0), "cents") as Num;
    const labourNpv3 = put(9, add(...[0, 1, 2].map((year) => div(labourOf(year), discounts[year]!))), "cents") as Num;
    const npv3 = put(5, sub(add(...yearly), outlay), "cents") as Num;
    const odds = { labourY1, labourNpv3, netY1, npv3 };
    return {
      benefitY1,
      costY1,
      netY1,
      roiY1: put(3, when<number, string>(isSpent, mul(div(netY1, costY1), 100), none) as Num | Text, "percent") as Num,
      payback: put(4, paybackOf(isBuilt, month, balances), "months") as Num,
      npv3,
      roi3: put(
        6,
        when<number, string>(isSpent, mul(div(sub(benefit3, cost3), cost3), 100), none) as Num,
        "percent",
      ) as Num,
      probability: put(10, probabilityOf(money, odds), "share") as Num,
      median: put(11, medianOf(money, odds), "cents") as Num,
    };
  });
  return { sheet: draft, base: flows[0]!, projectOnly: flows[1]! };
}

/** Interpolated within the month in which the balance reaches zero; "" if nothing is bought or it never does. */
function paybackOf(isBuilt: Truth, month: Num, balances: readonly Ref<number>[]): Num | Text {
  const path = span(balances);
  const before = at(path, month);
  const after = at(path, add(month, 1));
  const share = div(before, sub(after, before));
  return when<number, string>(all(isBuilt, isBelow(month, 1000)), sub(sub(month, 1), share), text("")) as Num | Text;
}

interface LinearCells {
  labourY1: Num;
  labourNpv3: Num;
  netY1: Num;
  npv3: Num;
}

/** Probability of a positive first year, which is linear in the log-normal labor value; all else as expected. */
function probabilityOf({ labourUsd, mu, sigma }: MoneyCells, { labourY1, netY1 }: LinearCells): Num {
  const isLabour = isAbove(labourY1, 0);
  const needed = mul(labourUsd, sub(1, div(netY1, when(isLabour, labourY1, num(1)))));
  const odds = normal(div(sub(mu, ln(most(needed, 0.01))), sigma));
  return when(isLabour, odds, when(isAbove(netY1, 0), num(1), num(0)));
}

/** The three-year value at the median labour value. */
const medianOf = ({ labourUsd, mu }: MoneyCells, { labourNpv3, npv3 }: LinearCells): Num =>
  when(isAbove(labourUsd, 0), add(npv3, mul(labourNpv3, sub(div(exp(mu), labourUsd), 1))), npv3);
