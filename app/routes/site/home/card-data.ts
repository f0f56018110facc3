import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { BlueprintCard } from "#app/features/content/pages/blueprint-card-schema.ts";
import { toolNamed } from "#app/features/content/tools/tool-names.ts";
import { buildWeeks } from "#app/features/roi/model/single-build.ts";

/** A card with what its automations and tools say of themselves: titles, looks, how long the build takes. */
export function cardContent({ automations, workflow, ...card }: BlueprintCard) {
  const drawings = automations
    .map((id) => findAutomation(id)!)
    .map((automation) => ({ id: automation.id, title: automation.title, weeks: buildWeeks(automation) }));
  const steps = workflow.map(({ from, tool, action }) => ({ from, action, ...toolNamed(tool) }));
  return {
    ...card,
    drawings,
    steps,
    tools: new Set(steps.flatMap(({ tool }) => tool?.id ?? [])).size,
    /** To build all of its automations one after another. */
    weeks: drawings.reduce((sum, { weeks }) => sum + weeks, 0),
  };
}
export type CardContent = ReturnType<typeof cardContent>;
