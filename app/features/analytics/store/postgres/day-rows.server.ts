import { type SQL, sql } from "drizzle-orm";
import {
  type DayRows,
  factDimensions,
  isListDimension,
  listDimensions,
  mapped,
  thousandthsPlusOne,
} from "#app/features/analytics/columns/day-chunk.ts";
import { dayVersion } from "#app/features/analytics/columns/day-version.server.ts";
import { dimensionColumns } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { type Vital, vitalNames } from "#app/features/analytics/reports/vital-limits.ts";
import { analyticsDayChange, analyticsView, analyticsVisit } from "#app/features/analytics/tables.server.ts";
import { type VisitDimension, visitDimensions } from "#app/features/analytics/visit-filter.ts";
import type { VisitReads } from "../visit-store.ts";
import { bigIntegers, idLists, integers, microsSince, type Packed, reals } from "./packed-columns.ts";

type PackedVisits = Record<"at" | "session" | "seconds" | "bounce" | "rule" | "cents", Packed> &
  Record<VisitDimension, Packed>;
type PackedViews = Record<
  "micros" | "session" | "visitAt" | "page" | "device" | "rule" | "secondsPlusOne" | "scrollPlusOne" | Vital,
  Packed
>;

/** Reads the rows of one day and their version in one statement, and so in one snapshot. */
export const readDay: VisitReads["readDay"] = async ({ db }, { day, lastAt }) => {
  const { rows } = await db.execute<Record<string, string | Packed>>(statement(day, lastAt));
  const row = rows[0]!;
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, packed]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), packed]] : [],
      ),
    );
  const start = Date.parse(day) / 1000;
  return {
    version: row["version"] as string,
    lastAt: row["lastAt"] as string,
    visits: visitsOf(start, part("visit ") as PackedVisits),
    views: viewsOf(start, part("view ") as PackedViews),
  };
};

function visitsOf(start: number, packed: PackedVisits): DayRows["visits"] {
  const session = integers(packed.session);
  return {
    ...{ at: microsSince(start, packed.at), session, seconds: integers(packed.seconds) },
    ...{ bounce: integers(packed.bounce), rule: integers(packed.rule), cents: bigIntegers(packed.cents) },
    facts: mapped(factDimensions, (dimension) => integers(packed[dimension])),
    lists: mapped(listDimensions, (dimension) => idLists(packed[dimension], session.length)),
  };
}

const viewsOf = (start: number, packed: PackedViews): DayRows["views"] => ({
  ...{ micros: microsSince(start, packed.micros), visitAt: microsSince(start, packed.visitAt) },
  ...{ session: integers(packed.session), page: integers(packed.page) },
  ...{ device: integers(packed.device), rule: integers(packed.rule) },
  ...{ secondsPlusOne: integers(packed.secondsPlusOne), scrollPlusOne: integers(packed.scrollPlusOne) },
  vitalsPlusOne: mapped(vitalNames, (vital) =>
    vital === "cls" ? thousandthsPlusOne(reals(packed.cls)) : integers(packed[vital]),
  ),
});

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
