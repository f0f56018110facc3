import type { Tool } from "../inputs/model-input.ts";
import { type Assumptions, currentModel } from "../inputs/parameters.ts";
import { sumOf } from "./arithmetic.ts";

export interface StackSpend {
  monthlyUsd: number;
  /** Per category, everything but its most expensive tool; complements are excluded. */
  overlapUsd: number;
  overlapCategories: string[];
}

export const categoryOf = (tool: Tool) => tool.category ?? tool.id;

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
