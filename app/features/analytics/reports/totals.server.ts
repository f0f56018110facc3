import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { importedByDay, importedTotals } from "../imports/imported-days.server.ts";
import { analyticsView, analyticsVisit } from "../tables.server.ts";
import type { Metric, Totals } from "./metrics.ts";
import { type BucketUnit, bucketStarts, instantsOf } from "./period.ts";
import { isCounted, isDuring, type ReportScope, visitCondition } from "./visit-conditions.server.ts";
import { addedSeries, addedTotals } from "./with-imported.ts";

/** The figures of a whole period, with imported days. */
export async function readTotals(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<Totals> {
  return addedTotals(await readOwnTotals(ctx, scope), await importedTotals(ctx, scope));
}

async function readOwnTotals(ctx: Pick<Ctx, "db">, { period, filters }: ReportScope): Promise<Totals> {
  const condition = await visitCondition(ctx, filters);
  // Grouped by session first: that is faster than counting distinct ones.
  const { rows } = await ctx.db.execute<Record<keyof Totals, string | null>>(sql`
    select sum(visits) as visits, count(*) as visitors, sum(bounces)::float8 / sum(visits) as "bounceRate",
      sum(seconds)::float8 / sum(visits) as "averageVisitSeconds", sum(conversions) as conversions, sum(revenue) as "revenueUsd"
    from (
      select count(*) as visits, count(*) filter (where v.is_bounce) as bounces, sum(v.duration_seconds) as seconds,
        count(*) filter (where v.goal_ids <> '{}') as conversions, sum(v.value_usd) as revenue
      from ${analyticsVisit} v
      where ${isDuring(period, "v.started_at")} and ${isCounted("v")} ${condition && sql`and ${condition}`}
      group by v.session_id
    ) session`);
  const number = (name: keyof Totals) => Number(rows[0]?.[name] ?? 0);
  return {
    visits: number("visits"),
    visitors: number("visitors"),
    views: await countViews(ctx, { period, filters }),
    bounceRate: number("bounceRate"),
    averageVisitSeconds: number("averageVisitSeconds"),
    conversions: number("conversions"),
    revenueUsd: number("revenueUsd"),
  };
}

async function countViews(ctx: Pick<Ctx, "db">, { period, filters }: ReportScope): Promise<number> {
  const { rows } = await ctx.db.execute<{ views: string }>(
    sql`select count(*) as views from ${await viewsOf(ctx, { period, filters })}`,
  );
  return Number(rows[0]?.views ?? 0);
}

/** The views of a period as `w`, joined with their visits `v` if there are filters: a from clause with its condition. */
export async function viewsOf(ctx: Pick<Ctx, "db">, { period, filters }: ReportScope) {
  const condition = await visitCondition(ctx, filters);
  const join =
    condition &&
    sql`join ${analyticsVisit} v on v.session_id = w.session_id and v.started_at = w.visit_at and ${condition}`;
  return sql`${analyticsView} w ${join ?? sql``} where ${isDuring(period, "w.at")} and ${isCounted("w")}`;
}

/** One metric per hour, day, week or month, with zeros where nothing happened. Imported days have no hours. */
export async function readSeries(
  ctx: Pick<Ctx, "db">,
  { period, filters }: ReportScope,
  metric: Metric,
  unit: BucketUnit,
): Promise<{ at: Date; value: number }[]> {
  const starts = bucketStarts(period, unit);
  const bounds = sql`${sql.param(starts.map((at) => at.toISOString()))}::timestamptz[]`;
  const condition = await visitCondition(ctx, filters);
  const values = {
    visitors: sql`count(distinct v.session_id)`,
    visits: sql`count(*)`,
    bounceRate: sql`avg(v.is_bounce::int)`,
    averageVisitSeconds: sql`avg(v.duration_seconds)`,
    conversions: sql`count(*) filter (where v.goal_ids <> '{}')`,
    revenueUsd: sql`sum(v.value_usd)`,
  };
  const { rows } = await ctx.db.execute<{ bucket: number; value: string; visits: string }>(
    metric === "views"
      ? sql`select width_bucket(w.at, ${bounds}) as bucket, count(*) as value, 0 as visits
          from ${await viewsOf(ctx, { period, filters })} group by 1`
      : sql`select width_bucket(v.started_at, ${bounds}) as bucket, ${values[metric]} as value, count(*) as visits
          from ${analyticsVisit} v
          where ${isDuring(period, "v.started_at")} and ${isCounted("v")} ${condition && sql`and ${condition}`}
          group by 1`,
  );
  const byBucket = new Map(rows.map((row) => [row.bucket, { value: Number(row.value), visits: Number(row.visits) }]));
  const own = starts.map((at, index) => ({ at, ...(byBucket.get(index + 1) ?? { value: 0, visits: 0 }) }));
  const imported = unit === "hour" ? [] : await importedByDay(ctx, { period, filters });
  return addedSeries(own, imported, { metric, timezone: period.timezone });
}

/** The number of sessions with a hit in the last five minutes. Clocks of processes may differ by a minute. */
export async function readLive(ctx: Pick<Ctx, "db" | "now">): Promise<{ visitors: number }> {
  const at = (ms: number) => new Date(ctx.now.getTime() + ms).toISOString();
  const { rows } = await ctx.db.execute<{ visitors: string }>(sql`
    select count(distinct h.session_id) as visitors from analytics_hit h join analytics_session s on s.id = h.session_id
    where h.at between ${at(-300_000)}::timestamptz and ${at(60_000)}::timestamptz and s.client is not null and ${isCounted("s")}`);
  return { visitors: Number(rows[0]?.visitors ?? 0) };
}

/** Whether anything was collected before the period ends: an empty report says so differently than a quiet period. */
export async function hasVisitsBefore(ctx: Pick<Ctx, "db">, { period }: Pick<ReportScope, "period">): Promise<boolean> {
  const { end } = instantsOf(period);
  const { rows } = await ctx.db.execute<{ exists: boolean }>(
    sql`select exists (select from ${analyticsView} w where w.at < ${end.toISOString()}::timestamptz) as "exists"`,
  );
  return rows[0]?.exists ?? false;
}
