import { expect, test } from "vitest";
import { toolNamed } from "../tools/tool-names.ts";
import { tools } from "../tools/tools.ts";
import { automationStory, stepKinds, workflowSequence, workflowShape } from "./automation-stories.ts";
import { AutomationStory } from "./automation-story-schema.ts";
import { automationIds } from "./automation-terms.ts";
import { automations } from "./automations.ts";
import { readHiddenFrom } from "./hidden.ts";

const stories = automations.map(({ id }) => automationStory(id));
const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? Object.values(value).map(textOf).join(" ") : String(value);

test("every automation has its own story, which satisfies the schema", () => {
  for (const story of stories) expect(AutomationStory.parse(story)).toEqual(story);
  expect(stories.map(({ id }) => id)).toEqual(automations.map(({ id }) => id));
  expect(new Set(stories).size).toBe(automationIds.length);
});

test("stories name other automations by numbers that are left out if these are hidden", () => {
  const others = /\b(S|M|CS)-\d\d\b/g;
  const named = stories.flatMap((story) => [...textOf({ ...story, id: "" }).matchAll(others)].map(String));
  expect(named.length).toBeGreaterThan(4);
  for (const { id } of automations) {
    readHiddenFrom(() => automationIds.filter((other) => other !== id));
    const story = automationStory(id);
    expect(AutomationStory.parse(story)).toEqual(story);
    expect(textOf({ ...story, id: "" })).not.toMatch(others);
  }
  readHiddenFrom(() => []);
  expect(textOf(automationStory("S-04"))).toContain("handoff to billing (S-08).");
});

test("descriptions, triggers, outcomes and icons are each used once", () => {
  for (const field of ["fullDescription", "trigger", "outcome", "failure", "icon"] as const)
    expect(new Set(stories.map((story) => story[field])).size, field).toBe(stories.length);
});

test("the tools of a story are the catalogue's tools in its workflow, in the order in which they first appear", () => {
  const known = new Set(tools.map(({ name }) => name));
  for (const story of stories) {
    expect(story.tools.filter((name) => !known.has(name))).toEqual([]);
    const drawn = story.workflow.flatMap(({ tool }) => toolNamed(tool).tool?.name ?? []);
    expect([...new Set(drawn)], story.id).toEqual(story.tools);
  }
});

test("the tools cover every kind of tool that the automation needs", () => {
  const serves: Record<string, string[]> = { documents: ["knowledge"], email: ["sales-engagement"] };
  for (const { id, needs } of automations) {
    const categories = automationStory(id).tools.map((name) => toolNamed(name).tool!.category);
    for (const need of needs)
      expect(
        [need, ...(serves[need] ?? [])].some((category) => categories.includes(category)),
        `${id} draws no tool for ${need}`,
      ).toBe(true);
  }
});

test("a workflow starts with a trigger, ends with an outcome and has an alternative for each decision", () => {
  for (const { workflow } of stories) {
    const kinds = stepKinds(workflow);
    expect([kinds[0], kinds.at(-1)]).toEqual(["trigger", "outcome"]);
    expect(kinds.slice(1, -1)).not.toContain("trigger");
    expect(kinds).toContain("decision");
    for (const [place, step] of workflow.entries()) {
      expect(step.otherwise === undefined).toBe(kinds[place] !== "decision");
      if (step.otherwise !== undefined) expect(step.action).toMatch(/\?$/);
    }
  }
});

test("a branch leaves a decision and rejoins its workflow at another step, or ends", () => {
  for (const { id, workflow } of stories) {
    const { kinds, branches } = workflowShape(workflow);
    expect(branches.map(({ from }) => kinds[from])).toEqual(branches.map(() => "decision"));
    for (const { from, to } of branches) {
      expect(to, id).not.toBe(from);
      if (to !== null) expect(kinds[to], id).toBeDefined();
    }
    for (const { otherwise, rejoins } of workflow) if (rejoins !== undefined) expect(otherwise).toBeDefined();
  }
});

test("a branch rejoins where the text of its automation says", () => {
  const returnsTo = (id: (typeof automationIds)[number], question: string) => {
    const { workflow } = automationStory(id);
    const { rejoins } = workflow.find(({ action }) => action === question)!;
    return rejoins === undefined ? "ends" : workflow[rejoins - 1]!.action;
  };
  expect(returnsTo("M-06", "Is a source known?"), "unknown revenue is not shared out").toBe("Budget follows deals");
  expect(returnsTo("S-03", "Is the owner there?"), "the next in line may be absent too").toBe("Match the owner");
  expect(returnsTo("S-08", "Do the figures agree?"), "a difference stops it").toBe("ends");
  expect(returnsTo("CS-01", "Kickoff booked in 3 days?"), "onboarding goes on").toBe("Send guides by step");
});

test("every step has a summary, and a longer one only with a brief one", () => {
  for (const { workflow } of stories)
    for (const { briefSummary, detailedSummary } of workflow) {
      expect(briefSummary).toBeTruthy();
      if (detailedSummary) expect(detailedSummary).toMatch(/\.$/);
    }
});

test("impact is measured in time or percent, and is at most expected or possible", () => {
  for (const { businessImpact } of stories)
    for (const { measure, meaning } of businessImpact) {
      expect(measure).toMatch(/^\d+(-\d+)?(%| (min|h|days))$/);
      expect(meaning).not.toMatch(/\bwill\b|guarant|always|never fails/i);
    }
  for (const { businessImpact } of stories) expect(textOf(businessImpact)).toMatch(/\b(could|expected)\b/);
});

test("every figure of the impact names its origin", () => {
  for (const { businessImpact, id } of stories)
    for (const { meaning, origin } of businessImpact) {
      const said =
        /could/.test(meaning) || /shorter/.test(meaning) ? "estimate" : /expected/.test(meaning) ? "target" : "setting";
      expect(origin, `${id}: ${meaning}`).toBe(said);
    }
});

test("the workflow sequence is a numbered list of tool names, each followed by its action in brackets", () => {
  expect(
    workflowSequence([
      { tool: "google_sheets", action: "Fetch the rows" },
      { tool: "language_model", action: "Sum them up" },
    ]),
  ).toBe("1. Google Sheets [Fetch the rows]\n2. Language Model [Sum them up]");
  const lines = workflowSequence(automationStory("S-03").workflow).split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[2]).toBe("3. Google Calendar [Is the owner there?]");
  for (const [place, line] of lines.entries()) expect(line).toMatch(new RegExp(`^${place + 1}\\. .+ \\[.+\\]$`));
});
