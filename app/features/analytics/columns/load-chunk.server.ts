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
import type { ChangedDay } from "./picked-rows.ts";
import { timeSlice } from "./time-slices.ts";

/** Columns of a query of `analyticsDayChange c` that is grouped by day. */
export const dayVersion = {
  version: sql`max(c.id) || '.' || sum(c.changes)`,
  lastAt: sql`max(c.last_at)::text`,
};

/** Reads the rows of one day and their version in one statement, and so in one snapshot. */
export async function readChunk(
  ctx: Pick<Ctx, "db">,
  { day, lastAt }: Pick<ChangedDay, "day" | "lastAt">,
): Promise<DayChunk> {
  const { rows } = await ctx.db.execute<Record<string, string | Packed>>(packedDay(day, lastAt));
  const row = rows[0]!;
  // A later view has been stored since the days were listed.
  if (row["lastAt"] !== lastAt) return readChunk(ctx, { day, lastAt: row["lastAt"] as string });
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, packed]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), packed]] : [],
      ),
    );
  await timeSlice();
  return unpackChunk(day, row["version"] as string, {
    visits: part("visit ") as PackedVisits,
    views: part("view ") as PackedViews,
  });
}

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
function packedDay(day: string, lastAt: string): SQL {
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
