import { automationStory } from "#app/features/content/automation-stories.ts";
import { findAutomation } from "#app/features/content/automations.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate } from "#app/features/roi/figures.ts";
import { diagramOf } from "./diagram.ts";
import { type FullBlueprintContent, missingBeforePublication, type Section, type Task } from "./full-blueprint.ts";

/**
 * What an architect begins with: one section for each automation of the plan with the drawing of the grid and the headings
 * every section needs, and the plan's months as tasks. Ids come from the automations, so beginning twice doubles nothing.
 */
export function firstDraft(result: Analysis, companyName: string): FullBlueprintContent {
  const builds = result.plan.phases.flatMap(({ items, fromDay }) =>
    items.flatMap((item) => (item.kind === "automation" ? [{ ...item, week: Math.floor(fromDay / 7) + 1 }] : [])),
  );
  const shown = builds.length > 0 ? builds : result.opportunities.slice(0, 1).map(({ id }) => ({ id, week: 1 }));
  return {
    summary: `${companyName || "The company"} spends ${result.manualHoursPerWeek.toFixed(1)} hours a week on the work described here. Built in this order, ${shown.length} automation${shown.length === 1 ? "" : "s"} could save ${result.hoursSavedPerWeek.toFixed(1)} of them, worth ${formatEstimate(result.annualValue)} a year.`,
    sections: shown.map(({ id }) => sectionFor(id)),
    tasks: shown.flatMap(({ id, week }): Task[] => {
      const title = findAutomation(id)?.title ?? id;
      return [
        { id: `${id.toLowerCase()}-build`, title: `Build ${id}, ${title}`, owner: "Builder", week },
        {
          id: `${id.toLowerCase()}-accept`,
          title: `Run the acceptance tests of ${id}`,
          owner: "Owner of the process",
          week: week + 1,
        },
      ];
    }),
  };
}

/** The sections that nobody has changed since they were taken from the grid. */
export const untouchedSections = ({ sections }: FullBlueprintContent): Section[] =>
  sections.filter((section) => {
    if (!section.automation) return false;
    const { title, body, diagram } = sectionFor(section.automation);
    return section.title === title && section.body === body && section.diagram === diagram;
  });

/** Why a draft cannot be reviewed or published, or null. A draft in which no section was changed is not the client's. */
export const publicationProblem = (content: FullBlueprintContent): string | null =>
  missingBeforePublication(content) ??
  (untouchedSections(content).length === content.sections.length
    ? "Every section is still the first draft from the analysis. Make it the client's own before you publish."
    : null);

/** A section with the drawing and the facts of an automation of the grid, to be made the client's own. */
export function sectionFor(id: NonNullable<Section["automation"]>): Section {
  const story = automationStory(id);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
  return {
    id: `${id.toLowerCase()}-section`,
    title: findAutomation(id)?.title ?? id,
    automation: id,
    diagram: diagramOf(id),
    body: [
      story.fullDescription,
      `## Trigger\n\n${story.trigger}`,
      `## Steps\n\n${list(story.keyActions)}`,
      "## Fields\n\n| Field | From | To |\n| --- | --- | --- |\n| | | |",
      `## When a part fails\n\n${story.failure}`,
      `## Acceptance tests\n\n1. ${story.outcome}`,
    ].join("\n\n"),
  };
}
