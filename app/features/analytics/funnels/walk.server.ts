import { hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Column, DayChunk } from "../columns/day-chunk.ts";
import { SessionNumbers } from "../columns/groups.ts";
import { timeSlice } from "../columns/time-slices.ts";
import type { FunnelBreakdown, FunnelDefinition } from "../funnel-definition.ts";
import type { ReportScope } from "../reports/visit-conditions.server.ts";
import { ActionList } from "./action-list.ts";
import { type FunnelQuery, funnelQuery, isChosen, readConnections, readStageActions } from "./actions.server.ts";
import { FunnelProgress, type FunnelRules } from "./progress.ts";
import { openSteps, type SessionSteps } from "./session-steps.server.ts";
import { type Node, Visitors } from "./visitors.ts";

const visitorsPerSlice = 200;
/** Maximum delay of hits from the collector; funnel steps are reported immediately. */
const collectorDelayMs = 5000;

/** Sorts a landing earlier: it is stored with a delay, and must not follow a step that was reported immediately. */
const orderOfHit = (at: number, steps: number) => (steps === 1 ? at - collectorDelayMs : at);

/** A visitor who started the funnel; valid until the next one. */
export type FunnelVisitor = {
  furthest: number;
  /** Index of each step's action in the columns below, or -1. */
  reached: Int32Array;
  /** Milliseconds. */
  at: Float64Array;
  valueUsd: Float64Array;
  /** Sessions of actions, or 0. */
  session: Int32Array;
  own: Int32Array;
  /** From the session of the earliest step; null without a breakdown. */
  fact: number | null;
};

export type Walk = {
  /** Visitors who did only the first step, by breakdown fact. */
  others: ReadonlyMap<number | null, number>;
  anonymousViews: number;
  query: FunnelQuery;
  steps: SessionSteps;
  /** Whether a session can belong to a visitor beyond the first step; other sessions with the first step are in `others`. */
  isFollowed(session: number): boolean;
  visitorOf: VisitorOf;
};

/** The session that stands for all sessions of one client on a day. */
type VisitorOf = (session: number) => number;

const isFirst = 1;
const isLater = 2;
const isKnown = 4;

/** Finds everyone who started the funnel in the period and how far they got within its window; calls `use` for each. */
export async function walkFunnel(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  { breakdown = null, use }: { breakdown?: FunnelBreakdown | null; use: (visitor: FunnelVisitor) => void },
): Promise<Walk> {
  const query = await funnelQuery(ctx, definition, scope, breakdown);
  const [stages, connections, steps] = await Promise.all([
    readStageActions(ctx, query),
    readConnections(ctx, query),
    openSteps(ctx, query),
  ]);
  const visitorOf = await readTabs(steps);
  const rooted = (node: Node) => (typeof node === "number" ? visitorOf(node) : node);
  const people = new Visitors();
  for (const { node, person } of connections) people.connect(person, rooted(node));
  const states = new SessionNumbers();
  const visitors = new VisitorNumbers(people);
  for (const { sessionId } of [...stages, ...connections]) {
    const known = sessionId === null ? 0 : visitorOf(sessionId);
    if (known === 0 || states.get(known) !== 0) continue;
    states.set(known, isKnown);
    visitors.connect(known);
  }
  const facts = new SessionNumbers();
  const anonymousViews = await readStates(query, steps, { states, facts, visitorOf });
  const isFollowed = (session: number) => isFollowedState(states.get(visitorOf(session)));

  const actions = new ActionList();
  const [startMs, endMs] = [query.start.getTime(), query.end.getTime()];
  const isDuring = (at: number) => at >= startMs && at < endMs;
  for (const { node, sessionId, at, steps: bits, valueUsd, fact } of stages) {
    const session = sessionId ?? 0;
    const own = visitorOf(session);
    if (session > 0 && fact !== null && facts.get(own) === 0) facts.set(own, fact + 1);
    const canStart = isDuring(at) && (session > 0 ? isChosen(query, session) : query.chosen === null);
    const visitor = visitors.ofNode(rooted(node));
    actions.add({ visitor, session, at, orderAt: at, steps: bits, valueUsd, canStart });
  }
  await steps.each(isFollowed, ({ visits }, visit, at, bits, valueUsd) => {
    const session = visits.session[visit]!;
    const canStart = isDuring(at) && isChosen(query, session);
    const visitor = visitors.ofSession(visitorOf(session));
    actions.add({ visitor, session, at, orderAt: orderOfHit(at, bits), steps: bits, valueUsd, canStart });
  });
  const factOf = (session: number) => {
    const fact = session === 0 ? 0 : facts.get(visitorOf(session));
    return fact === 0 ? null : fact - 1;
  };
  await walkVisitors(rulesOf(definition), actions, visitors.count, ({ reached, ...visitor }) => {
    use({ ...visitor, reached, fact: breakdown && factOf(actions.session[earliest(reached, actions.at)]!) });
  });
  const others = new Map<number | null, number>();
  let alone = 0;
  states.each((session, state) => {
    if ((state & isFirst) === 0 || isFollowedState(state)) return;
    if (breakdown === null) alone += 1;
    else others.set(factOf(session), (others.get(factOf(session)) ?? 0) + 1);
  });
  if (alone > 0) others.set(null, alone);
  return { others, anonymousViews, query, steps, isFollowed, visitorOf };
}

