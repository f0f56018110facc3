import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { deviceKinds } from "../device-kinds.ts";
import { analyticsVisit } from "../tables.server.ts";
import { named, type RowRange, type Rows } from "./breakdowns.server.ts";
import { viewsOf } from "./totals.server.ts";
import { isCounted, isDuring, type ReportScope, visitCondition } from "./visit-conditions.server.ts";
import { type Vital, vitalLimits, vitalNames } from "./vital-limits.ts";

/** 75th percentiles: milliseconds, CLS without unit; null without measurements. */
export type VitalValues = Record<Vital, number | null>;
export type VitalsRow = { name: string; views: number } & VitalValues;

/** The vitals of all views. */
export async function readVitals(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<VitalValues> {
  const views = sql`select null::int as id, ${columns} from ${await viewsOf(ctx, scope)}`;
  return (await percentiles(ctx, views)).get(null) ?? noValues;
}

/** The vitals per page or device, most measured first. */
export async function readVitalsBy(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  by: "page" | "device",
  range: RowRange,
): Promise<Rows<VitalsRow>> {
  const id = sql.raw(by === "page" ? "w.page_id" : "w.device");
  const views = await viewsOf(ctx, scope);
  const isMeasured = sql`coalesce(w.lcp, w.inp, w.fcp, w.ttfb, w.fid, w.cls) is not null`;
  const { rows } = await ctx.db.execute<{ id: number; name: string; views: string; count: string }>(
    named(sql`select ${id} as id, count(*) as views from ${views} and ${isMeasured} group by 1`, {
      ...{ numbers: by === "device" ? deviceKinds : undefined, order: "views", range },
    }),
  );
  const ids = sql.param(rows.map((row) => row.id));
  const values = await percentiles(
    ctx,
    sql`select ${id} as id, ${columns} from ${views} and ${id} = any(${ids}::int[])`,
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    rows: rows.map((row) => ({ name: row.name, views: Number(row.views), ...(values.get(row.id) ?? noValues) })),
  };
}

const columns = sql.raw(vitalNames.map((name) => `w.${name}`).join(", "));
const noValues = Object.fromEntries(vitalNames.map((name) => [name, null])) as VitalValues;

/**
 * The 75th percentile of each vital per `id`, as percentile_cont computes it. Counting the views per value first takes one pass
 * over them; sorting them once per vital takes five times as long. `views`: a query of `id` and the vitals.
 */
async function percentiles({ db }: Pick<Ctx, "db">, views: SQL): Promise<Map<number | null, VitalValues>> {
  const names = sql.raw(vitalNames.join(", "));
  const sets = sql.raw(vitalNames.map((name) => `(id, ${name})`).join(", "));
  const { rows } = await db.execute<{ id: number | null; set: number; value: number }>(sql`
    with counted as (
      select id, grouping(${names}) as set, coalesce(${names})::float8 as value, count(*) as views
      from (${views}) view group by grouping sets (${sets})
    ), ranked as (
      select id, set, value, sum(views) over (partition by id, set order by value) as upto,
        0.75 * (sum(views) over (partition by id, set) - 1) as place
      from counted where value is not null
    ), found as (
      select id, set, place - floor(place) as part, min(value) filter (where upto > floor(place)) as lower,
        min(value) filter (where upto > ceil(place)) as upper
      from ranked group by id, set, place
    )
    select id, set, (lower + (upper - lower) * part)::float8 as value from found`);
  const result = new Map<number | null, VitalValues>();
  for (const { id, set, value } of rows) {
    const values = result.get(id) ?? { ...noValues };
    values[vitalOfSet(set)] = value;
    result.set(id, values);
  }
  return result;
}

/** `grouping()` has a bit for every column that is not in the set; the first column has the highest. */
const vitalOfSet = (set: number): Vital =>
  vitalNames.find((_, index) => (set & (1 << (vitalNames.length - 1 - index))) === 0)!;

export type VitalEffect = { rating: "good" | "fair" | "poor"; visits: number; conversions: number };

/** Visits by the worst value of one vital in them, with the visits that reached a goal. */
export async function readVitalEffect(
  ctx: Pick<Ctx, "db">,
  { period, filters }: ReportScope,
  vital: Vital,
): Promise<VitalEffect[]> {
  const condition = await visitCondition(ctx, filters);
  const { good, fair } = vitalLimits[vital];
  const { rows } = await ctx.db.execute<Record<keyof VitalEffect, string>>(sql`
    select case when worst <= ${good} then 'good' when worst <= ${fair} then 'fair' else 'poor' end as rating,
      count(*) as visits, count(*) filter (where converted) as conversions
    from (
      select max(w.${sql.raw(vital)}) as worst, bool_or(v.goal_ids <> '{}') as converted
      from ${analyticsVisit} v join analytics_view w on w.session_id = v.session_id and w.visit_at = v.started_at
      where ${isDuring(period, "v.started_at")} and ${isCounted("v")} and w.${sql.raw(vital)} is not null
        ${condition && sql`and ${condition}`}
      group by v.session_id, v.started_at
    ) visit group by 1`);
  return (["good", "fair", "poor"] as const).map((rating) => {
    const row = rows.find((one) => one.rating === rating);
    return { rating, visits: Number(row?.visits ?? 0), conversions: Number(row?.conversions ?? 0) };
  });
}
