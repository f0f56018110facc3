import { type GridAutomation, isOwnAutomation } from "#app/features/content/automations/automation-grid.ts";
import { automationStory, workflowShape } from "#app/features/content/automations/automation-stories.ts";
import { toolNamed } from "#app/features/content/tools/tool-names.ts";
import { activityLabels } from "#app/features/roi/inputs/input-labels.ts";
import { buildWeeks, savedHoursOf } from "#app/features/roi/model/single-build.ts";
import type { GridEntry } from "#app/lib/search/grid-search.ts";
import { searchFold } from "#app/lib/search/search-fold.ts";

/** What a card shows, from the two halves of the record. For loaders: stories stay on the server. */
export function cardOf(automation: GridAutomation) {
  const { icon, tools, workflow } = isOwnAutomation(automation) ? automation : automationStory(automation.id);
  const { id, title, area, category, shortDescription } = automation;
  const [most] = isOwnAutomation(automation) ? [] : savedHoursOf(automation);
  return {
    ...{ id, title, area, category, shortDescription, icon },
    shape: workflowShape(workflow),
    weeks: buildWeeks(automation),
    /** Of the activity of which the automation returns most; the model has none of the firm's own automations. */
    hours: most ? { ...most, work: activityLabels[most.activity].toLowerCase() } : null,
    tools: tools.map(toolNamed).map(({ name, tool }) => ({ id: tool?.id ?? idOf(name), name })),
  };
}
/** For addresses, of a tool that the catalogue does not have: no two names share one, and it has no spaces, which divide ids. */
const idOf = (name: string): string => name.toLowerCase().replace(/\s+/g, "-");

export type CardContent = ReturnType<typeof cardOf>;

/** How the search sees a card. The page's script reads the same words from the card itself. */
export const entryOf = ({ id, category, title, shortDescription, tools }: CardContent): GridEntry => ({
  area: category,
  tools: tools.map((tool) => tool.id),
  text: searchFold([id, category, title, shortDescription, ...tools.map(({ name }) => name)].join(" ")),
});
