import { capEnd } from "#app/features/mail/sending/pacing.ts";
import type { Stage } from "#app/features/pipeline/prospects/stages.ts";
import { dayMs } from "#app/lib/durations.ts";
import {
  type Condition,
  type Definition,
  type EndReason,
  type FactName,
  factKinds,
  type Goal,
  type OptionalExit,
  type ReEntry,
  type Step,
  type WaitReason,
} from "../definitions/definition.ts";
import { closedBecause, delayEnd, nextInWindow } from "./send-times.ts";

/*
 * The rules of sequences. Pure: the worker decides with them inside the sending transaction, the dry run with the same
 * facts and a later clock. Guarantees for any history:
 *
 * - No step after an exit: exits are checked first, every time.
 * - No mail outside the send window in the recipient's zone, on a holiday of the firm, or on one of the recipient's country.
 * - No mail above the person's weekly cap over all sequences and newsletters.
 * - Steps in order, each once: `done` only grows.
 */

export type FactValue = string | number | boolean | readonly string[] | null;

export type Facts = {
  /** IANA name; the firm's zone if the person's is unknown. */
  zone: string;
  /** Of the person's zone (`DE`); null if that is unknown or the zone of no country. */
  country: string | null;
  values: Readonly<Record<FactName, FactValue>>;
  stage: Stage;
  stop: Extract<
    EndReason,
    | "unsubscribed"
    | "bounced"
    | "refused"
    | "rejected"
    | "complaint"
    | "suppressed"
    | "merged"
    | "invalid_address"
    | "unproven"
    | "kept_out"
  > | null;
  since: ReadonlySet<OptionalExit | "goal">;
  /** When list mails (sequences and newsletters) were queued for the person; covers at least the last seven days. */
  mailedAt: readonly Date[];
};

/** Progress of an enrollment. `done`: number of steps done or skipped. */
export type Place = { enrolledAt: Date; done: number; lastStepAt: Date | null };

export type Limits = { firmZone: string; weeklyCap: number };

export type Decision =
  | { kind: "end"; state: "exited" | "finished"; reason: EndReason }
  | { kind: "wait"; until: Date; reason: Extract<WaitReason, "delay" | "window" | "holiday" | "cap"> }
  | { kind: "skip"; step: Step; reason: "condition" }
  | { kind: "do"; step: Step };

export function nextStep(definition: Definition, place: Place, facts: Facts, now: Date, limits: Limits): Decision {
  const exit = exitOf(definition, facts);
  if (exit) return { kind: "end", state: exit === "goal" ? "finished" : "exited", reason: exit };
  const step = definition.steps[place.done];
  if (!step) return { kind: "end", state: "finished", reason: "completed" };
  const due = delayEnd(step.delay, place.lastStepAt ?? place.enrolledAt, limits.firmZone);
  if (now < due) return { kind: "wait", until: due, reason: "delay" };
  const { window } = definition;
  if (step.kind === "mail") {
    const open = nextInWindow(now, window, facts);
    if (open > now) return { kind: "wait", until: open, reason: closedBecause(now, window, facts) };
  }
  if (!step.conditions.every((condition) => holds(condition, facts.values)))
    return { kind: "skip", step, reason: "condition" };
  if (step.kind === "mail") {
    const free = capEnd({ mailedAt: facts.mailedAt, now, weeklyCap: limits.weeklyCap });
    if (free > now) return { kind: "wait", until: nextInWindow(free, window, facts), reason: "cap" };
  }
  return { kind: "do", step };
}

/** When the rules must be checked next: `now`, unless they wait. */
export function nextDue(...decided: Parameters<typeof nextStep>): Date {
  const decision = nextStep(...decided);
  return decision.kind === "wait" ? decision.until : decided[3];
}

export function exitOf({ exits, exitStages }: Definition, { stop, since, stage }: Facts): EndReason | null {
  if (stop) return stop;
  if (since.has("goal")) return "goal";
  const exit = exits.find((kind) => since.has(kind));
  if (exit) return exit;
  return exitStages.includes(stage) ? "stage" : null;
}

/** Whether one comparison holds. Text is compared case-insensitively; an unknown fact only matches `missing` and `is_not`. */
export function holds({ fact, operator, value }: Condition, values: Facts["values"]): boolean {
  const known = values[fact];
  const isMissing = known === null || known === "";
  if (operator === "missing") return isMissing;
  if (operator === "exists") return !isMissing;
  if (operator === "is_not") return !holds({ fact, operator: "is", value }, values);
  if (isMissing) return false;
  const kind = factKinds[fact];
  if (kind === "yes_no") return known === true;
  if (kind === "number")
    return operator === "at_least" ? Number(known) >= Number(value) : Number(known) <= Number(value);
  const wanted = value.toLowerCase();
  const texts = (Array.isArray(known) ? known : [known]).map((text) => String(text).toLowerCase());
  return texts.some((text) => (operator === "contains" ? text.includes(wanted) : text === wanted));
}

/** `endedAt`: null while it is active or paused. */
export type PastEnrollment = { endedAt: Date | null };

/** Why a person cannot be enrolled now, or null. `hasOpenGoal`: is in a sequence with the same goal. */
export function blockedBecause(
  definition: Definition,
  person: { facts: Facts; past: readonly PastEnrollment[]; hasOpenGoal: boolean; isEmployee: boolean },
  now: Date,
): EndReason | null {
  const { facts, past, hasOpenGoal, isEmployee } = person;
  if (isEmployee) return "employee";
  if (facts.stop) return facts.stop;
  if (hasReached(definition.goal, facts.values)) return "goal";
  const exit = exitOf(definition, facts);
  if (exit) return exit;
  const ends = past.flatMap(({ endedAt }) => endedAt ?? []);
  if (hasOpenGoal || ends.length < past.length) return "active_goal";
  return mayReEnter(definition.reEntry, ends, now) ? null : "re_entry";
}

/** Goals that stay reached. */
const lastingGoals: Partial<Record<Goal, FactName>> = {
  access_granted: "has_access",
  analysis_created: "has_analysis",
  payment: "has_paid",
};

function hasReached(goal: Goal, values: Facts["values"]): boolean {
  const fact = lastingGoals[goal];
  return fact !== undefined && values[fact] === true;
}

function mayReEnter(policy: ReEntry, ends: readonly Date[], now: Date): boolean {
  if (ends.length === 0 || policy.kind === "always") return true;
  if (policy.kind === "never") return false;
  return ends.every((end) => now.getTime() >= end.getTime() + policy.days * dayMs);
}
