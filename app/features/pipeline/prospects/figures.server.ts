import { type SQL, sql } from "drizzle-orm";
import { newAnalysisOwners } from "#app/features/analysis/today.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { dayMs, daySeconds } from "#app/lib/durations.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { prospect, prospectStageChange, prospectTask } from "../tables.server.ts";
import { todayOf } from "../tasks/today-date.server.ts";
import { matching } from "./prospect-filter.server.ts";
import { hasFilters, type ProspectFilters } from "./prospect-list.ts";
import { openStages, type Stage } from "./stages.ts";

/** The figures above the board, for the prospects that match its filters. */
export type PipelineFigures = {
  /** Prospects in an open stage. */
  open: number;
  /** First analyses of the last seven days; without filters the same number as on the today page. */
  newAnalyses: number;
  enteredCallBooked: number;
  /** Median days from the first event to the first booked call, of calls booked in the last 90 days; null without one. */
  medianDaysToCall: number | null;
  lateTasks: number;
  /** ISO date, in the time zone of the admin. */
  today: string;
};

/**
 * Reads the figures with one statement. Filters are evaluated once; without filters, each figure uses its own index. For admins (aal2).
 * Refusal: not_admin.
 */
export async function readFigures(ctx: Ctx, filters: ProspectFilters): Promise<Result<PipelineFigures, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const daysAgo = (days: number) => sql`${new Date(ctx.now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  const [today, matches] = await Promise.all([todayOf(ctx, filters), matching(ctx, filters)]);
  const isFiltered = hasFilters(filters);
  const entered = (stage: Stage, days: number): SQL => sql`
    ${prospectStageChange} join shown on shown.id = ${prospectStageChange.prospectId}
    where ${prospectStageChange.to} = ${stage} and ${prospectStageChange.at} > ${daysAgo(days)}`;
  const analyses = newAnalysisOwners(ctx).as("new_analysis");
  const isCounted = isFiltered ? sql`${analyses.userId} in (select user_id from shown)` : sql`true`;
  const { rows } = await ctx.db.execute<Omit<PipelineFigures, "today">>(sql`
    with shown as ${sql.raw(isFiltered ? "materialized" : "not materialized")} (
      select ${prospect.id}, ${prospect.stage}, ${prospect.userId}, ${prospect.createdAt}
      from ${prospect} where ${matches})
    select
      (select count(*)::int from shown where stage in (${sql.join(
        openStages.map((stage) => sql`${stage}`),
        sql`, `,
      )})) as "open",
      (select count(*)::int from ${analyses} where ${isCounted}) as "newAnalyses",
      (select count(*)::int from ${entered("call_booked", 7)}) as "enteredCallBooked",
      (select percentile_cont(0.5) within group (
        order by extract(epoch from ${prospectStageChange.at} - shown.created_at) / ${daySeconds})
        from ${entered("call_booked", 90)}) as "medianDaysToCall",
      (select count(*)::int from ${prospectTask} join shown on shown.id = ${prospectTask.prospectId}
        where ${prospectTask.doneAt} is null and ${prospectTask.dueOn} < ${today}) as "lateTasks"`);
  return ok({ ...rows[0]!, today });
}
