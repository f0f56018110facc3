import { sql } from "drizzle-orm";
import { instantsOf } from "#app/features/analytics/reports/period/period.ts";
import type { IdFilter } from "#app/features/analytics/reports/report-sql.ts";
import { filterIds, type ReportScope } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { analyticsAcceptedRule, analyticsTerm } from "#app/features/analytics/tables.server.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelBreakdown, FunnelDefinition, FunnelOrder } from "../funnel-definition.ts";
import { type People, readPeople } from "./people.server.ts";
import { type StepConditions, stepConditions } from "./step-conditions.server.ts";

/** A funnel in a period with everything resolved to ids, from which each store makes its statements. */
export type FunnelQuery = People & {
  conditions: StepConditions;
  /** Numbers of steps from 0, in order. */
  required: readonly number[];
  optional: readonly number[];
  order: FunnelOrder;
  windowHours: number;
  start: Date;
  end: Date;
  /** The end of the window of a visitor who starts at `end`. */
  until: Date;
  /** Select the sessions that can start the funnel: those with a matching visit since `filteredFrom`. */
  filters: readonly IdFilter[];
  filteredFrom: Date;
  acceptedRules: readonly number[];
  revenueTypes: readonly number[];
  breakdown: FunnelBreakdown | null;
};

export async function funnelQuery(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  { period, filters }: ReportScope,
  breakdown: FunnelBreakdown | null = null,
): Promise<FunnelQuery> {
  const { start, end } = instantsOf(period);
  const { order, windowHours } = definition;
  const until = new Date(end.getTime() + windowHours * hourMs);
  const conditions = await stepConditions(ctx, definition);
  const [people, idFilters, { rules, revenueTypes }] = await Promise.all([
    readPeople(ctx, conditions, { start, until, breakdown }),
    Promise.all(filters.map((filter) => filterIds(ctx, filter))),
    readRules(ctx),
  ]);
  const steps = [...definition.steps.keys()];
  const isOptional = (step: number) => definition.steps[step]!.isOptional;
  return {
    ...{ ...people, conditions, order, windowHours, start, end, until, breakdown, filters: idFilters, revenueTypes },
    required: steps.filter((step) => !isOptional(step)),
    optional: steps.filter(isOptional),
    filteredFrom: new Date(start.getTime() - dayMs),
    acceptedRules: rules,
  };
}

async function readRules({ db }: Pick<Ctx, "db">): Promise<{ rules: number[]; revenueTypes: number[] }> {
  const { rows } = await db.execute<{ rules: number[]; revenueTypes: number[] }>(sql`
    select array(select rule::int from ${analyticsAcceptedRule}) as rules,
      array(select id from ${analyticsTerm} where text = 'revenue') as "revenueTypes"`);
  return rows[0]!;
}
