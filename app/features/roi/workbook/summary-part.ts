import { currentModel, type ModelVersion } from "../inputs/parameters.ts";
import { adviceTitles } from "../wording/advice.ts";
import type { AssumptionCells } from "./assumptions-part.ts";
import { type CashCells, type FlowCells, resultLabels } from "./cash-part.ts";
import type { CatalogueCells } from "./catalogue-part.ts";
import type { ChoiceCells } from "./choice-part.ts";
import { DraftSheet, type Ref } from "./draft-sheet.ts";
import {
  all,
  at,
  div,
  equals,
  isAbove,
  isAtMost,
  isText,
  most,
  mul,
  type Num,
  num,
  positionOf,
  type Text,
  type Truth,
  text,
  when,
} from "./formula.ts";
import type { InputCells } from "./inputs-part.ts";
import type { MoneyCells } from "./money-part.ts";
import type { Look } from "./workbook-shape.ts";

export type SummaryCells = ReadonlyMap<string, Ref>;

interface Parts {
  inputs: InputCells;
  assumptions: AssumptionCells;
  catalogue: CatalogueCells;
  choice: ChoiceCells;
  money: MoneyCells;
  cash: CashCells;
}

export function summaryPart(
  parts: Parts,
  about: {
    title: string;
    note: string;
    warning?: string;
    drawn: readonly (readonly [string, number | null])[];
    drawnAdvice?: string | undefined;
  },
  version: ModelVersion,
): { sheet: DraftSheet; cells: SummaryCells } {
  const { inputs, money, cash, choice } = parts;
  const draft = new DraftSheet("Summary");
  const cells = new Map<string, Ref>();
  draft.put(1, 1, about.title, "title");
  draft.put(2, 1, about.note, "note");
  if (about.warning) draft.put(3, 1, about.warning, "label");

  let row = 4;
  const line = (label: string, field: string, content: Num | Text, look: Look, note = "") => {
    draft.put(row, 1, label, "label");
    cells.set(field, draft.put<number | string>(row, 2, content, look));
    if (note) draft.put(row, 3, note, "note");
    row += 1;
  };
  const heading = (label: string, ...columns: string[]) => {
    row += 1;
    draft.line(row, 1, [label, ...columns], "heading");
    row += 1;
  };
  if (about.drawnAdvice) line("Advice, simulated", "drawn", text(about.drawnAdvice), "headline-text");
  if (version === "1.0")
    line("Recommendation, by the first year's net", "recommendation", bySign(parts), "headline-text");
  else line("Advice, closed form", "advice", adviceCells(parts), "headline-text");
  line("Hours saved per week", "hoursSavedPerWeek", money.hoursSaved, "headline-number", "h/wk");
  line("Yearly value at run rate", "annualValue", money.annualUsd, "headline-usd");
  line("Implementation", "implementationCost", money.implementationUsd, "headline-usd", "one time");
  line("First-year return, project alone", "projectOnly.roiY1", cash.projectOnly.roiY1, "headline-number", "%");
  line(
    "Payback, project alone",
    "projectOnly.payback",
    cash.projectOnly.payback,
    "headline-number",
    "months; empty: not within 36 months",
  );

  heading("What goes in");
  line("Manual hours a week", "manualHoursPerWeek", choice.manualHours, "hours");
  line("Hours covered", "addressedHoursPerWeek", money.addressedHours, "hours");
  line("Tools, a month", "stackMonthly", inputs.stackMonthly, "cents");
  line("of it paid twice for the same kind", "overlapMonthly", inputs.overlapMonthly, "cents");
  line("Kinds of tools connected", "integrations", money.integrations, "number");
  line("Months to build", "buildMonths", money.buildMonths, "number");

  heading("What comes out");
  line("Yearly labor value", "annualLabourValue", money.labourUsd, "cents");
  line("Labor value, P10", "analyticLabour.p10", money.p10, "cents", "closed form; in one case of ten it is less");
  line("Labor value, P50", "analyticLabour.p50", money.p50, "cents");
  line("Labor value, P90", "analyticLabour.p90", money.p90, "cents", "closed form; in one case of ten it is more");
  line("Yearly saving on overlapping tools", "annualStackSavings", money.stackUsd, "cents");
  line("Expected final quote", "expectedImplementationCost", money.expectedUsd, "cents");
  line("Your own hours for the build, in USD", "internalCost", money.internalUsd, "cents");
  line("Your own upkeep a month, in USD", "ownUpkeepMonthly", money.upkeepUsd, "cents");
  line(
    "Value per project dollar",
    "returnMultiple",
    when<number, string>(
      isAbove(money.implementationUsd, 0),
      div(money.annualUsd, money.implementationUsd),
      text(""),
    ) as Num | Text,
    "hours",
  );

  heading("Over time", "With retainer", "Project alone");
  const pair = (label: string, field: keyof CashCells["base"], look: Look) => {
    draft.put(row, 1, label, "label");
    for (const [column, way] of [
      [2, "base"],
      [3, "projectOnly"],
    ] as const) {
      const content = cash[way][field];
      const key = `${way}.${field}`;
      const ref = draft.put<number | string>(row, column, content, look);
      if (!cells.has(key)) cells.set(key, ref);
    }
    row += 1;
  };
  const fields = ["benefitY1", "costY1", "netY1", "roiY1", "payback", "npv3", "roi3"] as const;
  const looks = ["cents", "cents", "cents", "percent", "months", "cents", "percent"] as const;
  for (const [index, field] of fields.entries()) pair(resultLabels[index]!, field, looks[index]!);
  if (version !== "1.0" && about.drawn.length > 0) {
    draft.put(row, 1, "First year above zero", "label");
    cells.set("odds.base", draft.put(row, 2, cash.base.probability, "share"));
    cells.set("odds.projectOnly", draft.put(row, 3, cash.projectOnly.probability, "share"));
    draft.put(row, 4, "closed form; the share of 10,000 runs is below", "note");
    row += 1;
    draft.put(row, 1, "Three-year value, discounted, median", "label");
    cells.set("median.base", draft.put(row, 2, cash.base.median, "cents"));
    cells.set("median.projectOnly", draft.put(row, 3, cash.projectOnly.median, "cents"));
    draft.put(row, 4, "closed form; the median of 10,000 runs is below", "note");
    row += 1;
  }

  heading("The five, best first", "Number", "Score", "Kind", "Hours saved", "Yearly value", "Cost", "Payback, months");
  const realized = mul(parts.assumptions.value("adoption"), parts.assumptions.value("reportBias"));
  for (const [index, chosen] of choice.chosen.entries()) {
    const { title, id, kind, value, automatable, cost, payback } = money.priced[index]!;
    draft.put(row, 1, title, "label");
    const at = (column: number, field: string, content: Num | Text, look: Look) =>
      cells.set(`opportunities.${index}.${field}`, draft.put<number | string>(row, column, content, look));
    at(2, "id", id, "text");
    at(3, "score", chosen.score, "hours");
    at(4, "kind", kind, "text");
    at(5, "hoursSaved", mul(automatable, realized), "hours");
    at(6, "annualValue", value, "cents");
    at(7, "cost", cost, "cents");
    at(8, "paybackMonths", payback, "months");
    row += 1;
  }

  heading("Before you rely on it", "1 = yes");
  for (const [label, field, content] of doubts(parts, version)) {
    draft.put(row, 1, label, "label");
    cells.set(`flags.${field}`, draft.put(row, 2, content, "number"));
    row += 1;
  }

  if (about.drawn.length > 0) {
    heading("From the analysis page", "Simulated");
    draft.put(row, 1, "10,000 random runs; these figures stay as they are and do not follow your changes.", "note");
    row += 1;
    for (const [label, value] of about.drawn) {
      draft.put(row, 1, label, "label");
      if (value !== null) draft.put(row, 2, value, "hours");
      row += 1;
    }
  }
  row += 1;
  draft.put(row, 1, `Return model ${version}. Expected values, not promises.`, "note");
  return { sheet: draft, cells };
}

