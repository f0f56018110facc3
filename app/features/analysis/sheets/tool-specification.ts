import type { AutomationId } from "#app/features/content/automations/automation-terms.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { categoryInSentence } from "#app/features/content/tools/tool-labels.ts";
import { findTool } from "#app/features/content/tools/tools.ts";
import type { BaseAnalysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput, Tool } from "#app/features/roi/inputs/model-input.ts";
import { currentModel, mean, models } from "#app/features/roi/inputs/parameters.ts";
import { categoryOf, mayOverlap } from "#app/features/roi/model/stack.ts";
import { formatEstimate, formatShare } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import { counted } from "#app/lib/numbers.ts";

/** Sheet A-05: one kind of tool. `neededBy` lists automations among the five. */
export interface ToolKind {
  category: string;
  /** Most expensive first; empty for a kind that the stack lacks. */
  tools: Tool[];
  monthlyUsd: number;
  /** The amount paid twice: all overlapping tools except the most expensive. */
  overlapUsd: number;
  neededBy: AutomationId[];
}

/** The stack's kinds by cost, then those that the five automations need and the stack lacks. */
export function toolKinds({ stack }: Pick<ModelInput, "stack">, result: BaseAnalysis): ToolKind[] {
  const needs = result.opportunities.flatMap(({ id }) =>
    (findAutomation(id)?.needs ?? []).map((category) => ({ category: category as string, id })),
  );
  const model = models[result.modelVersion];
  const byKind = Map.groupBy(stack, categoryOf);
  const overlapping = new Set(result.overlapCategories);
  return [...new Set([...byKind.keys(), ...needs.map(({ category }) => category)])]
    .map((category) => {
      const tools = [...(byKind.get(category) ?? [])].sort((one, other) => other.monthlyUsd - one.monthlyUsd);
      const rivals = overlapping.has(category) ? tools.filter((tool) => mayOverlap(tool, model)) : [];
      return {
        category,
        tools,
        monthlyUsd: sumUsd(tools),
        overlapUsd: sumUsd(rivals.slice(1)),
        neededBy: [...new Set(needs.filter((need) => need.category === category).map(({ id }) => id))],
      };
    })
    .sort(
      (one, other) =>
        Number(one.tools.length === 0) - Number(other.tools.length === 0) || other.monthlyUsd - one.monthlyUsd,
    );
}

const sumUsd = (tools: readonly Tool[]) => tools.reduce((sum, { monthlyUsd }) => sum + monthlyUsd, 0);

export const toolName = ({ id }: Pick<Tool, "id">): string => findTool(id)?.name ?? id;

/** `HubSpot $1,600` */
export const pricedTool = (tool: Tool): string => `${toolName(tool)} ${formatUsd(tool.monthlyUsd)}`;

export const missingKinds = (kinds: readonly ToolKind[]): string[] =>
  kinds.filter(({ tools }) => tools.length === 0).map(({ category }) => category);

export function toolTitle(input: Pick<ModelInput, "stack">, result: BaseAnalysis): string {
  if (input.stack.length === 0) return "No tools were named";
  return result.overlapMonthly > 0
    ? `You pay ${formatUsd(result.overlapMonthly)} a month for duplicate tools`
    : "No tool is paid for twice";
}

export function toolSentences({ stack }: Pick<ModelInput, "stack">, result: BaseAnalysis, kinds: readonly ToolKind[]) {
  const missing = missingKinds(kinds).map(categoryInSentence);
  const gaps =
    missing.length === 0
      ? "The five automations need no other kind of tool."
      : `The five automations also need ${listed(missing)}.`;
  if (stack.length === 0) return gaps;
  const cost = `${counted(stack.length, "tool costs", "tools cost")} ${formatUsd(result.stackMonthly)} a month.`;
  const saving =
    result.overlapMonthly > 0
      ? `About ${formatShare(mean(currentModel.stackSaving))} of the overlap can be saved: ${formatEstimate(result.annualStackSavings)} a year. The most expensive tool of a kind is never counted.`
      : "Nothing is paid for the same work twice, so the model counts no saving here.";
  return `${cost} ${saving} ${gaps}`;
}

const listed = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join();
