import { type SQL, sql } from "drizzle-orm";
import {
  isListDimension,
  type Packed,
  type PackedViews,
  type PackedVisits,
} from "#app/features/analytics/columns/day-chunk.ts";
import { dayVersion } from "#app/features/analytics/columns/day-version.server.ts";
import { dimensionColumns } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { type Vital, vitalNames } from "#app/features/analytics/reports/vital-limits.ts";
import { analyticsDayChange, analyticsView, analyticsVisit } from "#app/features/analytics/tables.server.ts";
import { type VisitDimension, visitDimensions } from "#app/features/analytics/visit-filter.ts";
import type { VisitReads } from "../visit-store.ts";

/** Reads the rows of one day and their version in one statement, and so in one snapshot. */
export const packedDay: VisitReads["packedDay"] = async ({ db }, { day, lastAt }) => {
  const { rows } = await db.execute<Record<string, string | Packed>>(statement(day, lastAt));
  const row = rows[0]!;
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, packed]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), packed]] : [],
      ),
    );
  return {
    version: row["version"] as string,
    lastAt: row["lastAt"] as string,
    visits: part("visit ") as PackedVisits,
    views: part("view ") as PackedViews,
  };
};

const integer = (expression: string) => `string_agg(int4send((${expression})::int), ''::bytea)`;
const timeOf = (column: string) => `string_agg(timestamptz_send(${column}), ''::bytea)`;
const plusOne = (column: string) => integer(`coalesce(${column} + 1, 0)`);

const dimensionPacked = (dimension: VisitDimension) => {
  const column = `v.${dimensionColumns[dimension].name}`;
  return isListDimension(dimension)
    ? `string_agg(array_send(${column}), ''::bytea)`
    : integer(`coalesce(${column}, 0)`);
};

const visitColumns: Readonly<Record<keyof PackedVisits, string>> = {
  at: timeOf("v.started_at"),
  session: integer("v.session_id"),
  seconds: integer("v.duration_seconds"),
  bounce: integer("v.is_bounce::int"),
  rule: integer("coalesce(v.rule, 0)"),
  cents: "string_agg(int8send(case when v.value_usd = 0 then 0 else (v.value_usd * 100)::bigint end), ''::bytea)",
  ...(Object.fromEntries(visitDimensions.map((dimension) => [dimension, dimensionPacked(dimension)])) as Record<
    VisitDimension,
    string
  >),
};

const viewColumns: Readonly<Record<keyof PackedViews, string>> = {
  micros: timeOf("w.at"),
  session: integer("coalesce(w.session_id, 0)"),
  visitAt: timeOf("coalesce(w.visit_at, w.at)"),
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
function statement(day: string, lastAt: string): SQL {
  const start = sql`${`${day}T00:00:00Z`}::timestamptz`;
  return sql`
    select changed.*, visits.*, views.*
    from (
      select ${dayVersion.version} as version, ${dayVersion.lastAt} as "lastAt" from ${analyticsDayChange} c where c.day = ${day}::date
    ) changed, (
      select ${named("visit ", visitColumns)} from (
        select * from ${analyticsVisit} where started_at >= ${start} and started_at < ${start} + interval '1 day'
        order by session_id, started_at
      ) v
    ) visits, (
      select ${named("view ", viewColumns)} from (
        select * from ${analyticsView} where at between ${start} and ${lastAt}::timestamptz
          and coalesce(visit_at, at) >= ${start} and coalesce(visit_at, at) < ${start} + interval '1 day'
        order by session_id nulls first, visit_at, at
      ) w
    ) views`;
}
