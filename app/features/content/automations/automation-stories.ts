import { toolNamed } from "../tools/tool-names.ts";
import type { Automation } from "./automation-schema.ts";
import { lifecycleStories } from "./automation-stories/lifecycle.ts";
import { marketingStories } from "./automation-stories/marketing.ts";
import { revenueStories } from "./automation-stories/revenue.ts";
import type { AutomationStory, WorkflowStep } from "./automation-story-schema.ts";
import { hiddenIds, isShown } from "./hidden.ts";

/*
 * The long half of the specified automations. Separate from automations.ts because the return model and the wizard load
 * those records in the browser: they need only figures and titles, and would load some 40 kB of text with them.
 */

const byId: ReadonlyMap<string, AutomationStory> = new Map(
  [...revenueStories, ...marketingStories, ...lifecycleStories].map((story) => [story.id, story]),
);

/** How a story names another automation: "the handoff to billing (S-08)". The sentence is complete without it. */
const reference = / \(((?:S|M|CS)-\d\d)\)/g;

/** Without the numbers of automations that the firm hides. */
export function automationStory(id: Automation["id"]): AutomationStory {
  const story = byId.get(id);
  if (!story) throw new Error(`${id} has no story`);
  if (hiddenIds().length === 0) return story;
  return JSON.parse(
    JSON.stringify(story).replace(reference, (named, number: string) => (isShown(number) ? named : "")),
  ) as AutomationStory;
}

export type StepKind = "trigger" | "step" | "decision" | "outcome";

/** Trigger, steps, outcome; steps with an alternative are decisions. */
export const stepKinds = (workflow: readonly WorkflowStep[]): StepKind[] =>
  workflow.map((step, place) => {
    if (place === 0) return "trigger";
    if (place === workflow.length - 1) return "outcome";
    return step.otherwise === undefined ? "step" : "decision";
  });

/** A workflow for a card: its steps, and the branch of each decision's "no". Indexes count from 0. */
export type WorkflowShape = {
  kinds: readonly StepKind[];
  /** `to`: the step at which the branch rejoins, before or after the decision; null if it ends. */
  branches: readonly { from: number; to: number | null }[];
};

export const workflowShape = (workflow: readonly WorkflowStep[]): WorkflowShape => ({
  kinds: stepKinds(workflow),
  branches: workflow.flatMap(({ otherwise, rejoins }, from) =>
    otherwise === undefined ? [] : [{ from, to: rejoins === undefined ? null : rejoins - 1 }],
  ),
});

/** A numbered list of tool names, each followed by its action in brackets, one step per line. */
export const workflowSequence = (workflow: readonly WorkflowStep[]): string =>
  workflow.map(({ tool, action }, place) => `${place + 1}. ${toolNamed(tool).name} [${action}]`).join("\n");
