import { tools } from "#app/features/content/tools/tools.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { type DraftInput, Tool } from "#app/features/roi/inputs/model-input.ts";
import { numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { type ChosenTool, chooseFromCatalogue, chooseOwn, chosenTools, readStack } from "../answers/stack-text.ts";
import type { HeldAnswers } from "../colleagues.ts";
import { mergeRows, type Row, type RowDispute } from "../drafts/row-merge.ts";

type DraftStack = NonNullable<DraftInput["stack"]>;
type StackField = "cost" | "category" | "overlaps";

/** A tool as texts. Category "": a separate one. `overlaps` "no": it complements the others of its category. */
export type ToolTexts = { id: string; cost: string; category: string; overlaps: "" | "no" };

/** A ticked tool. Null: the form had no such field; the value stays, or is the catalog's. */
export type TickedTool = { id: string } & { [Field in StackField]: ToolTexts[Field] | null };

export type StackAnswers = {
  shown: ToolTexts[];
  ticked: TickedTool[];
  own: { name: string; cost: string; category: string };
};

/** A held answer that is valid and differs from the draft; null: not in the stack. */
export type ToolDispute = {
  key: string;
  id: string;
  field: StackField;
  name: string;
  here: string | null;
  there: string | null;
};

/**
 * Merges a colleague's answers into the stack, by tool and field. Invalid costs, and values that the owner changed
 * meanwhile, are held and the draft keeps its value. Null: more tools than an analysis accepts.
 */
export function mergeStack(
  current: DraftStack,
  { shown, ticked, own }: StackAnswers,
  employees?: number,
): { stack: DraftStack; held: HeldAnswers } | null {
  const stored = textsOf(current);
  const held: HeldAnswers = {};
  const sent = new Map<string, ToolTexts>();
  const before = (id: string) => shown.find((tool) => tool.id === id);
  for (const answer of ticked) {
    const { id } = answer;
    const tool = before(id) ?? stored.find((known) => known.id === id) ?? fromCatalogue(id, employees);
    if (tool) sent.set(id, answered(tool, answer));
  }
  if (!isInvisible(own.name)) {
    const tool = rowOf(chooseOwn(own.name, readCategory(own.category) || undefined, tools, employees));
    if (!sent.has(tool.id)) sent.set(tool.id, answered(tool, { cost: isInvisible(own.cost) ? null : own.cost }));
  }
  for (const [id, tool] of sent) {
    if (isValid(tool.cost)) continue;
    held[id] = tool.cost;
    sent.set(id, { ...tool, cost: before(id)?.cost ?? "" });
  }
  const { rows, disputes } = mergeRows(shown, [...sent.values()], stored, {
    nameOf: (row) => String(row["id"]).toLowerCase(),
    prefer: "theirs",
    canBeRenamed: false,
  });
  for (const dispute of disputes) Object.assign(held, heldFrom(dispute));
  if (rows.length > bounds.tools.max) return null;
  return {
    stack: stackOf(
      rows.map(({ row }) => row as ToolTexts),
      current,
    ),
    held,
  };
}

/** Applies held answers that the colleague insists on, unless the owner changed the value again. */
export function settleStack(
  current: DraftStack,
  held: HeldAnswers,
  seen: Readonly<Record<string, string | null>>,
  employees?: number,
): { stack: DraftStack; held: HeldAnswers } {
  const wanted = new Map(textsOf(current).map((tool) => [tool.id, tool]));
  const insisted = disputedTools(current, held).filter(({ key, there }) => seen[key] === there);
  for (const { id, field, here } of insisted) {
    const tool = wanted.get(id);
    if (here === null) wanted.delete(id);
    else if (tool) wanted.set(id, { ...tool, [field]: here });
    else if (wanted.size < bounds.tools.max) {
      const rest = { category: held[keyOf(id, "category")], overlaps: held[keyOf(id, "overlaps")] } as ToolTexts;
      wanted.set(id, answered(fromCatalogue(id, employees) ?? newTool(id), { ...rest, cost: here }));
    }
  }
  const settled = insisted.map(({ key }) => key);
  const rest = Object.entries(held).filter(([key]) => !settled.includes(key) && !settled.includes(idOf(key)));
  return { stack: stackOf([...wanted.values()], current), held: Object.fromEntries(rest) };
}

export function disputedTools(current: DraftStack, held: HeldAnswers): ToolDispute[] {
  const stored = textsOf(current);
  return Object.entries(held).flatMap(([key, here]) => {
    const [id, field] = [idOf(key), fieldOf(key)];
    const tool = stored.find((known) => known.id === id);
    // A removed tool is asked about once, not for each of its fields.
    if (!tool && field !== "cost") return [];
    const there = tool?.[field] ?? null;
    if (here === there || (field === "cost" && here !== null && !isValid(here))) return [];
    return [{ key, id, field, name: nameOf(id), here, there }];
  });
}

export function openAnswers(current: DraftStack, held: HeldAnswers, { shown, ticked }: StackAnswers): HeldAnswers {
  const isRetyped = ({ id, field }: ToolDispute) => {
    const [before, now] = [shown.find((tool) => tool.id === id), ticked.find((tool) => tool.id === id)];
    if (!before || !now) return Boolean(before) !== Boolean(now);
    return now[field] !== null && now[field] !== before[field];
  };
  const open = disputedTools(current, held).filter((dispute) => !isRetyped(dispute));
  const keys = open.map(({ key }) => key);
  return Object.fromEntries(Object.entries(held).filter(([key]) => keys.includes(key) || keys.includes(idOf(key))));
}

export function shownStack(current: DraftStack, held: HeldAnswers) {
  const shown = textsOf(current);
  const errors: Record<string, string> = {};
  const typed = chosenTools(current).map((tool) => {
    const cost = held[tool.id];
    if (typeof cost !== "string" || isValid(cost)) return tool;
    errors[tool.id] = readStack([{ ...tool, cost }]).errors[tool.id]!;
    return { ...tool, cost };
  });
  return { shown, typed, errors };
}

/** Ids are single lines without tabs. The key of a cost, and of a whole tool, is the id. */
const keyOf = (id: string, field: StackField) => (field === "cost" ? id : `${id}\t${field}`);
const idOf = (key: string) => key.split("\t")[0]!;
const fieldOf = (key: string) => (key.split("\t")[1] ?? "cost") as StackField;

function heldFrom({ row, field, ours }: RowDispute): HeldAnswers {
  const { id } = row as ToolTexts;
  if (field !== null) return { [keyOf(id, field as StackField)]: String(ours) };
  if (ours === undefined) return { [id]: null };
  const { cost, category, overlaps } = ours as ToolTexts;
  return { [id]: cost, [keyOf(id, "category")]: category, [keyOf(id, "overlaps")]: overlaps };
}

function answered(tool: ToolTexts, { cost, category, overlaps }: Partial<TickedTool>): ToolTexts {
  return {
    id: tool.id,
    cost: typeof cost === "string" ? canonical(cost) : tool.cost,
    category: typeof category === "string" ? (readCategory(category) ?? tool.category) : tool.category,
    overlaps: overlaps ?? tool.overlaps,
  };
}

/** A category as stored, "" for a separate one; null if invalid. */
const readCategory = (text: string): string | null =>
  text === "" || Tool.shape.category.safeParse(text).success ? text : null;

const textsOf = (stack: DraftStack): ToolTexts[] => chosenTools(stack).map(rowOf);

const rowOf = ({ id, cost, category, overlaps }: ChosenTool): ToolTexts & Row => ({
  id,
  cost,
  category: category ?? "",
  overlaps: overlaps === false ? "no" : "",
});

function fromCatalogue(id: string, employees?: number): ToolTexts | undefined {
  const tool = chooseFromCatalogue(id, employees);
  return tool && rowOf(tool);
}

const newTool = (id: string): ToolTexts => ({ id, cost: "", category: "", overlaps: "" });

const nameOf = (id: string) => tools.find((one) => one.id === id)?.name ?? id;

const isValid = (cost: string) =>
  readStack([{ id: "one", name: "", category: undefined, cost }]).errors["one"] === undefined;

function stackOf(rows: readonly ToolTexts[], current: DraftStack): DraftStack {
  const unnamed = current.filter(({ id }) => id === undefined);
  const chosen = rows.map(
    ({ id, cost, category, overlaps }): ChosenTool => ({
      ...{ id, name: nameOf(id), cost, category: category || undefined },
      ...(overlaps === "no" && { overlaps: false }),
    }),
  );
  return [...readStack(chosen).stack, ...unnamed];
}

function canonical(cost: string): string {
  const value = parseNumber(cost);
  return value === null || Number.isNaN(value) ? cost.trim() : numberText(value);
}