/**
 * Visitors are followed if they may get beyond the first step: they also have a later step, or actions in sessions that are connected by a
 * person. Revenue in the first step also requires following, because for the others only the count is kept.
 */
const isFollowedState = (state: number) =>
  (state & isKnown) !== 0 || (state & (isFirst | isLater)) === (isFirst | isLater);

/** Finds the sessions of one client on a day: they are one visitor. */
async function readTabs(steps: SessionSteps): Promise<VisitorOf> {
  const tabs = new Visitors();
  const isTab = new SessionNumbers();
  await steps.eachChunk(({ visits: { session, visitor } }) => {
    for (let visit = 0; visit < visitor.length; visit++) {
      const [own, first] = [session[visit]!, session[visitor[visit]!]!];
      if (own === first) continue;
      tabs.connect(first, own);
      for (const tab of [own, first]) isTab.set(tab, 1);
    }
  });
  return (session) => (isTab.get(session) === 0 ? session : (tabs.of(session) as number));
}

/** Marks the visitors with the first step or a later one, and their breakdown fact plus one. Returns the anonymous views. */
async function readStates(
  query: FunnelQuery,
  steps: SessionSteps,
  { states, facts, visitorOf }: { states: SessionNumbers; facts: SessionNumbers; visitorOf: VisitorOf },
): Promise<number> {
  const [startMs, endMs] = [query.start.getTime(), query.end.getTime()];
  const { breakdown } = query;
  let anonymousViews = 0;
  // Most actions are further views of a visit that is already marked.
  let [markedIn, markedVisit]: [DayChunk["visits"] | null, number] = [null, -1];
  await steps.each(
    null,
    ({ visits }, visit, at, bits, valueUsd) => {
      if (visit === markedVisit && visits === markedIn && bits === 1 && valueUsd === 0) return;
      const session = visits.session[visit]!;
      const visitor = visitorOf(session);
      const before = states.get(visitor);
      let state = before;
      if ((bits & 1) === 1 && at >= startMs && at < endMs && isChosen(query, session))
        state |= valueUsd === 0 ? isFirst : isFirst | isKnown;
      if (bits > 1) state |= isLater;
      if (state !== before) states.set(visitor, state);
      if ((state & isFirst) !== 0) [markedIn, markedVisit] = [visits, visit];
      if (breakdown !== null && facts.get(visitor) === 0) facts.set(visitor, factOfVisit(visits, breakdown, visit));
    },
    (at) => {
      if (at < endMs) anonymousViews += 1;
    },
  );
  return anonymousViews;
}

/** Plus one; 0 for none. */
function factOfVisit({ facts }: DayChunk["visits"], breakdown: FunnelBreakdown, visit: number): number {
  const column: Column = facts[breakdown];
  return column[visit] === 0 ? 0 : column[visit]! + 1;
}