/** Step 7 by the closed form; the analysis itself uses its draws. */
function adviceCells({ assumptions, cash: { base, projectOnly }, choice, money }: Parts): Text {
  const a = assumptions.value;
  const isClear = ({ probability, median }: FlowCells) =>
    all(isAtMost(a("advice.clear"), probability), isAbove(median, 0));
  const said = (kind: keyof typeof adviceTitles) => text(adviceTitles[kind]);
  const open = when(
    isAtMost(a("advice.open"), most(base.probability, projectOnly.probability)),
    said("not-clear"),
    said("starter-kit"),
  );
  const better = when(isAbove(base.median, projectOnly.median), said("project+retainer"), said("project"));
  const advised = when(
    isClear(base),
    when(isClear(projectOnly), better, said("project+retainer")),
    when(isClear(projectOnly), said("project"), open),
  );
  const isAllAssumed = all(isAbove(choice.assumedRows, 0), isAtMost(choice.manualHours, choice.assumedHours));
  return when(equals(money.scopeCount, 0), said("starter-kit"), when(isAllAssumed, said("hours-needed"), advised));
}

/** Model 1.0: by the sign of the expected first year. */
function bySign({ money, cash }: Parts): Text {
  return when(
    equals(money.scopeCount, 0),
    text("starter-kit"),
    when(
      isAbove(cash.base.netY1, 0),
      text("project+retainer"),
      when(isAbove(cash.projectOnly.netY1, 0), text("project"), text("starter-kit")),
    ),
  );
}

