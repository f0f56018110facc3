import { withVariableNames } from "#app/lib/mail-variables.ts";
import { type Definition, goals, type Step } from "./definition.ts";

/* What differs between two versions of a sequence, and where a person continues in the other one. Pure; safe in the browser. */

/** Describes the differences: `["Step “intro” is new.", "Step “offer” has another text."]`. Steps are compared by key. */
export function versionChanges(before: Definition, after: Definition): string[] {
  const keysOf = ({ steps }: Definition) => steps.map(({ key }) => key);
  const stepIn = ({ steps }: Definition, key: string) => steps.find((step) => step.key === key);
  const changes: string[] = [];
  for (const step of before.steps) if (!stepIn(after, step.key)) changes.push(`Step “${step.key}” is removed.`);
  for (const step of after.steps) {
    const old = stepIn(before, step.key);
    if (!old) changes.push(`Step “${step.key}” is new.`);
    else changes.push(...stepChanges(old, step).map((what) => `Step “${step.key}” has ${what}.`));
  }
  const kept = (definition: Definition, other: Definition) =>
    keysOf(definition)
      .filter((key) => stepIn(other, key))
      .join(" ");
  if (kept(before, after) !== kept(after, before)) changes.push("The steps have another order.");
  if (before.goal !== after.goal)
    changes.push(`The goal is “${goals[after.goal].label}” instead of “${goals[before.goal].label}”.`);
  for (const [part, what] of Object.entries(otherParts) as [keyof typeof otherParts, string][])
    if (!isSame(before[part], after[part])) changes.push(`${what} changed.`);
  return changes;
}

const otherParts = {
  trigger: "The trigger",
  reEntry: "Enrolling again",
  window: "The send window",
  exits: "The exits",
  exitStages: "The stages that end it",
} as const;

function stepChanges(before: Step, after: Step): string[] {
  const changes: string[] = [];
  if (before.kind !== after.kind) return ["another kind"];
  if (before.kind === "mail" && after.kind === "mail") {
    if (before.mail.subject !== after.mail.subject)
      changes.push(`the subject “${withVariableNames(after.mail.subject)}”`);
    if (!isSame({ ...before.mail, subject: "" }, { ...after.mail, subject: "" })) changes.push("another text");
  }
  if (before.kind === "task" && after.kind === "task" && !isSame(before.task, after.task))
    changes.push(`the task “${after.task.title}”`);
  if (!isSame(before.delay, after.delay)) changes.push("another delay");
  if (!isSame(before.conditions, after.conditions)) changes.push("other conditions");
  return changes;
}

/** Compares with sorted keys, because PostgreSQL reorders the keys of JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === "object"
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)])
      : value;

/**
 * Returns how many steps of `after` count as done for a person with `done` steps of `before`: up to the last step that both have, so no
 * step is repeated and none before it is added.
 */
export function doneIn(before: Definition, done: number, after: Definition): number {
  const keys = new Set(before.steps.slice(0, done).map(({ key }) => key));
  return after.steps.findLastIndex(({ key }) => keys.has(key)) + 1;
}
