import { stageKeys, stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import {
  type Condition,
  type Definition,
  goals,
  optionalExits,
  type Step,
} from "#app/features/sequences/definitions/definition.ts";
import type { Difference } from "#app/ui/lists/difference-table.tsx";
import {
  conditionText,
  delayText,
  exitLabels,
  reEntryText,
  stepLabel,
  triggerText,
  windowText,
} from "../sequence-labels.ts";
import type { RuleName, Rules } from "./editor-fields.ts";

const ruleLabels: Readonly<Record<RuleName, string>> = {
  trigger: "Enroll on",
  goal: "Goal",
  reEntry: "Enroll again",
  window: "Send window",
  exits: "Exits",
  exitStages: "Stages that end it",
};

export function ruleText(name: RuleName, rules: Rules): string {
  switch (name) {
    case "trigger":
      return triggerText(rules.trigger);
    case "goal":
      return goals[rules.goal].label;
    case "reEntry":
      return reEntryText(rules.reEntry);
    case "window":
      return windowText(rules.window);
    case "exits":
      return listed(optionalExits, rules.exits, (exit) => exitLabels[exit], "No exits");
    case "exitStages":
      return listed(stageKeys, rules.exitStages, stageLabel, "No stages");
  }
}

const listed = <Key>(all: readonly Key[], chosen: readonly Key[], label: (key: Key) => string, none: string): string =>
  all
    .filter((key) => chosen.includes(key))
    .map(label)
    .join(", ") || none;

export const orderText = (steps: readonly Step[]): string =>
  steps.map((step, place) => `${place + 1}. ${stepLabel(step)}`).join(", ");

const conditionsText = (conditions: readonly Condition[]) => conditions.map(conditionText).join("; ") || "None";

const stepParts = (step: Step, isFirst: boolean): [string, string][] => [
  ["Delay", delayText(step.delay, isFirst)],
  ["Conditions", conditionsText(step.conditions)],
  ...(step.kind === "mail"
    ? ([
        ["Subject", step.mail.subject],
        ["Preview text", step.mail.preview],
        ["Text", step.mail.body],
      ] satisfies [string, string][])
    : ([
        ["Task", step.task.title],
        ["Due", `${step.task.dueInBusinessDays} business days after it is created`],
      ] satisfies [string, string][])),
];

export function stepDifferences(mine: Step, theirs: Step): Difference[] {
  const there = new Map(stepParts(theirs, false));
  return stepParts(mine, false).flatMap(([what, here]) =>
    there.has(what) && there.get(what) !== here ? [{ what, here, there: there.get(what)! }] : [],
  );
}

const none = "—";

/** The differences of two versions in words: rules, then removed, changed and new steps. Of long texts only the changed lines. */
export function versionDifferences(before: Definition, after: Definition): Difference[] {
  const rules = (Object.keys(ruleLabels) as RuleName[]).map((name) => ({
    what: ruleLabels[name],
    here: ruleText(name, before),
    there: ruleText(name, after),
  }));
  const same = ({ steps }: Definition, { key, kind }: Step) =>
    steps.findIndex((step) => step.key === key && step.kind === kind);
  const removed = before.steps.flatMap((step, place) =>
    same(after, step) < 0 ? [{ what: "Removed step", here: wholeStep(step, place), there: none }] : [],
  );
  const kept = after.steps.flatMap((step, place) => {
    const oldPlace = same(before, step);
    if (oldPlace < 0) return [{ what: "New step", here: none, there: wholeStep(step, place) }];
    const old = stepParts(before.steps[oldPlace]!, oldPlace === 0);
    return stepParts(step, place === 0).map(([part, text], at) => {
      const [here, there] = changedLines(old[at]![1], text);
      return { what: `Step ${place + 1} “${stepLabel(step)}”: ${part.toLowerCase()}`, here, there };
    });
  });
  const [oldOrder, newOrder] = [before, after].map(({ steps }) => steps) as [Step[], Step[]];
  const isReordered =
    oldOrder
      .filter((step) => same(after, step) >= 0)
      .map(({ key }) => key)
      .join() !==
    newOrder
      .filter((step) => same(before, step) >= 0)
      .map(({ key }) => key)
      .join();
  const order = isReordered ? [{ what: "Order of steps", here: orderText(oldOrder), there: orderText(newOrder) }] : [];
  return [...rules, ...removed, ...order, ...kept].filter(({ here, there }) => here !== there);
}

const wholeStep = (step: Step, place: number): string =>
  `${place + 1}. ${step.kind === "mail" ? "Email" : "Task"} “${stepLabel(step)}”, ${lowerFirst(delayText(step.delay, place === 0))}`;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Both texts without the lines that they have in common at their start and end. */
function changedLines(before: string, after: string): [string, string] {
  if (before === after) return [before, after];
  const [old, changed] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < Math.min(old.length, changed.length) && old[start] === changed[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, changed.length) - start && old.at(-1 - end) === changed.at(-1 - end)) end += 1;
  const middle = (lines: string[]) =>
    lines
      .slice(start, lines.length - end)
      .join("\n")
      .trim() || none;
  return [middle(old), middle(changed)];
}
