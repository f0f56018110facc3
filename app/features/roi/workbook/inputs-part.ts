import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import { findTool } from "#app/features/content/tools/tools.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { bounds, industries } from "../inputs/bounds.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "../inputs/input-labels.ts";
import type { ModelInput } from "../inputs/model-input.ts";
import type { CatalogueCells } from "./catalogue-part.ts";
import { address, DraftSheet, span } from "./draft-sheet.ts";
import {
  all,
  countDearer,
  isAbove,
  isEmpty,
  isFilled,
  type Num,
  num,
  type Span,
  sumSpan,
  type Text,
  text,
  when,
} from "./formula.ts";

const yes = "yes";

export interface InputRows {
  tools: number;
  processes: number;
}

export interface ProcessCells {
  name: Text;
  area: Text;
  activity: Text;
  hours: Num;
  people: Num;
  frequency: Text;
  pain: Num;
  assumed: Num;
  complete: Num;
}

export interface InputCells {
  sheet: DraftSheet;
  employees: Num;
  revenueBand: Text;
  industry: Text;
  focus: Text;
  topOutcome: Text;
  hourlyCost: Num;
  /** The effective category: the tool's own name if none is given. */
  kinds: Span<string>;
  stackMonthly: Num;
  overlapMonthly: Num;
  processes: ProcessCells[];
}

export function inputsPart(
  input: ModelInput,
  rows: InputRows,
  catalogue: CatalogueCells,
  about: { title: string; note: string; warning?: string },
): InputCells {
  const draft = new DraftSheet("Inputs");
  draft.put(1, 1, about.title, "title");
  draft.put(2, 1, about.note, "note");
  if (about.warning) draft.put(3, 1, about.warning, "label");
  const company = companyBlock(draft, input, catalogue);
  const stack = toolBlock(draft, 13, input, rows.tools, catalogue);
  const processes = processBlock(draft, 13 + rows.tools + 5, input, rows.processes, catalogue);
  return { sheet: draft, ...company, ...stack, processes };
}

function companyBlock(draft: DraftSheet, { company }: ModelInput, { words }: CatalogueCells) {
  const { employees, hourlyCostUsd } = bounds;
  const costs = `${hourlyCostUsd.low} to ${hourlyCostUsd.high}`;
  draft.put(4, 1, "Company", "heading");
  const field = <Value extends string | number>(
    row: number,
    label: string,
    value: Value,
    look: "input-number" | "input-usd" | "input-text",
    hint: string,
  ) => {
    draft.put(row, 1, label, "label");
    draft.put(row, 3, hint, "note");
    return draft.put(row, 2, value, look);
  };
  const list = (row: number, source: string, label: string) =>
    draft.validate({ kind: "list", range: address(row, 2), source, message: `${label}: choose one from the list.` });
  const cells = {
    employees: field(5, "Employees", company.employees, "input-number", "1 to 100,000"),
    revenueBand: field(
      6,
      "Annual Revenue",
      revenueBandLabels[company.revenueBand] as string,
      "input-text",
      "a check only",
    ),
    industry: field(7, "Industry", company.industry as string, "input-text", "some are regulated"),
    focus: field(8, "Focus Area", focusLabels[company.focus] as string, "input-text", "where to begin"),
    topOutcome: field(9, "Top Outcome", outcomeLabels[company.topOutcome] as string, "input-text", "what comes first"),
    hourlyCost: field(10, "Loaded Cost per Hour (USD)", company.hourlyCost, "input-usd", `${costs}, with overhead`),
  };
  draft.validate({
    kind: "whole",
    range: address(5, 2),
    ...employees,
    message: `Employees: enter a whole number from ${employees.low} to ${formatNumber(employees.high)}.`,
  });
  draft.validate({
    kind: "decimal",
    range: address(10, 2),
    low: hourlyCostUsd.low,
    high: hourlyCostUsd.high,
    message: `Hourly cost in USD: enter a number from ${costs}.`,
  });
  list(6, words.revenueBands.text, "Annual revenue");
  list(7, `"${industries.join(",")}"`, "Industry");
  list(8, words.areas.text, "Focus area");
  list(9, words.outcomes.text, "Top outcome");
  return cells;
}

