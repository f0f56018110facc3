import { isOwnAutomation } from "#app/features/content/automations/automation-grid.ts";
import { automationStory } from "#app/features/content/automations/automation-stories.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { diagramOf } from "./diagram.ts";

/** The specified automations, hidden ones too because analyses recommend them, then the shown ones of the firm. */
export const gridDrawings = (): { id: string; title: string; diagram: string }[] => [
  ...automations.map(({ id, title }) => ({ id, title, diagram: diagramOf(automationStory(id).workflow) })),
  ...siteText("automations")
    .shown.filter(isOwnAutomation)
    .map(({ id, title, workflow }) => ({ id, title, diagram: diagramOf(workflow) })),
];
