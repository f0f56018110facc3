import type { Ctx } from "#app/platform/context.server.ts";
import { timeSlice } from "../columns/time-slices.ts";
import type { FunnelBreakdown, FunnelDefinition } from "../funnel-definition.ts";
import { instantsOf } from "../reports/period.ts";
import type { ReportScope } from "../reports/visit-conditions.server.ts";
import {
  type FunnelQuery,
  funnelQuery,
  readConnections,
  readHitActions,
  readStageActions,
  type SessionAction,
} from "./actions.server.ts";
import { type FunnelAction, type FunnelRules, funnelProgress } from "./progress.ts";
import { Visitors } from "./visitors.ts";

const actionsPerSlice = 5000;
const visitorsPerSlice = 500;
/** The collector sends hits up to this long after they happened; steps of the funnel are reported at once. */
const collectorDelayMs = 5000;

/** A visitor who started the funnel: for every step the action that was it, or null. */
export type FunnelVisitor = {
  furthest: number;
  actions: readonly (SessionAction | null)[];
  sessionIds: readonly number[];
};

/** Visitors of a funnel. `others`: sessions that did nothing but the first step, per fact of the breakdown. */
export type Walk = {
  query: FunnelQuery;
  visitors: FunnelVisitor[];
  others: ReadonlyMap<number | null, number>;
  /** All sessions of which actions were read, so that all but these are among the others. */
  sessionIds: ReadonlySet<number>;
};

/** Finds everyone who started the funnel in the period and how far they came within its window. */
export async function walkFunnel(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  breakdown: FunnelBreakdown | null = null,
): Promise<Walk> {
  const query = await funnelQuery(ctx, definition, scope, breakdown);
  const [stages, connections] = await Promise.all([readStageActions(ctx, query), readConnections(ctx, query)]);
  const people = new Visitors();
  for (const { node, person } of connections) people.connect(person, node);
  const known = new Set<number>();
  for (const { sessionId } of [...stages, ...connections]) if (sessionId !== null) known.add(sessionId);
  const { actions, others } = await readHitActions(ctx, query, [...known]);

  const byVisitor = new Map<string, SessionAction[]>();
  const sessionIds = new Set<number>();
  let number = 0;
  for (const list of [stages, actions])
    for (const action of list) {
      if (++number % actionsPerSlice === 0) await timeSlice();
      if (list === actions && action.sessionId !== null) sessionIds.add(action.sessionId);
      const visitor = people.of(action.node);
      const own = byVisitor.get(visitor);
      if (own) own.push(action);
      else byVisitor.set(visitor, [action]);
    }
  const { start, end } = instantsOf(scope.period);
  const rules = rulesOf(definition);
  const visitors: FunnelVisitor[] = [];
  for (const own of byVisitor.values()) {
    if (++number % visitorsPerSlice === 0) await timeSlice();
    const visitor = progressOf(rules, own, { startMs: start.getTime(), endMs: end.getTime() });
    if (visitor) visitors.push(visitor);
  }
  return { query, visitors, others, sessionIds };
}

export const rulesOf = ({ steps, order, windowHours }: FunnelDefinition): FunnelRules => ({
  stepCount: steps.length,
  optional: steps.reduce((bits, { isOptional }, step) => bits | (isOptional ? 1 << step : 0), 0),
  order,
  windowMs: windowHours * 3_600_000,
});

function progressOf(
  rules: FunnelRules,
  own: readonly SessionAction[],
  { startMs, endMs }: { startMs: number; endMs: number },
): FunnelVisitor | null {
  const sorted = own
    .map((action) => ({ action, order: orderOf(action) }))
    .sort((one, other) => one.order - other.order || one.action.steps - other.action.steps);
  const actions = sorted.map(
    ({ action: { at, steps, isChosen }, order }): FunnelAction => ({
      at: order,
      steps,
      canStart: isChosen && at >= startMs && at < endMs,
    }),
  );
  const progress = funnelProgress(rules, actions);
  if (!progress) return null;
  return {
    furthest: progress.furthest,
    actions: progress.actions.map((index) => (index === null ? null : sorted[index]!.action)),
    sessionIds: [...new Set(own.flatMap(({ sessionId }) => sessionId ?? []))],
  };
}

/** The landing of a visit is stored with a delay, and must not seem to follow a step that was reported at once. */
const orderOf = ({ source, steps, at }: SessionAction) =>
  source !== "stage" && steps === 1 ? at - collectorDelayMs : at;
