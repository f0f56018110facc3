import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";

/** Returns the kit's template for the best candidate that saves this company hours; null if none fits. */
export function fittingTemplate({ opportunities }: Pick<Analysis, "opportunities">): {
  name: string;
  title: string;
} | null {
  for (const { id, hoursSaved } of opportunities) {
    const automation = hoursSaved > 0 ? findAutomation(id) : undefined;
    if (automation?.kitTemplate) return { name: automation.kitTemplate, title: automation.title };
  }
  return null;
}
