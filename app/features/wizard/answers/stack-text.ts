import { findTool } from "#app/features/content/tools/tools.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { type DraftInput, Tool } from "#app/features/roi/inputs/model-input.ts";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { cut } from "#app/lib/words/cut.ts";
import { listPriceFor } from "./list-price.ts";

/** One chosen tool with its cost as typed. A visitor's own tool has its name as id. */
export interface ChosenTool {
  id: string;
  name: string;
  /** Undefined: a separate category. */
  category: string | undefined;
  cost: string;
  /** False: it complements the others of its category. */
  overlaps?: boolean;
}

type Stack = NonNullable<DraftInput["stack"]>;

export const chosenTools = (stack: DraftInput["stack"]): ChosenTool[] =>
  (stack ?? []).flatMap(({ id, category, monthlyUsd, overlaps }) =>
    id === undefined
      ? []
      : [
          {
            id,
            name: findTool(id)?.name ?? id,
            category,
            cost: numberText(monthlyUsd),
            ...(overlaps === false && { overlaps }),
          },
        ],
  );

export const toolTextsIn = (kept: unknown): ChosenTool[] | undefined =>
  Array.isArray(kept) && kept.every((tool) => typeof tool?.id === "string" && typeof tool?.cost === "string")
    ? (kept as ChosenTool[])
    : undefined;

export function chooseFromCatalogue(id: string, employees?: number): ChosenTool | undefined {
  const tool = findTool(id);
  if (!tool) return undefined;
  return { id, name: tool.name, category: tool.category, cost: String(listPriceFor(tool, employees).monthlyUsd) };
}

/** Creates a visitor's own tool; returns the catalogue's tool if one has that name. */
export function chooseOwn(
  name: string,
  category: string | undefined,
  catalogue: readonly { id: string; name: string }[],
  employees?: number,
): ChosenTool {
  const typed = cut(name.trim(), bounds.toolIdLength.max);
  const known = catalogue.find((tool) => tool.name.toLowerCase() === typed.toLowerCase());
  return (known && chooseFromCatalogue(known.id, employees)) ?? { id: typed, name: typed, category, cost: "" };
}

export const withTool = (tools: ChosenTool[], wanted: ChosenTool): ChosenTool[] =>
  tools.some(({ id }) => id === wanted.id) ? tools : [...tools, wanted];

/** Returns the tools with one cost edited. Adds `edited`, as shown on the page, if the tools no longer contain it. */
export const editCost = (tools: ChosenTool[], edited: ChosenTool, cost: string): ChosenTool[] =>
  withTool(tools, edited).map((tool) => (tool.id === edited.id ? { ...tool, cost } : tool));

export const editCategory = (tools: ChosenTool[], edited: ChosenTool, category: string | undefined): ChosenTool[] =>
  withTool(tools, edited).map((tool) => (tool.id === edited.id ? { ...tool, category } : tool));

export const editOverlap = (tools: ChosenTool[], edited: ChosenTool, isComplement: boolean): ChosenTool[] =>
  withTool(tools, edited).map((tool) => {
    if (tool.id !== edited.id) return tool;
    const { overlaps: _, ...rest } = tool;
    return isComplement ? { ...rest, overlaps: false } : rest;
  });

/** Returns the stack to save, without invalid costs, and the errors of those by tool. */
export function readStack(chosen: readonly ChosenTool[]): { stack: Stack; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const stack = chosen.map(({ id, category, cost, overlaps }) => {
    const monthlyUsd = parseNumber(cost);
    const read = Tool.shape.monthlyUsd.safeParse(monthlyUsd ?? 0);
    if (!read.success) errors[id] = askedNumber(cost) ?? "Monthly cost: enter a number from 0, in USD.";
    return {
      id,
      ...(category !== undefined && { category }),
      ...(read.success && monthlyUsd !== null && { monthlyUsd }),
      ...(overlaps === false && { overlaps }),
    };
  });
  return { stack, errors };
}

/** Like `readStack`, but every cost is required. */
export function stackErrors(chosen: readonly ChosenTool[]): Record<string, string> {
  const { errors } = readStack(chosen);
  for (const { id, cost } of chosen)
    if (parseNumber(cost) === null) errors[id] = "Monthly cost: enter what it costs a month, 0 if it is free.";
  return errors;
}