function toolBlock(draft: DraftSheet, top: number, { stack }: ModelInput, count: number, { words }: CatalogueCells) {
  draft.put(top - 1, 1, "Tech stack", "heading");
  draft.line(top, 1, ["Tool", "Kind", "Monthly Cost (USD)", "Complement", "Counts as", "Overlap a month"], "heading");
  const tools = Array.from({ length: count }, (_, index) => {
    const row = top + 1 + index;
    const tool = stack[index];
    const name = draft.slot<string>(row, 1, tool && (findTool(tool.id)?.name ?? tool.id), "", "input-text");
    const category = draft.slot<string>(row, 2, tool?.category && categoryLabel(tool.category), "", "input-text");
    const cost = draft.slot<number>(row, 3, tool?.monthlyUsd, 0, "input-usd");
    const complement = draft.slot<string>(row, 4, tool?.overlaps === false ? yes : undefined, "", "input-text");
    const kind = draft.put(row, 5, when(isFilled(category), category, when(isFilled(name), name, text(""))), "note");
    return { row, kind, cost, complement };
  });
  const kinds = span(tools.map(({ kind }) => kind));
  const costs = span(tools.map(({ cost }) => cost));
  const complements = span(tools.map(({ complement }) => complement));
  const overlaps = tools.map(({ row, kind, cost, complement }, index) => {
    const isDoubled = isAbove(countDearer(kinds, costs, complements, kind, cost, index), 0);
    return draft.put(row, 6, when(all(isFilled(kind), isEmpty(complement), isDoubled), cost, num(0)), "usd");
  });
  const last = top + count;
  const range = (column: number) => `${address(top + 1, column)}:${address(last, column)}`;
  draft.validate({
    kind: "list",
    range: range(2),
    source: words.categoryList.text,
    warning: true,
    message: "Kind: one that is not in the list counts for overlap only.",
  });
  draft.validate({ kind: "list", range: range(4), source: `"${yes}"`, message: "Enter yes or nothing." });
  draft.validate({
    kind: "decimal",
    range: range(3),
    ...bounds.monthlyUsd,
    message: "Monthly cost in USD: enter a number, 0 or more.",
  });
  draft.put(last + 1, 1, "Together", "label");
  return {
    kinds,
    stackMonthly: draft.put(last + 1, 3, sumSpan(costs), "usd"),
    overlapMonthly: draft.put(last + 1, 6, sumSpan(span(overlaps)), "usd"),
  };
}

function processBlock(
  draft: DraftSheet,
  top: number,
  { processes }: ModelInput,
  count: number,
  { words }: CatalogueCells,
): ProcessCells[] {
  draft.put(top - 1, 1, "Manual processes", "heading");
  draft.line(
    top,
    1,
    [
      "Process Name",
      "Area",
      "Hours per Person per Week",
      "People",
      "Pain, 1 to 5",
      "Activity",
      "Frequency",
      "Hours assumed",
      "Whole row: 1",
    ],
    "heading",
  );
  const cells = Array.from({ length: count }, (_, index): ProcessCells => {
    const row = top + 1 + index;
    const process = processes[index];
    const found = {
      name: draft.slot<string>(row, 1, process?.name, "", "input-text"),
      area: draft.slot<string>(row, 2, process && focusLabels[process.area], "", "input-text"),
      hours: draft.slot<number>(row, 3, process?.hours, 0, "input-number"),
      people: draft.slot<number>(row, 4, process?.people, 0, "input-number"),
      pain: draft.slot<number>(row, 5, process?.pain, 0, "input-number"),
      activity: draft.slot<string>(row, 6, process && activityLabels[process.activity], "", "input-text"),
      frequency: draft.slot<string>(row, 7, process && frequencyLabels[process.frequency], "", "input-text"),
    };
    const isAssumed = draft.slot<string>(row, 8, process?.assumed ? yes : undefined, "", "input-text");
    const isWhole = all(
      isFilled(found.area),
      isFilled(found.activity),
      isFilled(found.frequency),
      isAbove(found.people, 0),
      isAbove(found.pain, 0),
    );
    const complete = draft.put(row, 9, when(isWhole, num(1), num(0)), "note");
    return { ...found, assumed: when(isFilled(isAssumed), num(1), num(0)), complete };
  });
  const range = (column: number) => `${address(top + 1, column)}:${address(top + count, column)}`;
  const list = (column: number, source: string, message: string) =>
    draft.validate({ kind: "list", range: range(column), source, message });
  list(2, words.areas.text, "Area: choose one from the list.");
  draft.validate({
    kind: "decimal",
    range: range(3),
    ...bounds.hours,
    message: "Hours per person per week: enter a number from 0 to 60.",
  });
  draft.validate({
    kind: "whole",
    range: range(4),
    low: bounds.people.low,
    high: bounds.employees.high,
    message: "People: enter a whole number, 1 or more.",
  });
  draft.validate({ kind: "decimal", range: range(5), ...bounds.pain, message: "Pain: enter a number from 1 to 5." });
  list(6, words.activities.text, "Activity: choose one from the list.");
  list(7, words.frequencies.text, "Frequency: choose one from the list.");
  list(8, `"${yes}"`, "Enter yes or nothing.");
  return cells;
}
