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
import { channelName, channels } from "./channels.ts";
import { deviceKindName } from "./device-kinds.ts";
import type { FunnelBreakdown, FunnelDefinition } from "./funnel-definition.ts";
import { countAnonymousActions } from "./funnels/actions.server.ts";
import { type FunnelVisitor, walkFunnel } from "./funnels/walk.server.ts";
import { valueLabel } from "./reports/lists.ts";
import type { ReportScope } from "./reports/visit-conditions.server.ts";
import { sourceName } from "./source-name.ts";
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

/** Groups of a breakdown, the largest first, at most `limit` of `count`. */
export type FunnelGroups = { groups: { name: string; steps: FunnelStepFigures[] }[]; count: number };

/** Figures per source, channel, device or campaign of the session in which the funnel began. */
export async function readFunnelBreakdown(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  breakdown: FunnelBreakdown,
  limit = 12,
): Promise<FunnelGroups> {
  const { visitors, others } = await walkFunnel(ctx, definition, scope, breakdown);
  const facts = new Set([...others.keys(), ...visitors.map((visitor) => startOf(visitor).fact)]);
  const nameOf = await factNames(ctx, breakdown, [...facts]);
  // Several facts have one name: a source that campaigns and referrers write differently.
  const groups = new Map([...facts].map((fact) => [nameOf(fact), { own: [] as FunnelVisitor[], onlyFirst: 0 }]));
  for (const [fact, amount] of others) groups.get(nameOf(fact))!.onlyFirst += amount;
  for (const visitor of visitors) groups.get(nameOf(startOf(visitor).fact))!.own.push(visitor);
  const largest = [...groups]
    .map(([name, { own, onlyFirst }]) => ({ name, steps: stepFigures(definition, own, onlyFirst) }))
    .sort((one, other) => other.steps[0]!.visitors - one.steps[0]!.visitors || (one.name < other.name ? -1 : 1));
  return { groups: largest.slice(0, limit), count: groups.size };
}

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
  const label = (name: string | null | undefined) => valueLabel(breakdown, name ?? null);
  const nameOf = breakdown === "source" ? sourceName : (name: string) => name;
  if (breakdown === "device") return (fact) => label(deviceKindName(fact));
  if (breakdown === "channel") return (fact) => label(channelName(fact ?? channels.direct));
  const ids = facts.filter((fact) => fact !== null);
  const rows = ids.length === 0 ? [] : await ctx.db.select().from(analyticsTerm).where(inArray(analyticsTerm.id, ids));
  const names = new Map(rows.map(({ id, text }) => [id, nameOf(text)]));
  return (fact) => label(fact === null ? null : names.get(fact));
}
