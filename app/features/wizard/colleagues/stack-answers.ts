import { tools } from "#app/features/content/tools.ts";
import { bounds } from "#app/features/roi/bounds.ts";
import type { DraftInput } from "#app/features/roi/model-input.ts";
import { type ChosenTool, chooseFromCatalogue, chooseOwn, chosenTools, readStack } from "../answers/stack-text.ts";
import type { HeldAnswers } from "../colleagues.ts";
import { mergeRows, type Row } from "../drafts/row-merge.ts";
import { numberText, parseNumber } from "../number-text.ts";

type DraftStack = NonNullable<DraftInput["stack"]>;
/** A tool with its monthly cost as text. */
export type ToolCost = { id: string; cost: string };

/** What a colleague sent: the tools that the form was rendered with, and those that are ticked. Cost null: the list price. */
export type StackAnswers = {
  shown: ToolCost[];
  ticked: { id: string; cost: string | null }[];
  own: { name: string; cost: string };
};

/**
 * The stack after a colleague's answers. Tools and costs that only the colleague changed are theirs. A cost that is invalid,
 * and a tool that the owner changed meanwhile, are held and the draft keeps its value. Null: more tools than an analysis takes.
 */
export function mergeStack(
  current: DraftStack,
  { shown, ticked, own }: StackAnswers,
  employees?: number,
): { stack: DraftStack; held: HeldAnswers } | null {
  const stored = chosenTools(current);
  const held: HeldAnswers = {};
  const sent = new Map<string, ChosenTool>();
  for (const { id, cost } of ticked) {
    const tool = stored.find((known) => known.id === id) ?? chooseFromCatalogue(id, employees) ?? ownTool(id, shown);
    if (tool) sent.set(tool.id, { ...tool, cost: cost === null ? tool.cost : canonical(cost) });
  }
  if (own.name.trim() !== "") {
    const tool = chooseOwn(own.name, undefined, tools, employees);
    if (!sent.has(tool.id)) sent.set(tool.id, own.cost.trim() === "" ? tool : { ...tool, cost: canonical(own.cost) });
  }
  for (const [id, tool] of sent) {
    if (!isInvalid(tool)) continue;
    held[id] = tool.cost;
    sent.set(id, { ...tool, cost: shown.find((before) => before.id === id)?.cost ?? "" });
  }
  const { rows, disputes } = mergeRows(shown.map(rowOf), [...sent.values()].map(rowOf), stored.map(rowOf), {
    nameOf: (row) => String(row["id"]).toLowerCase(),
    prefer: "theirs",
  });
  for (const { row, field, ours } of disputes) {
    const id = String(row["id"]);
    held[id] = field === null ? (ours === undefined ? null : String((ours as Row)["cost"])) : String(ours);
  }
  if (rows.length > bounds.tools.most) return null;
  return {
    stack: stackOf(
      rows.map(({ row }) => row as ToolCost),
      [...stored, ...sent.values()],
      current,
    ),
    held,
  };
}

/** The held answer to one tool that the colleague insists on, unless the owner changed it again. */
export function settleStack(
  current: DraftStack,
  held: HeldAnswers,
  seen: Readonly<Record<string, string | null>>,
  employees?: number,
): { stack: DraftStack; held: HeldAnswers } {
  const stored = chosenTools(current);
  const insisted = disputedTools(current, held).filter(({ id, there }) => seen[id] === there);
  const wanted = new Map<string, ChosenTool>(stored.map((tool) => [tool.id, tool]));
  for (const { id, here } of insisted) {
    const tool = wanted.get(id) ??
      chooseFromCatalogue(id, employees) ?? { id, name: id, category: undefined, cost: "" };
    if (here === null) wanted.delete(id);
    else if (wanted.has(id) || wanted.size < bounds.tools.most) wanted.set(id, { ...tool, cost: here });
  }
  const rest = Object.entries(held).filter(([id]) => !insisted.some((tool) => tool.id === id));
  const rows = [...wanted.values()].map(({ id, cost }) => ({ id, cost }));
  return { stack: stackOf(rows, [...wanted.values()], current), held: Object.fromEntries(rest) };
}

/** Held answers that are valid and differ from the draft; null: not in the stack. */
export function disputedTools(
  current: DraftStack,
  held: HeldAnswers,
): { id: string; name: string; here: string | null; there: string | null }[] {
  const stored = chosenTools(current);
  return Object.entries(held).flatMap(([id, here]) => {
    const tool = stored.find((known) => known.id === id);
    const there = tool?.cost ?? null;
    if (here === there || (here !== null && isInvalid({ id, cost: here }))) return [];
    return [{ id, name: nameOf(id, tool), here, there }];
  });
}

/** The tools as the form shows them: the draft's costs, and the colleague's invalid ones to correct. */
export function shownStack(current: DraftStack, held: HeldAnswers) {
  const shown = chosenTools(current);
  const errors: Record<string, string> = {};
  const typed = shown.map((tool) => {
    const cost = held[tool.id];
    if (typeof cost !== "string" || !isInvalid({ id: tool.id, cost })) return tool;
    errors[tool.id] = readStack([{ ...tool, cost }]).errors[tool.id]!;
    return { ...tool, cost };
  });
  return { shown: shown.map(({ id, cost }): ToolCost => ({ id, cost })), typed, errors };
}

const nameOf = (id: string, tool: ChosenTool | undefined) =>
  tool?.name ?? tools.find((one) => one.id === id)?.name ?? id;

const rowOf = ({ id, cost }: ToolCost): Row => ({ id, cost });

const isInvalid = ({ id, cost }: ToolCost) =>
  readStack([{ id, name: id, category: undefined, cost }]).errors[id] !== undefined;

/** One of the visitor's own tools that the owner removed since the form was rendered. */
const ownTool = (id: string, shown: readonly ToolCost[]): ChosenTool | undefined =>
  shown.some((tool) => tool.id === id) ? { id, name: id, category: undefined, cost: "" } : undefined;

/** The rows as tools of the draft; what the colleague does not see, such as the category, stays. */
function stackOf(rows: readonly ToolCost[], known: readonly ChosenTool[], current: DraftStack): DraftStack {
  const unnamed = current.filter(({ id }) => id === undefined);
  const wanted = rows.map(({ id, cost }) => ({ ...(known.find((tool) => tool.id === id) as ChosenTool), cost }));
  return [...readStack(wanted).stack, ...unnamed];
}

function canonical(cost: string): string {
  const value = parseNumber(cost);
  return value === null || Number.isNaN(value) ? cost.trim() : numberText(value);
}
