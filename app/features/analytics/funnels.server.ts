/*
 * Funnels: how many visitors got from one step to the next. They are computed from stored hits and reported steps when they are read,
 * so a new funnel covers the past as well.
 *
 * A visitor is a browser on a day, or a person if sessions were connected by a sign-in or a form (identity.server.ts). Visitors count in
 * the period in which they start the funnel and have the whole window to continue, even beyond the period's end. Rejected visits are
 * excluded. Visitors who ask not to be tracked have no id and cannot be followed; their actions are counted.
 *
 * Sessions that did only the first step are just counted. The actions of all others are read visitor by visitor
 * (funnels/walk.server.ts), and progress.ts determines how far each got.
 */
import type { Ctx } from "#app/platform/context.server.ts";
import { channelName, channels } from "./channels.ts";
import { deviceKindName } from "./device-kinds.ts";
import type { FunnelBreakdown, FunnelDefinition } from "./funnel-definition.ts";
import { countAnonymousActions } from "./funnels/actions.server.ts";
import { type FunnelStepFigures, StepSums } from "./funnels/step-sums.ts";
import { type FunnelVisitor, type Walk, walkFunnel } from "./funnels/walk.server.ts";
import { valueLabel } from "./reports/lists.ts";
import { termNames } from "./reports/term-names.server.ts";
import type { ReportScope } from "./reports/visit-conditions.server.ts";
import { sourceName } from "./source-name.ts";

export { mainFunnel } from "./funnels/main-funnel.ts";
export type { FunnelStepFigures } from "./funnels/step-sums.ts";

export type FunnelFigures = {
  steps: FunnelStepFigures[];
  /** Matching actions of visitors who ask not to be tracked. */
  anonymousActions: number;
};

/** Groups of a breakdown, the largest first, at most `limit` of `count`. */
export type FunnelGroups = { groups: { name: string; steps: FunnelStepFigures[] }[]; count: number };

/** Returns the figures of a funnel in a period. Filters select sessions with a matching visit. */
export async function readFunnel(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
): Promise<FunnelFigures> {
  const sums = new StepSums(definition);
  const walk = await walkFunnel(ctx, definition, scope, { use: (visitor) => sums.add(visitor) });
  for (const count of walk.others.values()) sums.addFirstOnly(count);
  return { steps: sums.figures(), anonymousActions: await anonymousActions(ctx, scope, walk) };
}

/** Returns the figures of a funnel, in total and per source, channel, device or campaign of the session that started it. */
export async function readFunnelBreakdown(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  breakdown: FunnelBreakdown,
  limit = 12,
): Promise<FunnelGroups & { whole: FunnelFigures }> {
  const all = new StepSums(definition);
  const byFact = new Map<number | null, StepSums>();
  const sumsOf = (fact: number | null) => {
    const sums = byFact.get(fact) ?? new StepSums(definition);
    byFact.set(fact, sums);
    return sums;
  };
  const use = (visitor: FunnelVisitor) => {
    all.add(visitor);
    sumsOf(visitor.fact).add(visitor);
  };
  const walk = await walkFunnel(ctx, definition, scope, { breakdown, use });
  for (const [fact, count] of walk.others) {
    all.addFirstOnly(count);
    sumsOf(fact).addFirstOnly(count);
  }
  const nameOf = await factNames(ctx, breakdown, [...byFact.keys()]);
  // Several facts can share a name: campaigns and referrers may spell a source differently.
  const byName = new Map<string, StepSums>();
  for (const [fact, sums] of byFact) {
    const known = byName.get(nameOf(fact));
    if (known) known.addAll(sums);
    else byName.set(nameOf(fact), sums);
  }
  const largest = [...byName]
    .map(([name, sums]) => ({ name, steps: sums.figures() }))
    .sort((one, other) => other.steps[0]!.visitors - one.steps[0]!.visitors || (one.name < other.name ? -1 : 1));
  return {
    whole: { steps: all.figures(), anonymousActions: await anonymousActions(ctx, scope, walk) },
    ...{ groups: largest.slice(0, limit), count: byName.size },
  };
}

/** Unknown with filters: only the page and the name of these actions are stored. */
const anonymousActions = async (ctx: Pick<Ctx, "db">, { filters }: ReportScope, { anonymousViews, query }: Walk) =>
  filters.length > 0 ? 0 : anonymousViews + (await countAnonymousActions(ctx, query));

async function factNames(
  ctx: Pick<Ctx, "db">,
  breakdown: FunnelBreakdown,
  facts: readonly (number | null)[],
): Promise<(fact: number | null) => string> {
  const label = (name: string | null | undefined) => valueLabel(breakdown, name ?? null);
  const nameOf = breakdown === "source" ? sourceName : (name: string) => name;
  if (breakdown === "device") return (fact) => label(deviceKindName(fact));
  if (breakdown === "channel") return (fact) => label(channelName(fact ?? channels.direct));
  const names = await termNames(
    ctx,
    facts.filter((fact) => fact !== null),
  );
  return (fact) => {
    const name = names.get(fact ?? 0);
    return label(name === undefined ? null : nameOf(name));
  };
}
