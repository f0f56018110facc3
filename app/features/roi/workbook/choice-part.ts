import { activities } from "#app/features/content/automations/automation-terms.ts";
import { frequencies, industries } from "../inputs/bounds.ts";
import { currentModel, isRegulated as isRegulatedIndustry } from "../inputs/parameters.ts";
import type { AssumptionCells } from "./assumptions-part.ts";
import { type CatalogueCells, firstAutomation, listed } from "./catalogue-part.ts";
import { DraftSheet, type Ref, span } from "./draft-sheet.ts";
import {
  add,
  at,
  choose,
  countExact,
  countSame,
  div,
  equals,
  type Formula,
  isAbove,
  isText,
  least,
  maxOf,
  mul,
  type Num,
  num,
  positionOf,
  rounded,
  type Span,
  sub,
  sumOfDifferences,
  sumProduct,
  sumSpan,
  type Text,
  text,
  when,
} from "./formula.ts";
import type { InputCells } from "./inputs-part.ts";

export interface ChosenCells {
  place: Num;
  id: Text;
  title: Text;
  effort: Num;
  ready: Num;
  /** Hours a week that could be automated, before adoption and bias. */
  automatable: Num;
  score: Num;
}

export interface ChoiceCells {
  sheet: DraftSheet;
  rows: {
    people: Ref<number>;
    hours: Ref<number>;
    share: Ref<number>;
    factor: Ref<number>;
    activity: Ref<number>;
    assumed: Ref<number>;
    /** Expected share of the stated hours: 1 if confirmed. */
    trueShare: Ref<number>;
  }[];
  remaining: Ref<number>[][];
  manualHours: Num;
  /** Unconfirmed hours, and the number of rows with them. */
  assumedHours: Num;
  assumedRows: Num;
  isCapped: Num;
  peopleTooMany: Num;
  yearlyHourUsd: Num;
  /** Yearly value of an automatable hour a week. */
  worth: Num;
  regulated: Num;
  /** 1 or 0 per tool category: whether the stack has it. */
  present: Span;
  chosen: ChosenCells[];
  nextRow: number;
}

const regulatedIndustries = industries.filter(isRegulatedIndustry);

