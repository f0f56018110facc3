import { sumOf } from "./arithmetic.ts";
import type { Tool } from "./model-input.ts";
import { type Assumptions, currentModel } from "./parameters.ts";

export interface StackSpend {
  monthlyUsd: number;
  /** Per category, everything but its dearest tool; complements are left out. */
  overlapUsd: number;
  overlapCategories: string[];
}

export const categoryOf = (tool: Tool) => tool.category ?? tool.id;

/** Whether a tool may overlap with another one of its category. */
export const mayOverlap = (tool: Tool, { knowsComplements }: Pick<Assumptions, "knowsComplements"> = currentModel) =>
  !knowsComplements || tool.overlaps !== false;

export function stackSpend(
  stack: readonly Tool[],
  assumptions: Pick<Assumptions, "knowsComplements"> = currentModel,
): StackSpend {
  const byCategory = Map.groupBy(
    stack.filter((tool) => mayOverlap(tool, assumptions)),
    categoryOf,
  );
  return {
    monthlyUsd: sumOf(stack, (tool) => tool.monthlyUsd),
    overlapUsd: sumOf(byCategory.values(), overlapOf),
    overlapCategories: [...byCategory].flatMap(([category, tools]) => (tools.length > 1 ? [category] : [])).sort(),
  };
}

function overlapOf(tools: readonly Tool[]): number {
  const dearest = tools.reduce((most, tool) => Math.max(most, tool.monthlyUsd), 0);
  return sumOf(tools, (tool) => tool.monthlyUsd) - dearest;
}
