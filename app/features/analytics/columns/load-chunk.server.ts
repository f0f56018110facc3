import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { dimensionColumns } from "../reports/visit-conditions.server.ts";
import { type Vital, vitalNames } from "../reports/vital-limits.ts";
import { analyticsDayChange, analyticsView, analyticsVisit } from "../tables.server.ts";
import { type VisitDimension, visitDimensions } from "../visit-filter.ts";
import {
  type DayChunk,
  isListDimension,
  type Packed,
  type PackedViews,
  type PackedVisits,
  unpackChunk,
} from "./day-chunk.ts";

/** A day with visits or views. `lastAt`: no view of its visits is later. */
export type ChangedDay = { day: string; version: string; lastAt: string };

/** Columns of a query of `analyticsDayChange c` that is grouped by day. */
export const dayVersion = {
  version: sql`max(c.id) || '.' || sum(c.changes)`,
  lastAt: sql`max(c.last_at)::text`,
};

/** Reads the rows of one day together with their version, in one statement and so in one snapshot. */
export async function loadChunk(
  ctx: Pick<Ctx, "db">,
  { day, lastAt }: Pick<ChangedDay, "day" | "lastAt">,
): Promise<DayChunk> {
  const { rows } = await ctx.db.execute<Record<string, string | Packed>>(packedDay(day, lastAt));
  const row = rows[0]!;
  // A later view was stored since the days were listed.
  if (row["lastAt"] !== lastAt) return loadChunk(ctx, { day, lastAt: row["lastAt"] as string });
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, packed]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), packed]] : [],
      ),
    );
  return unpackChunk(day, row["version"] as string, {
    visits: part("visit ") as PackedVisits,
    views: part("view ") as PackedViews,
  });
}

const integer = (expression: string) => `string_agg(int4send((${expression})::int), ''::bytea)`;
const plusOne = (column: string) => integer(`coalesce(${column} + 1, 0)`);

const dimensionPacked = (dimension: VisitDimension) => {
  const column = `v.${dimensionColumns[dimension].name}`;
  return isListDimension(dimension)
    ? `string_agg(array_send(${column}), ''::bytea)`
    : integer(`coalesce(${column}, 0)`);
};

const visitColumns: Readonly<Record<keyof PackedVisits, string>> = {
  at: integer("floor(extract(epoch from v.started_at - day.start))"),
  session: integer("v.session_id"),
  seconds: integer("v.duration_seconds"),
  bounce: integer("v.is_bounce::int"),
  rule: integer("coalesce(v.rule, 0)"),
  cents: "string_agg(int8send((v.value_usd * 100)::bigint), ''::bytea)",
  ...(Object.fromEntries(visitDimensions.map((dimension) => [dimension, dimensionPacked(dimension)])) as Record<
    VisitDimension,
    string
  >),
};

const viewColumns: Readonly<Record<keyof PackedViews, string>> = {
  micros: "string_agg(int8send((extract(epoch from w.at - day.start) * 1000000)::bigint), ''::bytea)",
  visit: integer("w.number"),
  page: integer("coalesce(w.page_id, 0)"),
  device: integer("w.device"),
  rule: integer("coalesce(w.rule, 0)"),
  secondsPlusOne: plusOne("w.seconds"),
  scrollPlusOne: plusOne("w.scroll"),
  ...(Object.fromEntries(vitalNames.map((vital) => [vital, plusOne(`w.${vital}`)])) as Record<Vital, string>),
  cls: "string_agg(float4send(coalesce(w.cls, 'NaN')), ''::bytea)",
};

const named = (prefix: string, columns: Readonly<Record<string, string>>) =>
  sql.raw(
    Object.entries(columns)
      .map(([name, column]) => `${column} as "${prefix}${name}"`)
      .join(", "),
  );

/** Aggregates read their rows in the order of the subquery. */
const packedDay = (day: string, lastAt: string): SQL => sql`
  with day as (
    select ${`${day}T00:00:00Z`}::timestamptz as start
  ), visit as materialized (
    select v.*, row_number() over (order by v.session_id, v.started_at) as number from ${analyticsVisit} v
    where v.started_at >= ${`${day}T00:00:00Z`}::timestamptz and v.started_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
  ), view as materialized (
    select w.*, coalesce(visit.number, 0) as number
    from ${analyticsView} w left join visit on visit.session_id = w.session_id and visit.started_at = w.visit_at
    where w.at between ${`${day}T00:00:00Z`}::timestamptz and ${lastAt}::timestamptz
      and coalesce(w.visit_at, w.at) >= ${`${day}T00:00:00Z`}::timestamptz
      and coalesce(w.visit_at, w.at) < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
  )
  select changed.*, visits.*, views.*
  from (select ${dayVersion.version} as version, ${dayVersion.lastAt} as "lastAt" from ${analyticsDayChange} c where c.day = ${day}::date) changed,
    (select ${named("visit ", visitColumns)} from (select * from visit order by number) v, day) visits,
    (select ${named("view ", viewColumns)} from (select * from view order by number, at) w, day) views`;
