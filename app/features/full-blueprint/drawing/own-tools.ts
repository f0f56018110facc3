import { toolNamed } from "#app/features/content/tools/tool-names.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";

type Stack = ModelInput["stack"];

/** The catalogue's name, or the id as words. */
export const stackToolName = (id: string): string => tools.find((tool) => tool.id === id)?.name ?? toolNamed(id).name;

/**
 * Returns the tool a client would use in a workflow step that names `stepTool`: the same tool if they have it,
 * otherwise their most expensive tool of the same category. Null for a catalogue tool without a counterpart. A step
 * that names no catalogue tool ("language_model") keeps its text.
 */
export function ownToolFor(stepTool: string, stack: Stack): string | null {
  const { name, tool } = toolNamed(stepTool);
  if (!tool) return name;
  const own =
    stack.find(({ id }) => id === tool.id) ??
    stack
      .filter(({ category }) => category === tool.category)
      .toSorted((one, other) => other.monthlyUsd - one.monthlyUsd)[0];
  return own ? stackToolName(own.id) : null;
}
