import { type GridAutomation, isOwnAutomation } from "#app/features/content/automations/automation-grid.ts";
import { automationStory, stepKinds, workflowSequence } from "#app/features/content/automations/automation-stories.ts";
import type { ToolCategory } from "#app/features/content/automations/automation-terms.ts";
import { toolNamed } from "#app/features/content/tools/tool-names.ts";
import { templateOf } from "#app/features/kit/starter-kit.ts";
import { activityLabels } from "#app/features/roi/inputs/input-labels.ts";
import { buildWeeks, savedHoursOf } from "#app/features/roi/model/single-build.ts";

/** What a firm has to have for an automation to be built, in words. */
const needLabels: Readonly<Record<ToolCategory, string>> = {
  crm: "a CRM",
  forms: "a form tool",
  enrichment: "a source of company data",
  chat: "a team chat",
  documents: "a document tool",
  calendar: "shared calendars",
  bi: "a reporting tool",
  email: "an email tool",
  billing: "a billing system",
  ads: "ad accounts",
  cms: "a content system",
  social: "a social publishing tool",
  support: "a ticket system",
  survey: "a survey tool",
};

/** Everything one drawing shows: the automation's record, its story, and what the return model says of it. For loaders. */
export function drawingOf(automation: GridAutomation) {
  const isOwn = isOwnAutomation(automation);
  const { workflow, tools, ...story } = isOwn ? automation : automationStory(automation.id);
  const kinds = stepKinds(workflow);
  return {
    ...automation,
    kitTemplate: isOwn ? undefined : templateOf(automation.id),
    ...story,
    needs: isOwn ? automation.needs : inWords.format(automation.needs.map((need) => needLabels[need])),
    weeks: buildWeeks(automation),
    /** None for the firm's own automations: the model does not have them. */
    hours: (isOwn ? [] : savedHoursOf(automation)).map((row) => ({
      ...row,
      work: activityLabels[row.activity].toLowerCase(),
    })),
    tools: tools.map(lookOf),
    steps: workflow.map((step, place) => ({ ...step, ...lookOf(step.tool), kind: kinds[place]! })),
    decisions: kinds.filter((kind) => kind === "decision").length,
    sequence: workflowSequence(workflow),
  };
}
export type Drawing = ReturnType<typeof drawingOf>;
export type DrawnStep = Drawing["steps"][number];

const inWords = new Intl.ListFormat("en", { type: "conjunction" });

function lookOf(tool: string) {
  const { name, tool: known } = toolNamed(tool);
  return { name, look: known && { name, logo: known.logo, brandColor: known.brandColor } };
}
