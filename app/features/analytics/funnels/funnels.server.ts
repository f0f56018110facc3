/*
 * Funnels: how many visitors got from one step to the next. They are computed from stored hits and reported steps when they are read,
 * so a new funnel covers the past as well.
 *
 * A visitor is a browser on a day, or a person if sessions were connected by a sign-in or a form (identity.server.ts). Visitors count in
 * the period in which they start the funnel and have the whole window to continue, even beyond the period's end. Rejected visits are
 * excluded. Visitors who ask not to be tracked have no id and cannot be followed; their actions are counted.
 *
 * The store of visitor events counts in one statement (funnels/figures/funnel-sql.server.ts); only what is known of people comes from here.
 */
import type { Ctx } from "#app/platform/context.server.ts";
import { channelName, channels } from "../collecting/sources/channels.ts";
import { valueLabel } from "../reports/lists/lists.ts";
import { termNames } from "../reports/lists/term-names.server.ts";
import type { ReportScope } from "../reports/visit-conditions.server.ts";
import { deviceKindName } from "../storage/device-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { countAnonymousActions } from "./figures/anonymous-actions.server.ts";
import { funnelQuery } from "./figures/funnel-query.server.ts";
import { funnelSums } from "./figures/funnel-sql.server.ts";
import { type FunnelStepFigures, type StepSum, stepFigures } from "./figures/step-figures.ts";
import type { FunnelBreakdown, FunnelDefinition } from "./funnel-definition.ts";

export type { FunnelStepFigures } from "./figures/step-figures.ts";
export { mainFunnel } from "./main-funnel.ts";

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
  const { rows, anonymousActions } = await readSums(ctx, definition, scope, null);
  return { steps: stepFigures(definition, sumsOf(definition, rows[0])), anonymousActions };
}

/** Returns the figures of a funnel, in total and per source, channel, device or campaign of the session that started it. */
export async function readFunnelBreakdown(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  breakdown: FunnelBreakdown,
  limit = 12,
): Promise<FunnelGroups & { whole: FunnelFigures }> {
  const { rows, anonymousActions } = await readSums(ctx, definition, scope, breakdown);
  const whole = rows.find((row) => Number(row["is_whole"]) === 1);
  const groups = rows.filter((row) => row !== whole);
  const factOf = (row: SumRow) => Number(row["fact"]);
  const nameOf = await factNames(ctx, breakdown, groups.map(factOf));
  const largest = groups
    .map((row) => ({ name: nameOf(factOf(row)), steps: stepFigures(definition, sumsOf(definition, row)) }))
    .sort((one, other) => other.steps[0]!.visitors - one.steps[0]!.visitors || (one.name < other.name ? -1 : 1));
  return {
    whole: { steps: stepFigures(definition, sumsOf(definition, whole)), anonymousActions },
    ...{ groups: largest.slice(0, limit), count: largest.length },
  };
}

type SumRow = Record<string, unknown>;

async function readSums(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  scope: ReportScope,
  breakdown: FunnelBreakdown | null,
) {
  const query = await funnelQuery(ctx, definition, scope, breakdown);
  const store = visitStore();
  const [rows, anonymousActions] = await Promise.all([
    store.reportRows(ctx, funnelSums(store.dialect, query)),
    countAnonymousActions(ctx, query),
  ]);
  return { rows, anonymousActions };
}

/** `row`: undefined if no visitor started. */
const sumsOf = ({ steps }: FunnelDefinition, row: SumRow = {}): StepSum[] =>
  steps.map((_, step) => ({
    visitors: Number(row[`n${step}`] ?? 0) + (step === 0 ? Number(row["others"] ?? 0) : 0),
    revenueUsd: Number(row[`v${step}`] ?? 0),
    medianMicros: typeof row[`m${step}`] === "number" ? (row[`m${step}`] as number) : null,
  }));

/** `facts`: ids, 0 for none. Visits name their source already. */
async function factNames(
  ctx: Pick<Ctx, "db">,
  breakdown: FunnelBreakdown,
  facts: readonly number[],
): Promise<(fact: number) => string> {
  if (breakdown === "device") return (fact) => valueLabel(breakdown, deviceKindName(fact));
  if (breakdown === "channel") return (fact) => valueLabel(breakdown, channelName(fact || channels.direct));
  const names = await termNames(ctx, facts);
  return (fact) => valueLabel(breakdown, names.get(fact) ?? null);
}
