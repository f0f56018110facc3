import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Period } from "../reports/period/period.ts";
import type { ReportScope } from "../reports/visit-conditions.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsImport, analyticsImportedDay } from "../tables.server.ts";
import type { VisitDimension } from "../visits/visit-filter.ts";
import { type DayFigures, importedDimensions } from "./plausible.ts";

/*
 * Imported days in reports. A day is used if an import has it and our own visits start later. Imports have a day's totals and one
 * dimension at a time, so they support a single filter, on one dimension.
 */

/** Returns the day of our own first visit in this time zone; null without visits. */
export async function firstOwnDay(ctx: Pick<Ctx, "db">, timezone: string): Promise<string | null> {
  const { rows } = await ctx.db.execute<{ day: string | null }>(
    sql`select ${await ownDay(ctx, timezone)}::text as day`,
  );
  return rows[0]?.day ?? null;
}

async function ownDay(ctx: Pick<Ctx, "db">, timezone: string): Promise<SQL> {
  const micros = sql.raw(await visitStore().firstStart(ctx));
  return sql`((timestamptz 'epoch' + (${micros}) * interval '1 microsecond') at time zone ${timezone})::date`;
}

/** Returns the imported days in a period, for reports without filters; null if there are none. */
export async function importedRange(
  { db }: Pick<Ctx, "db">,
  period: Period,
): Promise<{ from: string; to: string; days: number } | null> {
  const { rows } = await db.execute<{ from: string | null; to: string | null; days: number }>(
    sql`select min(d.day)::text as "from", max(d.day)::text as "to", count(distinct d.day)::int as days
      from ${await used({ db }, { period, filters: [] }, "total")}`,
  );
  const { from, to, days } = rows[0] ?? {};
  return from && to && days ? { from, to, days } : null;
}

export const supportsFilters = (filters: ReportScope["filters"]): boolean => dimensionOf({ filters }) !== null;

/** Sums the imported days. Visitors are counted per day, so a visitor on two days counts twice. */
export const importedTotals = async (ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<DayFigures> =>
  (await readSums(ctx, scope, usedDimension(scope)))[0] ?? none;

export const importedByDay = (ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<(DayFigures & { day: string })[]> =>
  readSums(ctx, scope, usedDimension(scope), "day");

/** Returns the imported days by the values of a dimension. A filter on another dimension matches nothing. */
export function importedBy(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  by: VisitDimension | "page_time" | "page_scroll",
): Promise<(DayFigures & { name: string })[]> {
  const dimension = usedDimension(scope);
  const isSame = (one: Dimension, other: Dimension) => importedDimensions[one] === importedDimensions[other];
  const isKnown = dimension && isImported(by) && (dimension === "total" || isSame(dimension, by));
  return readSums(ctx, scope, isKnown ? by : null, "name");
}

/** `by`: also the sums' day or name. */
async function readSums(
  { db }: Pick<Ctx, "db">,
  scope: ReportScope,
  dimension: Dimension | null,
  by?: "day" | "name",
): Promise<(DayFigures & Record<"day" | "name", string>)[]> {
  if (!dimension) return [];
  const [key, groupBy] = by ? [`d.${by}::text as ${by}, `, `group by d.${by} order by d.${by}`] : ["", ""];
  const { rows } = await db.execute<DayFigures & Record<"day" | "name", string>>(
    sql`select ${sql.raw(key)} ${sums} from ${await used({ db }, scope, dimension)} ${sql.raw(groupBy)}`,
  );
  return rows;
}

const none: DayFigures = { visitors: 0, visits: 0, views: 0, bounces: 0, seconds: 0 };

type Dimension = keyof typeof importedDimensions;
const isImported = (dimension: string): dimension is Dimension => Object.hasOwn(importedDimensions, dimension);

/** Null without imported days, which saves most reports a query. */
const usedDimension = (scope: ReportScope): Dimension | null =>
  scope.report?.hasImportedDays === false ? null : dimensionOf(scope);

/** The dimension for these filters; null if daily figures cannot support them. */
function dimensionOf({ filters: [filter, ...others] }: Pick<ReportScope, "filters">): Dimension | null {
  if (!filter) return "total";
  const { dimension, isExcluded, values } = filter;
  const isExact = values.every((value) => !value.includes("*"));
  return others.length === 0 && !isExcluded && isExact && isImported(dimension) ? dimension : null;
}

const sums = sql.join(
  (["visitors", "visits", "views", "bounces", "seconds"] as const).map((column) =>
    sql.raw(`coalesce(sum(d.${column}), 0)::float8 as ${column}`),
  ),
  sql`, `,
);

/** A FROM clause: rows `d` of complete imports in the period, before our own first day, that match the filter. */
async function used(
  ctx: Pick<Ctx, "db">,
  { period: { from, to, timezone }, filters: [filter] }: ReportScope,
  dimension: Dimension,
): Promise<SQL> {
  const named = filter ? sql`and d.name = any(${sql.param([...filter.values])}::text[])` : sql``;
  return sql`${analyticsImportedDay} d
    where d.dimension = ${importedDimensions[dimension]} and d.day between ${from}::date and ${to}::date
      and d.day < coalesce(${await ownDay(ctx, timezone)}, 'infinity'::date) ${named}
      and exists (select from ${analyticsImport} i where i.id = d.import_id and i.status = 'done')`;
}
