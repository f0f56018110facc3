/*
 * Computes a prospect from the events of one person. Pure: the result does not depend on the order of the facts, so events can be
 * delivered late or twice, and a replay of the log rebuilds the pipeline exactly.
 *
 * The stage follows two sources. Facts imply one: a payment means won, a published full blueprint or a held call means proposal, an
 * upcoming call means call booked, an analysis means new analysis. An admin may set another one; it applies until later facts imply a
 * later stage. A lost prospect reopens when a later fact implies a later stage than before.
 */
import { dayMs } from "#app/lib/durations.ts";
import { completeName } from "#app/lib/people/person-name.ts";
import type { StatedField, StatedValues } from "../prospect-fields.ts";
import { nameFields } from "../prospects/prospect-names.ts";
import { type LostReason, type Stage, stageRank } from "../prospects/stages.ts";

export type Contact = { [Field in StatedField]: NonNullable<StatedValues[Field]> };

export type Source =
  | "access_request"
  | "newsletter"
  | "training"
  | "kit"
  | "account"
  | "analysis"
  | "booking"
  | "payment"
  | "email"
  | "manual"
  | "import";

export type Milestone =
  | { kind: "analyzed"; valueCents: number | null }
  | { kind: "booked" | "unbooked" | "held"; bookingId: string }
  | { kind: "published" }
  | { kind: "paid" | "refunded"; paymentId: string; cents: number }
  | { kind: "moved"; stage: Stage; by: string | null; reason: LostReason | null; note: string | null };

export type Fact = {
  eventId: string;
  at: Date;
  name: string;
  userId: string | null;
  source: Source | null;
  /** Activity of the person; bounces and admin actions are not. */
  isActivity: boolean;
  contact?: Partial<Contact>;
  /** The contact data comes from a form that anyone can fill in about anyone. */
  isUnconfirmed?: boolean;
  milestone?: Milestone;
};

export type StageChange = {
  eventId: string;
  from: Stage | null;
  to: Stage;
  at: Date;
  /** The admin who set it; null if an event caused it. */
  by: string | null;
  reason: LostReason | null;
  note: string | null;
};

/** Occurrences of one kind of event, for the score. */
export type Signal = {
  count: number;
  lastAt: Date;
  /** Sum of 2^(days since `signalEpoch` / half-life), from which the decayed count at any time can be computed. */
  weight: number;
};

export type Projection = {
  contact: Partial<Contact>;
  /** Fields of `contact` with an unconfirmed value. */
  unconfirmed: (keyof Contact)[];
  userId: string | null;
  source: Source | null;
  stage: Stage;
  stageSince: Date;
  lostReason: LostReason | null;
  lostNote: string | null;
  changes: StageChange[];
  /** Yearly value of the newest analysis, in US cents. */
  valueCents: number | null;
  paidCents: number;
  signals: Record<string, Signal>;
  firstAt: Date;
  lastActivityAt: Date | null;
};

export const halfLifeDays = 30;
const signalEpoch = Date.UTC(2026, 0, 1);

/** Returns the weight of one occurrence at `at`; the decayed count is a sum of weights divided by the current weight. */
export const weightAt = (at: Date): number => 2 ** ((at.getTime() - signalEpoch) / dayMs / halfLifeDays);

/** Folds a person's facts, in any order, into a prospect. Null without facts. */
export function project(facts: readonly Fact[]): Projection | null {
  const ordered = [...new Map(facts.map((fact) => [fact.eventId, fact])).values()].sort(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.eventId < other.eventId ? -1 : 1),
  );
  const [first] = ordered;
  if (!first) return null;
  const state = startState();
  const contact: Partial<Contact> = {};
  const unconfirmed = new Set<keyof Contact>();
  const signals: Record<string, Signal> = {};
  let userId: string | null = null;
  let lastActivityAt: Date | null = null;
  for (const fact of ordered) {
    const given = withNameParts(fact.contact ?? {});
    if (given.name) for (const part of nameFields) delete contact[part];
    Object.assign(contact, given);
    for (const field of Object.keys(given) as (keyof Contact)[])
      if (fact.isUnconfirmed) unconfirmed.add(field);
      else unconfirmed.delete(field);
    userId = fact.userId ?? userId;
    if (fact.isActivity) lastActivityAt = fact.at;
    const signal = signals[fact.name];
    signals[fact.name] = {
      count: (signal?.count ?? 0) + 1,
      lastAt: fact.at,
      weight: (signal?.weight ?? 0) + weightAt(fact.at),
    };
    takeMilestone(state, fact);
  }
  const last = state.changes.at(-1)!;
  return {
    contact,
    unconfirmed: [...unconfirmed].sort(),
    userId,
    source: ordered.find(({ source }) => source !== null)?.source ?? null,
    stage: last.to,
    stageSince: last.at,
    lostReason: last.to === "lost" ? last.reason : null,
    lostNote: last.to === "lost" ? last.note : null,
    changes: state.changes,
    valueCents: state.valueCents,
    paidCents: state.paidCents,
    signals,
    firstAt: first.at,
    lastActivityAt,
  };
}