class VisitorNumbers {
  count = 0;
  readonly #people: Visitors;
  readonly #nodes = new Map<Node, number>();
  /** Plus one. */
  readonly #sessions = new SessionNumbers();

  constructor(people: Visitors) {
    this.#people = people;
  }

  ofNode(node: Node): number {
    const person = this.#people.of(node);
    const known = this.#nodes.get(person);
    if (known !== undefined) return known;
    this.#nodes.set(person, this.count);
    return this.count++;
  }

  connect(session: number): void {
    this.#sessions.set(session, this.ofNode(session) + 1);
  }

  ofSession(session: number): number {
    const known = this.#sessions.get(session);
    if (known > 0) return known - 1;
    this.#sessions.set(session, ++this.count);
    return this.count - 1;
  }
}

async function walkVisitors(
  rules: FunnelRules,
  actions: ActionList,
  visitors: number,
  use: (visitor: Omit<FunnelVisitor, "fact">) => void,
): Promise<void> {
  const { places, ends } = actions.byVisitor(visitors);
  const progress = new FunnelProgress(rules);
  const { at, valueUsd, session } = actions;
  const reached = new Int32Array(rules.stepCount);
  let sorted = sortedActions(64);
  for (let visitor = 0, from = 0; visitor < visitors; from = ends[visitor]!, visitor++) {
    if (visitor % visitorsPerSlice === 0) await timeSlice();
    const own = places.subarray(from, ends[visitor]!);
    if (own.length === 0) continue;
    actions.sort(own);
    if (own.length > sorted.at.length) sorted = sortedActions(2 * own.length);
    sorted.count = own.length;
    for (let n = 0; n < own.length; n++) {
      const place = own[n]!;
      sorted.at[n] = actions.orderAt[place]!;
      sorted.steps[n] = actions.steps[place]!;
      sorted.canStart[n] = actions.canStart[place]!;
    }
    if (!progress.find(sorted)) continue;
    for (let step = 0; step < reached.length; step++) {
      const index = progress.reached[step]!;
      reached[step] = index === -1 ? -1 : own[index]!;
    }
    use({ furthest: progress.furthest, reached, at, valueUsd, session, own });
  }
}

function earliest(reached: Int32Array, at: Float64Array): number {
  let first = -1;
  for (const place of reached) if (place !== -1 && (first === -1 || at[place]! < at[first]!)) first = place;
  return first;
}

const sortedActions = (length: number) => ({
  count: 0,
  at: new Float64Array(length),
  steps: new Uint16Array(length),
  canStart: new Uint8Array(length),
});

const rulesOf = ({ steps, order, windowHours }: FunnelDefinition): FunnelRules => ({
  stepCount: steps.length,
  optional: steps.reduce((bits, { isOptional }, step) => bits | (isOptional ? 1 << step : 0), 0),
  order,
  windowMs: windowHours * hourMs,
});

/** A cursor in the list of sessions by latest first step, newest first. */
export type Cursor = { at: number; sessionId: number };

/** Lists visitors with the first step in the period who are not followed, each by its latest session, newest first, after a cursor. */
export async function listFirstOnly(
  { query, steps, isFollowed, visitorOf }: Walk,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<Cursor[]> {
  const latest = new Map<number, Cursor>();
  const endMs = query.end.getTime();
  await steps.each(null, ({ visits }, visit, at, bits) => {
    const session = visits.session[visit]!;
    if ((bits & 1) === 0 || at >= endMs || isFollowed(session) || !isChosen(query, session)) return;
    const visitor = visitorOf(session);
    if (at > (latest.get(visitor)?.at ?? 0)) latest.set(visitor, { at, sessionId: session });
  });
  return [...latest.values()]
    .filter(({ at, sessionId }) => after === null || at < after.at || (at === after.at && sessionId < after.sessionId))
    .sort((one, other) => other.at - one.at || other.sessionId - one.sessionId)
    .slice(0, limit);
}
