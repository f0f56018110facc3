import { automationStory } from "#app/features/content/automations/automation-stories.ts";
import type { WorkflowStep } from "#app/features/content/automations/automation-story-schema.ts";
import type { AutomationId } from "#app/features/content/automations/automation-terms.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { toolNamed } from "#app/features/content/tools/tool-names.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import type { Analysis, Working } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatDecimal, formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { counted } from "#app/lib/numbers.ts";
import { type FullBlueprintContent, missingBeforePublication, type Section, type Task } from "../full-blueprint.ts";
import { diagramOf } from "./diagram.ts";

type Stack = ModelInput["stack"];

/** The catalogue's name, or the id as words. */
const stackToolName = (id: string): string => tools.find((tool) => tool.id === id)?.name ?? toolNamed(id).name;

/**
 * Returns the tool a client would use in a workflow step that names `stepTool`: the same tool if they have it,
 * otherwise their most expensive tool of the same category. Null for a catalogue tool without a counterpart. A step
 * that names no catalogue tool ("language_model") keeps its text.
 */
function ownToolFor(stepTool: string, stack: Stack): string | null {
  const { name, tool } = toolNamed(stepTool);
  if (!tool) return name;
  const own =
    stack.find(({ id }) => id === tool.id) ??
    stack
      .filter(({ category }) => category === tool.category)
      .toSorted((one, other) => other.monthlyUsd - one.monthlyUsd)[0];
  return own ? stackToolName(own.id) : null;
}

export type DraftSource = { inputs: ModelInput; result: Analysis; companyName: string };

/**
 * Returns the architect's starting point: one section per automation of the plan with the client's own processes and
 * tools, and the plan's weeks as tasks. Ids are derived from the automations, so that creating the draft twice
 * duplicates nothing.
 */
export function firstDraft({ inputs, result, companyName }: DraftSource): FullBlueprintContent {
  const builds = result.plan.phases.flatMap(({ items, fromDay }) =>
    items.flatMap((item) => (item.kind === "automation" ? [{ ...item, week: Math.floor(fromDay / 7) + 1 }] : [])),
  );
  const shown = builds.length > 0 ? builds : result.opportunities.slice(0, 1).map(({ id }) => ({ id, week: 1 }));
  const count = counted(shown.length, "automation");
  return {
    summary: `${named(companyName) || "The company"} spends ${formatDecimal(result.manualHoursPerWeek)} hours a week on the work described here. Built in this order, ${count} could save ${formatDecimal(result.hoursSavedPerWeek)} of them, worth ${formatEstimate(result.annualValue)} a year.`,
    sections: shown.map(({ id }) => clientSection(id, { inputs, result })),
    tasks: shown.flatMap(({ id, week }) => tasksOf(id, week, inputs)),
  };
}

export const untouchedSections = (
  { sections }: FullBlueprintContent,
  source: Pick<DraftSource, "inputs" | "result">,
): Section[] =>
  sections.filter((section) => {
    const id = findAutomation(section.automation ?? "")?.id;
    if (!id) return false;
    return [clientSection(id, source), sectionFor(id)].some(
      ({ title, body, diagram }) => section.title === title && section.body === body && section.diagram === diagram,
    );
  });

/** Returns why a draft cannot be reviewed or published, or null. At least one section must have been changed. */
export const publicationProblem = (
  content: FullBlueprintContent,
  source: Pick<DraftSource, "inputs" | "result">,
): string | null =>
  missingBeforePublication(content) ??
  (untouchedSections(content, source).length === content.sections.length
    ? "Every section is still the first draft from the analysis. Make it the client's own before you publish."
    : null);

function clientSection(id: AutomationId, { inputs, result }: Pick<DraftSource, "inputs" | "result">): Section {
  const story = automationStory(id);
  const working = result.working.opportunities.find((each) => each.id === id);
  return {
    ...sectionFor(id),
    diagram: diagramOf(story.workflow, (tool) => ownToolFor(tool, inputs.stack)),
    body: sectionBody(id, [
      processTable(working, inputs, result.working.processes),
      toolTable(story.workflow, inputs.stack),
    ]),
  };
}

export const sectionFor = (id: AutomationId): Section => ({
  id: `${id.toLowerCase()}-section`,
  title: findAutomation(id)?.title ?? id,
  automation: id,
  diagram: diagramOf(automationStory(id).workflow),
  body: sectionBody(id, []),
});

function sectionBody(id: AutomationId, client: readonly string[]): string {
  const story = automationStory(id);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
  return [
    story.fullDescription,
    ...client.filter((part) => part !== ""),
    `## Trigger\n\n${story.trigger}`,
    `## Steps\n\n${list(story.keyActions)}`,
    "## Fields\n\n| Field | From | To |\n| --- | --- | --- |\n| | | |",
    `## When a part fails\n\n${story.failure}`,
    `## Acceptance tests\n\n1. ${story.outcome}`,
  ].join("\n\n");
}

/** The processes that it takes work from, with the client's own hours; empty if the analysis assigns it none. */
function processTable(
  working: Working["opportunities"][number] | undefined,
  inputs: ModelInput,
  processes: Working["processes"],
): string {
  if (!working || working.allocations.length === 0) return "";
  const rows = working.allocations.map(({ process, name, hours }) => {
    const people = inputs.processes[process]?.people ?? 1;
    const today = processes[process]?.manualHours ?? hours;
    return row([name, `${people}`, `${formatHours(today)}`, formatHours(hours)]);
  });
  return `## Your processes\n\n${table(["Process", "People", "By hand today", "Taken on by this automation"], rows)}`;
}

function toolTable(workflow: readonly WorkflowStep[], stack: ModelInput["stack"]): string {
  const named = [...new Set(workflow.map(({ tool }) => tool))].filter((tool) => toolNamed(tool).tool);
  if (named.length === 0) return "";
  const rows = named.map((tool) => {
    const actions = workflow.filter((step) => step.tool === tool).map(({ action }) => action);
    const own = ownToolFor(tool, stack);
    return row([own ?? `To be chosen, such as ${toolNamed(tool).name}`, actions.join("; ")]);
  });
  return `## Your tools\n\n${table(["Tool", "What happens there"], rows)}`;
}

function tasksOf(id: AutomationId, week: number, { stack }: ModelInput): Task[] {
  const title = findAutomation(id)?.title ?? id;
  const missing = automationStory(id)
    .tools.filter((tool) => ownToolFor(tool, stack) === null)
    .map((tool) => toolNamed(tool).name);
  const key = id.toLowerCase();
  return [
    ...(missing.length > 0
      ? [
          {
            id: `${key}-tools`,
            title: `Choose the tools that ${id} still needs (in the example: ${missing.join(", ")})`,
            owner: "Owner of the process",
            week,
          },
        ]
      : []),
    { id: `${key}-build`, title: `Build ${id}, ${title}`, owner: "Builder", week },
    { id: `${key}-accept`, title: `Run the acceptance tests of ${id}`, owner: "Owner of the process", week: week + 1 },
  ];
}

const table = (head: readonly string[], rows: readonly string[]) =>
  [row(head), row(head.map(() => "---")), ...rows].join("\n");
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
const cell = (text: string) => (text === "---" ? text : asText(text));

/** Escapes client input, which must not end a cell, become a link or an address, or format the text around it. */
const asText = (text: string) =>
  text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>|~@]|:(?=\/)|\.(?=\p{L})|&(?=[#\w])/gu, "\\$&");
/** The same at the start of a line, where it must not become a heading, list or rule. */
const named = (text: string) => asText(text.trim()).replace(/^[-+=#]|(?<=^\d+)[.)]/, "\\$&");
