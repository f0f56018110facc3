import type { Automation } from "#app/features/content/automation-schema.ts";
import { automationStory, stepKinds } from "#app/features/content/automation-stories.ts";
import { toolNamed } from "#app/features/content/tool-names.ts";
import { buildWeeks } from "#app/features/roi/single-build.ts";

/** What a card shows, from the two halves of the record. For loaders: stories stay on the server. */
export function cardOf(automation: Automation) {
  const { icon, tools, workflow } = automationStory(automation.id);
  const { id, title, area, category, shortDescription } = automation;
  return {
    ...{ id, title, area, category, shortDescription, icon },
    kinds: stepKinds(workflow),
    weeks: buildWeeks(automation),
    tools: tools.map((name) => toolNamed(name).tool!).map(({ name, logo, brandColor }) => ({ name, logo, brandColor })),
  };
}
export type CardContent = ReturnType<typeof cardOf>;
