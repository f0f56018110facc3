import { sql } from "drizzle-orm";
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

const p75 = sql.join(
  vitalNames.map((name) => sql.raw(`percentile_cont(0.75) within group (order by w.${name}) as ${name}`)),
  sql`, `,
);

const valuesOf = (row: Record<string, string | number | null>): VitalValues =>
  Object.fromEntries(
    vitalNames.map((name) => [name, row[name] === null || row[name] === undefined ? null : Number(row[name])]),
  ) as VitalValues;

/** The vitals of all views. */
export async function readVitals(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<VitalValues> {
  const { rows } = await ctx.db.execute<Record<string, number | null>>(
    sql`select ${p75} from ${await viewsOf(ctx, scope)}`,
  );
  return valuesOf(rows[0] ?? {});
}

/** The vitals per page or device, most measured first. */
export async function readVitalsBy(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  by: "page" | "device",
  range: RowRange,
): Promise<Rows<VitalsRow>> {
  const id = sql.raw(by === "page" ? "w.page_id" : "w.device");
  const isMeasured = sql`coalesce(w.lcp, w.inp, w.cls, w.fcp, w.ttfb, w.fid) is not null`;
  const { rows } = await ctx.db.execute<Record<string, string | null>>(
    named(
      sql`select ${id} as id, count(*) as views, ${p75} from ${await viewsOf(ctx, scope)} and ${isMeasured} group by 1`,
      { numbers: by === "device" ? deviceKinds : undefined, order: "views", range },
    ),
  );
  return {
    count: Number(rows[0]?.["count"] ?? 0),
    rows: rows.map((row) => ({ name: row["name"] ?? "", views: Number(row["views"]), ...valuesOf(row) })),
  };
}

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
