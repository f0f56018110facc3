import { model10 } from "../parameters.ts";
import type { Look } from "../workbook-shape.ts";
import type { AssumptionCells } from "./assumptions-part.ts";
import { DraftSheet, type Ref, span } from "./draft-sheet.ts";
import {
  add,
  all,
  choose,
  countNumbers,
  div,
  equals,
  isAbove,
  isAtLeast,
  least,
  mul,
  type Num,
  num,
  power,
  sub,
  sumSpan,
  type Text,
  text,
  when,
} from "./formula.ts";
import type { MoneyCells } from "./money-part.ts";

/** The figures of one way to buy; "" where there is none. */
export interface FlowCells {
  benefitY1: Num;
  costY1: Num;
  netY1: Num;
  roiY1: Num | Text;
  payback: Num | Text;
  npv3: Num;
  roi3: Num | Text;
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

/** Step 5 of the model: 36 months with the retainer and without. */
export function cashPart(assumptions: AssumptionCells, money: MoneyCells): CashCells {
  const a = assumptions.value;
  const draft = new DraftSheet("Cash");
  draft.put(1, 1, "Cash flow", "title");
  draft.put(2, 1, "Month 0 is the day of the order; benefits begin after the build. USD.", "note");
  draft.line(
    4,
    1,
    [
      "Month",
      "Labour, share",
      "Stack, share",
      "Benefit",
      "Cost with retainer",
      "Balance",
      "Pays back",
      "Cost, project only",
      "Balance",
      "Pays back",
    ],
    "heading",
  );
  const outlay = add(money.implementationUsd, money.internalUsd);
  const start = firstRow - 1;
  draft.put(start, 1, 0, "number");
  const [first, second, third] = assumptions.points("ramp");
  const isBuilt = isAbove(money.implementationUsd, 0);
  const ways = [
    { column: 5, running: add(a("platformUsd"), a("retainerUsd")) },
    { column: 8, running: a("platformUsd") },
  ].map((way) => ({
    ...way,
    costs: [] as Ref<number>[],
    balances: [draft.put(start, way.column + 1, sub(0, outlay), "cents")],
    paid: [draft.put<number | string>(start, way.column + 2, text(""), "months")],
  }));
  const benefits: Ref<number>[] = [];
  for (let month = 1; month <= model10.horizonMonths; month += 1) {
    const row = start + month;
    const number = draft.put(row, 1, month, "number");
    const live = sub(number, money.buildMonths);
    const ramp = draft.put(
      row,
      2,
      when(isAbove(live, 0), choose(least(live, 4), first, second, third, 1), num(0)),
      "share",
    );
    const stack = draft.put(row, 3, least(1, div(number, a("stackRampMonths"))), "share");
    const benefit = draft.put(
      row,
      4,
      add(div(mul(money.labourUsd, ramp), 12), div(mul(money.stackUsd, stack), 12)),
      "cents",
    );
    benefits.push(benefit);
    for (const way of ways) {
      const cost = draft.put(row, way.column, when(all(isAbove(live, 0), isBuilt), way.running, num(0)), "cents");
      const before = way.balances.at(-1)!;
      const balance = draft.put(row, way.column + 1, sub(add(before, benefit), cost), "cents");
      // Interpolated within the month in which the balance comes up to zero, and only for the first such month.
      const share = div(sub(0, before), sub(benefit, cost));
      const paid = when<number, string>(
        all(isBuilt, isAtLeast(balance, 0), equals(countNumbers(span(way.paid)), 0)),
        add(sub(number, 1), share),
        text(""),
      );
      way.costs.push(cost);
      way.balances.push(balance);
      way.paid.push(draft.put(row, way.column + 2, paid, "months"));
    }
  }
  const results = start + model10.horizonMonths + 3;
  draft.line(results - 1, 1, ["Results", "", "", "", "With retainer", "", "", "Project only"], "heading");
  for (const [index, label] of resultLabels.entries()) draft.put(results + index, 1, label, "label");
  const flows = ways.map(({ column, costs, paid }): FlowCells => {
    const year = (refs: readonly Ref<number>[], index: number) =>
      sumSpan(span(refs.slice(index * 12, index * 12 + 12)));
    const benefitY1 = year(benefits, 0);
    const costY1 = add(outlay, year(costs, 0));
    const netY1 = sub(benefitY1, costY1);
    const benefit3 = sumSpan(span(benefits));
    const cost3 = add(outlay, sumSpan(span(costs)));
    const yearly = [0, 1, 2].map((index) =>
      div(sub(year(benefits, index), year(costs, index)), power(add(1, a("discount")), index + 1)),
    );
    const isSpent = isAbove(outlay, 0);
    const none = text("");
    const put = (offset: number, content: Num | Text, look: Look) =>
      draft.put<number | string>(results + offset, column, content, look);
    return {
      benefitY1: put(0, benefitY1, "cents") as Num,
      costY1: put(1, costY1, "cents") as Num,
      netY1: put(2, netY1, "cents") as Num,
      roiY1: put(3, when<number, string>(isSpent, mul(div(netY1, costY1), 100), none) as Num | Text, "percent") as Num,
      payback: put(
        4,
        when<number, string>(isAbove(countNumbers(span(paid)), 0), sumSpan(span(paid)), none) as Num,
        "months",
      ) as Num,
      npv3: put(5, sub(add(...yearly), outlay), "cents") as Num,
      roi3: put(
        6,
        when<number, string>(isSpent, mul(div(sub(benefit3, cost3), cost3), 100), none) as Num,
        "percent",
      ) as Num,
    };
  });
  return { sheet: draft, base: flows[0]!, projectOnly: flows[1]! };
}
