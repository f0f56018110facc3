import { fillVariables, type VariableValues } from "#app/lib/formats/mail-variables.ts";
import {
  type Definition,
  type EndReason,
  endReasons,
  type Step,
  type WaitReason,
  waitReasons,
} from "../definitions/definition.ts";
import { type Facts, type Limits, nextStep, type Place } from "./rules.ts";

/*
 * Simulates an enrollment from now on, if nothing else happens, with the worker's rules and a moving clock. Ignores the
 * sending rate, which delays mails by minutes only.
 */

export type DryRunEntry = {
  at: Date;
  step: string | null;
  kind: "mail" | "task" | "end";
  subject?: string;
  /** Why the step is skipped or waits at this time; `until`: time of the next attempt. */
  skipped?: string;
  until?: Date;
  reason?: WaitReason | EndReason;
};

/** Entries from `from` until before `until`, oldest first. `place` and `facts` are as of `from`. */
export function simulate(
  definition: Definition,
  place: Place,
  facts: Facts,
  period: { from: Date; until: Date },
  { limits, variables }: { limits: Limits; variables: VariableValues },
): DryRunEntry[] {
  const entries: DryRunEntry[] = [];
  let [now, at, mailedAt] = [period.from, place, facts.mailedAt];
  while (now < period.until) {
    const decision = nextStep(definition, at, { ...facts, mailedAt }, now, limits);
    if (decision.kind === "end") {
      entries.push({ at: now, step: null, kind: "end", skipped: endReasons[decision.reason], reason: decision.reason });
      return entries;
    }
    if (decision.kind === "wait") {
      const step = definition.steps[at.done]!;
      const { until, reason } = decision;
      if (reason !== "delay")
        entries.push({ at: now, ...named(step, variables), skipped: waitReasons[reason], until, reason });
      now = until;
      continue;
    }
    const { step } = decision;
    entries.push(
      decision.kind === "skip"
        ? { at: now, ...named(step, variables), skipped: waitReasons.condition, reason: "condition" }
        : { at: now, ...named(step, variables) },
    );
    if (decision.kind === "do" && step.kind === "mail") mailedAt = [...mailedAt, now];
    at = { ...at, done: at.done + 1, lastStepAt: now };
  }
  return entries;
}

const named = (step: Step, variables: VariableValues) => ({
  step: step.key,
  kind: step.kind,
  subject: fillVariables(step.kind === "mail" ? step.mail.subject : step.task.title, variables),
});