/** Steps 1 and 2 of the model: counted hours, and the five choices without sharing an hour. */
export function choicePart(inputs: InputCells, assumptions: AssumptionCells, catalogue: CatalogueCells): ChoiceCells {
  const a = assumptions.value;
  const draft = new DraftSheet("Calculation");
  draft.put(1, 1, "Calculation", "title");
  draft.put(2, 1, "The return model, cell by cell.", "note");

  draft.put(4, 1, "Cost of one hour a week for a year", "label");
  const yearlyHourUsd = draft.put(4, 2, mul(inputs.hourlyCost, a("weeks")), "cents");
  draft.put(5, 1, "Yearly value of an automatable hour a week", "label");
  const worth = draft.put(5, 2, mul(a("adoption"), a("capture"), a("reportBias"), yearlyHourUsd), "cents");
  draft.put(6, 1, "Regulated: 1 yes, 0 no", "label");
  const isOne = (industry: string) => when(isText(inputs.industry, industry), num(1), num(0));
  const isRegulated = draft.put(6, 2, add(...regulatedIndustries.map(isOne)), "number");
  draft.put(7, 1, "Factor on what can be automated", "label");
  const regulated = draft.put(7, 2, when(equals(isRegulated, 1), a("regulated.automatable"), num(1)), "number");
  draft.put(8, 1, "Place of focus area, of top outcome", "label");
  const focus = draft.put(8, 2, positionOf(inputs.focus, catalogue.words.areas), "number");
  const outcome = draft.put(8, 3, positionOf(inputs.topOutcome, catalogue.words.outcomes), "number");

  draft.put(10, 1, "Step 1. Hours that count", "heading");
  const top = 11;
  draft.line(
    top,
    1,
    [
      "Process",
      "People counted",
      "Hours entered",
      "Hours counted",
      "Activity",
      "Area",
      "Frequency factor",
      "Share automatable",
      "Pain",
      "Left at first",
      "after 1",
      "after 2",
      "after 3",
      "after 4",
      "after 5",
      "True",
      "Assumed",
    ],
    "heading",
  );
  const count = inputs.processes.length;
  const entered = inputs.processes.map((process, index) => {
    const row = top + 1 + index;
    draft.put(row, 1, when(equals(process.complete, 1), process.name, text("")), "label");
    const people = draft.put(row, 2, mul(process.complete, least(process.people, inputs.employees)), "number");
    return { row, people, hours: draft.put(row, 3, mul(process.hours, people), "hours"), process };
  });
  const totalRow = top + count + 1;
  draft.put(totalRow, 1, "Together", "label");
  draft.put(totalRow, 2, sumSpan(span(entered.map(({ people }) => people))), "number");
  const enteredSum = draft.put(totalRow, 3, sumSpan(span(entered.map(({ hours }) => hours))), "hours");
  draft.put(totalRow + 1, 1, "Counted at most", "label");
  const limit = draft.put(totalRow + 1, 3, mul(a("countedHoursPerEmployee"), inputs.employees), "hours");
  draft.put(totalRow + 2, 1, "Scaled by", "label");
  const scale = draft.put(totalRow + 2, 3, when(isAbove(enteredSum, limit), div(limit, enteredSum), num(1)), "share");
  draft.put(totalRow + 3, 1, "Rows with too many people", "label");
  const peopleTooMany = draft.put(
    totalRow + 3,
    3,
    add(...entered.map(({ process }) => when(isAbove(process.people, inputs.employees), num(1), num(0)))),
    "number",
  );

  const { words } = catalogue;
  const shares = assumptions.values(activities.map((activity) => `automatable.${activity}`));
  const often = assumptions.values(frequencies.map((frequency) => `frequency.${frequency}`));
  const place = (isThere: Num, wanted: Text, list: Span<string>) => {
    const found = positionOf(wanted, list);
    return when(equals(isThere, 1), found, num(0)) as Num;
  };
  const rows = entered.map(({ row, people, hours, process }) => {
    const counted = draft.put(row, 4, mul(hours, scale), "hours");
    const activity = draft.put(row, 5, place(process.complete, process.activity, words.activities), "number");
    const area = draft.put(row, 6, place(process.complete, process.area, words.areas), "number");
    const frequency = place(process.complete, process.frequency, words.frequencies);
    const factor = draft.put(
      row,
      7,
      when(equals(process.complete, 1), mul(at(often, frequency), regulated), num(0)),
      "share",
    );
    const assumed = draft.put(row, 17, mul(process.complete, process.assumed), "number");
    const trueShare = draft.put(
      row,
      16,
      when(equals(assumed, 1), assumptions.valueOr("assumedHours", 1), num(1)),
      "share",
    );
    const share = draft.put(
      row,
      8,
      when(isAbove(activity, 0), mul(at(shares, activity), factor, trueShare), num(0)),
      "share",
    );
    const pain = draft.put(row, 9, mul(process.complete, process.pain), "number");
    return { people, hours: counted, activity, area, factor, share, pain, assumed, trueShare };
  });

  let row = totalRow + 5;
  const across = <Value extends string | number>(
    label: string,
    look: "number" | "share" | "note" | "hours",
    value: (index: number) => Formula<Value>,
  ) => {
    draft.put(row, 1, label, "label");
    const refs = listed.map((_, index) => draft.put(row, firstAutomation + index, value(index), look));
    row += 1;
    return refs;
  };
  draft.put(row, 1, "Step 2. Share of each process that it covers", "heading");
  row += 1;
  const coverage = rows.map((process, index) =>
    across(`${index + 1}`, "share", (column) =>
      when(
        isAbove(process.activity, 0),
        mul(
          at(catalogue.covers[column]!, process.activity),
          choose(at(catalogue.relation[column]!, process.area), 1, a("area.neighbor"), a("area.other")),
        ),
        num(0),
      ),
    ),
  );
  row += 1;
  const has = catalogue.sheet;
  const present = words.categories.map((category) =>
    has.put(category.row, 2, when(isAbove(countExact(inputs.kinds, category), 0), num(1), num(0)), "number"),
  );
  const ready = across("Share of its tools that are there", "share", (index) =>
    div(sumProduct(catalogue.needs[index]!, span(present)), sumSpan(catalogue.needs[index]!)),
  );
  const fitOf = (index: number) =>
    least(
      1,
      add(
        choose(at(catalogue.relation[index]!, focus), a("fit.same"), a("fit.neighbor"), a("fit.other")),
        mul(at(catalogue.serves[index]!, outcome), a("fit.outcome")),
      ),
    );
  const fixedPoints = across("Points besides hours", "number", (index) =>
    add(
      mul(a("score.fit"), fitOf(index)),
      mul(a("score.readiness"), ready[index]!),
      mul(a("score.ease"), sub(1, div(sub(catalogue.effort[index]!, 1), 4))),
    ),
  );

  const remainingColumn = 10;
  let left = rows.map((process, index) => draft.put(top + 1 + index, remainingColumn, process.hours, "hours"));
  const remaining = [left];
  const shareSpan = span(rows.map(({ share }) => share));
  const painSpan = span(rows.map(({ pain }) => pain));
  const columnOf = (column: number) => span(coverage.map((cells) => cells[column]!));
  const alone = across("Hours automatable, each alone", "hours", (index) =>
    sumProduct(span(left), columnOf(index), shareSpan),
  );
  draft.put(row, 1, "Largest yearly value", "label");
  const largest = maxOf(span(alone));
  const yardstick = draft.put(row, 2, when(isAbove(largest, 0), mul(largest, worth), num(1)), "cents");
  row += 2;
  draft.put(row, 1, "Scores; the highest is taken", "heading");
  const places: Ref<number | string>[] = [draft.put<number | string>(row, 2, "Place", "heading")];
  row += 1;
  // Tie-breakers (smaller build, then lower number) are at least 8 digits smaller than the score.
  const scores = Array.from({ length: currentModel.choices }, (_, round) => {
    const free = span(left);
    const hours = (index: number) => sumProduct(free, columnOf(index));
    const pain = (index: number) =>
      when(isAbove(hours(index), 0), div(sumProduct(free, columnOf(index), painSpan), hours(index)), num(1));
    const score = (index: number) =>
      add(
        div(mul(a("score.value"), sumProduct(free, columnOf(index), shareSpan), worth), yardstick),
        div(mul(a("score.pain"), sub(pain(index), 1)), 4),
        fixedPoints[index]!,
      );
    const ranked = across(`Choice ${round + 1}`, "hours", (index) =>
      when(
        isAbove(countSame(span(places), catalogue.order[index]!), 0),
        num(-1),
        sub(rounded(score(index), 6), add(div(catalogue.effort[index]!, 1e8), div(catalogue.order[index]!, 1e10))),
      ),
    );
    const place = draft.put(row - 1, 2, positionOf(maxOf(span(ranked)), span(ranked)), "number");
    places.push(place);
    left = left.map((before, index) =>
      draft.put(
        top + 1 + index,
        remainingColumn + 1 + round,
        mul(before, sub(1, at(span(coverage[index]!), place))),
        "hours",
      ),
    );
    remaining.push(left);
    return { ranked, place };
  });
  const chosen = scores.map(({ ranked, place }, round): ChosenCells => {
    const pick = <Value extends string | number>(refs: readonly Ref<Value>[]) => at(span(refs), place);
    const automatable = sumOfDifferences(span(remaining[round]!), span(remaining[round + 1]!), shareSpan);
    return {
      place,
      id: pick(catalogue.ids),
      title: pick(catalogue.titles),
      effort: pick(catalogue.effort),
      ready: pick(ready),
      automatable,
      score: rounded(pick(ranked), 6),
    };
  });
  return {
    sheet: draft,
    rows,
    remaining,
    manualHours: sumSpan(span(rows.map(({ hours }) => hours))),
    assumedHours: sumProduct(span(rows.map(({ hours }) => hours)), span(rows.map(({ assumed }) => assumed))),
    assumedRows: sumSpan(span(rows.map(({ assumed }) => assumed))),
    isCapped: when(isAbove(enteredSum, limit), num(1), num(0)),
    peopleTooMany,
    yearlyHourUsd,
    worth,
    regulated: isRegulated,
    present: span(present),
    chosen,
    nextRow: row + 1,
  };
}
