import { activities, areas, outcomes, toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { toolCategoryLabels } from "#app/features/content/tools/tool-labels.ts";
import { frequencies, revenueBands } from "../inputs/bounds.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "../inputs/input-labels.ts";
import { areaRelation, revenueMidpointUsd } from "../inputs/parameters.ts";
import { DraftSheet, type Ref, span } from "./draft-sheet.ts";
import type { Span } from "./formula.ts";

/** Sorted by id, so that ties go to the lower one. */
export const listed = [...automations].sort((one, other) => (one.id < other.id ? -1 : 1));

export const firstAutomation = 4;

export interface CatalogueCells {
  sheet: DraftSheet;
  /** 1, 2, 3 …: ties go to the lower. */
  order: Ref<number>[];
  ids: Ref<string>[];
  titles: Ref<string>[];
  effort: Ref<number>[];
  /** Per automation: by activity, by area (1 same, 2 neighboring, 3 other), by tool category and by outcome. */
  covers: Span[];
  relation: Span[];
  needs: Span[];
  needsByCategory: Span[];
  serves: Span[];
  words: {
    areas: Span<string>;
    activities: Span<string>;
    outcomes: Span<string>;
    frequencies: Span<string>;
    revenueBands: Span<string>;
    categories: Ref<string>[];
    categoryList: Span<string>;
  };
  revenueMidpoints: Span;
}

export function cataloguePart(): CatalogueCells {
  const draft = new DraftSheet("Catalog");
  draft.put(1, 1, "Catalog", "title");
  draft.put(2, 1, "The automations of the model. The same in every version of it.", "note");
  const line = <Value extends string | number>(
    row: number,
    look: "label" | "number" | "note",
    values: readonly Value[],
  ) => values.map((value, index) => draft.known(row, firstAutomation + index, value, look));
  draft.put(3, 1, "Place", "label");
  const order = line(
    3,
    "number",
    listed.map((_, index) => index + 1),
  );
  draft.put(4, 1, "Number", "label");
  const ids = line(
    4,
    "label",
    listed.map(({ id }): string => id),
  );
  draft.put(5, 1, "Automation", "label");
  const titles = line(
    5,
    "note",
    listed.map(({ title }) => title),
  );
  draft.put(6, 1, "Effort, 1 to 5", "label");
  const effort = line(
    6,
    "number",
    listed.map((automation): number => automation.effort),
  );

  let row = 8;
  const block = (
    heading: string,
    words: readonly string[],
    value: (word: number, automation: (typeof listed)[number]) => number,
  ) => {
    draft.put(row, 1, heading, "heading");
    row += 1;
    const names = words.map((word, index) => draft.put(row + index, 1, word, "label"));
    const lines = words.map((_, index) =>
      line(
        row + index,
        "number",
        listed.map((automation) => value(index, automation)),
      ),
    );
    row += words.length + 1;
    return {
      names,
      byAutomation: listed.map((_, column) => span(lines.map((cells) => cells[column]!))),
      byWord: lines.map((cells) => span(cells)),
    };
  };
  const covers = block(
    "Share of the hours covered, by activity",
    activities.map((activity) => activityLabels[activity]),
    (index, automation) => automation.covers[activities[index]!] ?? 0,
  );
  const relation = block(
    "Area of the process: 1 same, 2 neighboring, 3 other",
    areas.map((area) => focusLabels[area]),
    (index, automation) => ({ same: 1, neighbor: 2, other: 3 })[areaRelation(automation.area, areas[index]!)],
  );
  const needs = block(
    "Kinds of tools it connects; beside each: 1 if in the stack, 1 if in scope",
    toolCategories.map((category) => toolCategoryLabels[category]),
    (index, automation) => (automation.needs.includes(toolCategories[index]!) ? 1 : 0),
  );
  const serves = block(
    "Outcomes it serves",
    outcomes.map((outcome) => outcomeLabels[outcome]),
    (index, automation) => (automation.outcomeTags.includes(outcomes[index]!) ? 1 : 0),
  );

  draft.put(row, 1, "How often work is done", "heading");
  const often = frequencies.map((frequency, index) =>
    draft.put(row + 1 + index, 1, frequencyLabels[frequency], "label"),
  );
  row += frequencies.length + 2;
  draft.put(row, 1, "Annual revenue", "heading");
  draft.put(row, 2, "Middle of the band, USD", "note");
  const bands = revenueBands.map((band, index) => draft.put(row + 1 + index, 1, revenueBandLabels[band], "label"));
  const middles = revenueBands.map((band, index) => draft.put(row + 1 + index, 2, revenueMidpointUsd[band], "usd"));

  return {
    sheet: draft,
    order,
    ids,
    titles,
    effort,
    covers: covers.byAutomation,
    relation: relation.byAutomation,
    needs: needs.byAutomation,
    needsByCategory: needs.byWord,
    serves: serves.byAutomation,
    words: {
      areas: span(relation.names),
      activities: span(covers.names),
      outcomes: span(serves.names),
      frequencies: span(often),
      revenueBands: span(bands),
      categories: needs.names,
      categoryList: span(needs.names),
    },
    revenueMidpoints: span(middles),
  };
}