/** A name replaces all of its parts, so that the first name of one event never joins the last name of another. */
function withNameParts({ name, firstName, lastName, ...rest }: Partial<Contact>): Partial<Contact> {
  const complete = Object.entries(completeName({ name, firstName, lastName })).filter(([, part]) => part !== null);
  return { ...rest, ...Object.fromEntries(complete) };
}

type State = {
  hasAnalysis: boolean;
  valueCents: number | null;
  calls: Map<string, "booked" | "unbooked" | "held">;
  isPublished: boolean;
  paid: Map<string, number>;
  refunded: Map<string, number>;
  paidCents: number;
  implied: Stage;
  /** The stage that an admin set, with the implied stage at that time. */
  set: { stage: Stage; over: Stage } | null;
  changes: StageChange[];
};

const startState = (): State => ({
  hasAnalysis: false,
  valueCents: null,
  calls: new Map(),
  isPublished: false,
  paid: new Map(),
  refunded: new Map(),
  paidCents: 0,
  implied: "lead",
  set: null,
  changes: [],
});

function takeMilestone(state: State, { eventId, at, milestone }: Fact): void {
  let by: string | null = null;
  let reason: LostReason | null = null;
  let note: string | null = null;
  if (milestone?.kind === "moved") {
    ({ by, reason, note } = milestone);
    state.set = { stage: milestone.stage, over: state.implied };
  } else if (milestone) {
    record(state, milestone);
    const implied = impliedStage(state);
    // A lost prospect that reaches a later stage than before is open again.
    if (state.set?.stage === "lost" && stageRank(implied) > stageRank(state.implied)) state.set = null;
    state.implied = implied;
  }
  const from = state.changes.at(-1)?.to ?? null;
  const to = effectiveStage(state);
  if (to !== from) state.changes.push({ eventId, from, to, at, by, reason, note });
}

function record(state: State, milestone: Exclude<Milestone, { kind: "moved" }>): void {
  switch (milestone.kind) {
    case "analyzed":
      state.hasAnalysis = true;
      state.valueCents = milestone.valueCents ?? state.valueCents;
      break;
    case "booked":
    case "unbooked":
    case "held":
      state.calls.set(milestone.bookingId, milestone.kind);
      break;
    case "published":
      state.isPublished = true;
      break;
    case "paid":
    case "refunded":
      // Both contain the payment's total so far.
      state[milestone.kind].set(milestone.paymentId, milestone.cents);
      state.paidCents = sum(state.paid) - sum(state.refunded);
      break;
  }
}

const sum = (amounts: ReadonlyMap<string, number>): number => [...amounts.values()].reduce((a, b) => a + b, 0);

function impliedStage({ hasAnalysis, calls, isPublished, paidCents }: State): Stage {
  const outcomes = new Set(calls.values());
  if (paidCents > 0) return "won";
  if (isPublished || outcomes.has("held")) return "proposal";
  if (outcomes.has("booked")) return "call_booked";
  return hasAnalysis ? "new_analysis" : "lead";
}

function effectiveStage({ implied, set }: State): Stage {
  if (!set) return implied;
  if (set.stage === "lost" || set.stage === "won") return set.stage;
  return stageRank(implied) > stageRank(set.over) && stageRank(implied) > stageRank(set.stage) ? implied : set.stage;
}
