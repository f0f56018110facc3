/*
 * Funnels: how many visitors got from one step to the next. They are computed from stored hits and reported steps whenever they are
 * read, so a funnel that was defined today shows the past as well.
 *
 * A visitor is a browser session, or a person if sessions were connected by a sign-in or a form (identity.server.ts). A visitor
 * counts in the period in which the funnel began and has its whole window to go on, also beyond the period's end. Rejected
 * visits are left out. Visitors who ask not to be tracked have no id and cannot be followed; their actions are counted.
 *
 * One statement counts the sessions that did only the first step and returns the actions of all others; progress.ts finds how far
 * each visitor came.
 */
import { inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { channels } from "./channels.ts";
import { deviceKindName } from "./device-kinds.ts";
import type { FunnelBreakdown, FunnelDefinition } from "./funnel-definition.ts";
import { countAnonymousActions } from "./funnels/actions.server.ts";
import { type FunnelVisitor, walkFunnel } from "./funnels/walk.server.ts";
import type { ReportScope } from "./reports/visit-conditions.server.ts";
import { analyticsTerm } from "./tables.server.ts";

export { mainFunnel } from "./funnels/main-funnel.ts";

export type FunnelStepFigures = {
  name: string;
  isOptional: boolean;
  visitors: number;
  /** Parts of the visitors of the first step and of the required step before, 0 to 1. */
  fromStart: number;
  fromPrevious: number;
  /** Visitors that came no further than this required step; 0 for optional steps and the funnel's last one. */
  droppedOff: number;
  /** Between the required step before and this one; null if no visitor has both. */
  medianSeconds: number | null;
  /** Sum of the values of conversions and payments that were this step. */
  revenueUsd: number;
};

export type FunnelFigures = {
  steps: FunnelStepFigures[];
  /** Matching actions of visitors who ask not to be tracked. */
  anonymousActions: number;
};

/** The figures of a funnel in a period. Filters select sessions with a visit that matches them. */
export async function readFunnel(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
): Promise<FunnelFigures> {
  const { visitors, others, query } = await walkFunnel(ctx, definition, scope);
  const onlyFirst = [...others.values()].reduce((sum, count) => sum + count, 0);
  return {
    steps: stepFigures(definition, visitors, onlyFirst),
    anonymousActions: scope.filters.length > 0 ? 0 : await countAnonymousActions(ctx, query),
  };
}

/** Figures per source, channel, device or campaign of the session in which the funnel began; the largest groups first. */
export async function readFunnelBreakdown(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  breakdown: FunnelBreakdown,
): Promise<{ name: string; steps: FunnelStepFigures[] }[]> {
  const { visitors, others } = await walkFunnel(ctx, definition, scope, breakdown);
  const groups = new Map<number | null, FunnelVisitor[]>();
  for (const fact of others.keys()) groups.set(fact, []);
  for (const visitor of visitors) {
    const fact = startOf(visitor).fact;
    const group = groups.get(fact);
    if (group) group.push(visitor);
    else groups.set(fact, [visitor]);
  }
  const largest = [...groups]
    .map(([fact, own]) => ({ fact, steps: stepFigures(definition, own, others.get(fact) ?? 0) }))
    .sort((one, other) => other.steps[0]!.visitors - one.steps[0]!.visitors || (one.fact ?? 0) - (other.fact ?? 0))
    .slice(0, maxGroups);
  const names = await factNames(
    ctx,
    breakdown,
    largest.map(({ fact }) => fact),
  );
  return largest.map(({ fact, steps }) => ({ name: names(fact), steps }));
}

const maxGroups = 12;

/** The earliest of the visitor's steps. */
const startOf = ({ actions }: FunnelVisitor) =>
  actions.reduce((first, action) => (action && (!first || action.at < first.at) ? action : first))!;

function stepFigures(
  { steps, order }: FunnelDefinition,
  visitors: readonly FunnelVisitor[],
  onlyFirst: number,
): FunnelStepFigures[] {
  const required = steps.flatMap(({ isOptional }, step) => (isOptional ? [] : [step]));
  const counts = steps.map(
    (_, step) => visitors.filter(({ actions }) => actions[step]).length + (step === 0 ? onlyFirst : 0),
  );
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return steps.map(({ name, isOptional }, step) => {
    const previous = required.findLast((each) => each < step);
    const following = required.find((each) => each > step);
    return {
      name,
      isOptional,
      visitors: counts[step]!,
      fromStart: share(counts[step]!, counts[0]!),
      fromPrevious: previous === undefined ? 1 : share(counts[step]!, counts[previous]!),
      droppedOff: isOptional || following === undefined ? 0 : counts[step]! - counts[following]!,
      medianSeconds:
        previous === undefined
          ? null
          : median(visitors.flatMap((visitor) => secondsTo(visitor, previous, step, order))),
      revenueUsd: visitors.reduce((sum, { actions }) => sum + (actions[step]?.valueUsd ?? 0), 0),
    };
  });
}

/** In any order a step can be done before the one above it; then no time passed between them. */
function secondsTo(
  { actions }: FunnelVisitor,
  previous: number,
  step: number,
  order: FunnelDefinition["order"],
): number[] {
  const action = actions[step];
  if (!action) return [];
  const before =
    order === "any" ? Math.max(...actions.slice(0, step).map((each) => each?.at ?? 0)) : actions[previous]!.at;
  return [Math.max(0, action.at - before) / 1000];
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

async function factNames(
  ctx: Pick<Ctx, "db">,
  breakdown: FunnelBreakdown,
  facts: readonly (number | null)[],
): Promise<(fact: number | null) => string> {
  if (breakdown === "device") return (fact) => deviceKindName(fact);
  if (breakdown === "channel") {
    const names = new Map(Object.entries(channels).map(([name, number]) => [number as number, name]));
    return (fact) => names.get(fact ?? channels.direct) ?? "direct";
  }
  const ids = facts.filter((fact) => fact !== null);
  const rows = ids.length === 0 ? [] : await ctx.db.select().from(analyticsTerm).where(inArray(analyticsTerm.id, ids));
  const names = new Map(rows.map(({ id, text }) => [id, text]));
  return (fact) => (fact === null ? "" : names.get(fact)) || (breakdown === "source" ? "Direct / none" : "(none)");
}
