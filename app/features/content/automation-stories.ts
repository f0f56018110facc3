import type { Automation } from "./automation-schema.ts";
import { lifecycleStories } from "./automation-stories/lifecycle.ts";
import { marketingStories } from "./automation-stories/marketing.ts";
import { revenueStories } from "./automation-stories/revenue.ts";
import type { AutomationStory, WorkflowStep } from "./automation-story-schema.ts";
import { toolNamed } from "./tool-names.ts";

/*
 * The long half of the eighteen automations. It is kept apart from automations.ts because the return model and the wizard
 * bring those records to the browser: they need figures and titles only, and would carry some 40 kB of text with them.
 */

const byId: ReadonlyMap<string, AutomationStory> = new Map(
  [...revenueStories, ...marketingStories, ...lifecycleStories].map((story) => [story.id, story]),
);

export function automationStory(id: Automation["id"]): AutomationStory {
  const story = byId.get(id);
  if (!story) throw new Error(`${id} has no story`);
  return story;
}

export type StepKind = "trigger" | "step" | "decision" | "outcome";

/** The first step starts the workflow and the last is its outcome; in between, what can be answered with no is a decision. */
export const stepKinds = (workflow: readonly WorkflowStep[]): StepKind[] =>
  workflow.map((step, place) => {
    if (place === 0) return "trigger";
    if (place === workflow.length - 1) return "outcome";
    return step.otherwise === undefined ? "step" : "decision";
  });

/** A workflow as a card draws it: its steps, and from each decision the branch of its "no". Places count from 0. */
export type WorkflowShape = {
  kinds: readonly StepKind[];
  /** `to`: the step at which the branch comes back, before or after the decision; null where it ends. */
  branches: readonly { from: number; to: number | null }[];
};

export const workflowShape = (workflow: readonly WorkflowStep[]): WorkflowShape => ({
  kinds: stepKinds(workflow),
  branches: workflow.flatMap(({ otherwise, rejoins }, from) =>
    otherwise === undefined ? [] : [{ from, to: rejoins === undefined ? null : rejoins - 1 }],
  ),
});

/** The workflow as text: a numbered list of tool names, each followed by its action in brackets, one step a line. */
export const workflowSequence = (workflow: readonly WorkflowStep[]): string =>
  workflow.map(({ tool, action }, place) => `${place + 1}. ${toolNamed(tool).name} [${action}]`).join("\n");
