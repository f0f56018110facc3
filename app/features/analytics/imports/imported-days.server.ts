import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Period } from "../reports/period.ts";
import { analyticsImport, analyticsImportedDay, analyticsVisit } from "../tables.server.ts";
import { type DayFigures, type ImportedDimension, importedDimensions } from "./plausible.ts";

/*
 * Imported days for reports. A day is used if an import has it and our own visits begin later. An import knows a day in all and
 * by one dimension at a time, so a filter on one dimension can be answered for that dimension, and nothing finer.
 */

/** The day of our own first visit in this zone; null without visits. */
export async function firstOwnDay({ db }: Pick<Ctx, "db">, timezone: string): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select (min(${analyticsVisit.startedAt}) at time zone ${timezone})::date::text as day from ${analyticsVisit}`,
  );
  return rows[0]?.day ?? null;
}

/** The imported days of a period that reports use; null if there are none. */
export async function importedRange(
  ctx: Pick<Ctx, "db">,
  period: Period,
): Promise<{ from: string; to: string; days: number } | null> {
  const [row] = await ctx.db
    .select({
      from: sql<string | null>`min(${analyticsImportedDay.day})::text`,
      to: sql<string | null>`max(${analyticsImportedDay.day})::text`,
      days: sql<number>`count(distinct ${analyticsImportedDay.day})::int`,
    })
    .from(analyticsImportedDay)
    .where(await isUsed(ctx, period, "total"));
  return row?.from && row.to ? { from: row.from, to: row.to, days: row.days } : null;
}

/** The sum of the imported days of a period. Visitors are counted per day, so a visitor of two days counts twice. */
export async function importedTotals(ctx: Pick<Ctx, "db">, period: Period): Promise<DayFigures> {
  const [row] = await ctx.db
    .select(sums)
    .from(analyticsImportedDay)
    .where(await isUsed(ctx, period, "total"));
  return row ?? { visitors: 0, visits: 0, views: 0, bounces: 0, seconds: 0 };
}

/** The imported days of a period by day, oldest first. */
export async function importedByDay(ctx: Pick<Ctx, "db">, period: Period): Promise<(DayFigures & { day: string })[]> {
  return ctx.db
    .select({ day: analyticsImportedDay.day, ...sums })
    .from(analyticsImportedDay)
    .where(await isUsed(ctx, period, "total"))
    .groupBy(analyticsImportedDay.day)
    .orderBy(analyticsImportedDay.day);
}

/** The imported days of a period by the values of a dimension, most visits first. */
export async function importedBy(
  ctx: Pick<Ctx, "db">,
  period: Period,
  dimension: Exclude<ImportedDimension, "total">,
): Promise<(DayFigures & { name: string })[]> {
  return ctx.db
    .select({ name: analyticsImportedDay.name, ...sums })
    .from(analyticsImportedDay)
    .where(await isUsed(ctx, period, dimension))
    .groupBy(analyticsImportedDay.name)
    .orderBy(sql`sum(${analyticsImportedDay.visits}) desc`, analyticsImportedDay.name);
}

const sum = (column: keyof DayFigures) => sql<number>`coalesce(sum(${analyticsImportedDay[column]}), 0)::float8`;
const sums = {
  visitors: sum("visitors"),
  visits: sum("visits"),
  views: sum("views"),
  bounces: sum("bounces"),
  seconds: sum("seconds"),
};

/** Rows of imports that are complete, in the period, before our own first day. */
async function isUsed(
  ctx: Pick<Ctx, "db">,
  { from, to, timezone }: Period,
  dimension: ImportedDimension,
): Promise<SQL> {
  const own = await firstOwnDay(ctx, timezone);
  const done = ctx.db
    .select({ id: analyticsImport.id })
    .from(analyticsImport)
    .where(eq(analyticsImport.status, "done"));
  return and(
    eq(analyticsImportedDay.dimension, importedDimensions[dimension]),
    sql`${analyticsImportedDay.day} >= ${from}`,
    lte(analyticsImportedDay.day, to),
    own === null ? undefined : sql`${analyticsImportedDay.day} < ${own}`,
    inArray(analyticsImportedDay.importId, done),
  )!;
}