function doubts(
  { inputs, assumptions, catalogue, choice, money, cash }: Parts,
  version: ModelVersion,
): [string, string, Num][] {
  const a = assumptions.value;
  const flag = (condition: Truth) => when(condition, num(1), num(0)) as Num;
  const isTenfold = ({ netY1, costY1 }: FlowCells) =>
    flag(all(isAbove(money.scopeCount, 0), isAbove(netY1, div(mul(costY1, a("overTenfoldPercent")), 100))));
  const middle = at(catalogue.revenueMidpoints, positionOf(inputs.revenueBand, catalogue.words.revenueBands));
  return [
    ["More hours than the model counts", "hours_capped", choice.isCapped],
    ["Rows with too many people", "people_capped", choice.peopleTooMany],
    ["No hours were entered", "no_hours", flag(equals(choice.manualHours, 0))],
    [
      "Value large beside the revenue",
      "implausible_vs_revenue",
      flag(isAbove(money.annualUsd, mul(a("plausible.shareOfRevenue"), middle))),
    ],
    [
      "Hours large beside the staff",
      "implausible_vs_headcount",
      flag(
        isAbove(
          money.hoursSaved,
          mul(a("plausible.shareOfHours"), currentModel.plausible.hoursPerWeek, inputs.employees),
        ),
      ),
    ],
    ["Nothing in scope", "nothing_in_scope", flag(equals(money.scopeCount, 0))],
    [
      "No payback within 36 months, with retainer",
      "no_payback_36m_with_retainer",
      flag(all(isAbove(money.scopeCount, 0), isText(cash.base.payback as Text, ""))),
    ],
    ["Over 10x with retainer: needs a call", "show_as_over_10x", isTenfold(cash.base)],
    ...(version === "1.0"
      ? []
      : ([
          ["Over 10x alone: needs a call", "project_show_as_over_10x", isTenfold(cash.projectOnly)],
          ["Hours assumed", "hours_assumed", flag(isAbove(choice.assumedRows, 0))],
        ] satisfies [string, string, Num][])),
  ];
}
