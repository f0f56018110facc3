import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { importedBy } from "../imports/imported-days.server.ts";
import { analyticsTerm, analyticsVisit } from "../tables.server.ts";
import type { VisitDimension } from "../visit-filter.ts";
import type { BreakdownRow, RowRange, Rows } from "./report-rows.ts";
import { dimensionColumns, isCounted, isDuring, type ReportScope, visitCondition } from "./visit-conditions.server.ts";
import { addedBreakdown, maxMerged } from "./with-imported.ts";

export type { BreakdownRow, RowRange, Rows } from "./report-rows.ts";

/**
 * The visits of a period by one dimension, most first, with imported days; visits without an entry of a list (pages, events,
 * goals) are left out.
 */
export async function readBreakdown(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  dimension: VisitDimension,
  range: RowRange,
): Promise<Rows<BreakdownRow>> {
  const imported = await importedBy(ctx, scope, dimension);
  if (imported.length === 0) return readOwnBreakdown(ctx, scope, dimension, range);
  const own = await readOwnBreakdown(ctx, scope, dimension, { limit: maxMerged });
  return addedBreakdown(own.rows, imported, range);
}

async function readOwnBreakdown(
  ctx: Pick<Ctx, "db">,
  { period, filters }: ReportScope,
  dimension: VisitDimension,
  range: RowRange,
): Promise<Rows<BreakdownRow>> {
  const { name, isArray, numbers } = dimensionColumns[dimension];
  const condition = await visitCondition(ctx, filters);
  const values = isArray ? sql`cross join lateral unnest(v.${sql.raw(name)}) as value` : sql``;
  const value = isArray ? sql`value` : sql.raw(`v.${name}`);
  const { rows } = await ctx.db.execute<Record<keyof BreakdownRow | "count", string>>(
    named(
      sql`select ${value} as id, count(*) as visits, avg(v.is_bounce::int)::float8 as "bounceRate",
          avg(v.duration_seconds)::float8 as "averageVisitSeconds", count(*) filter (where v.goal_ids <> '{}') as conversions
        from ${analyticsVisit} v ${values}
        where ${isDuring(period, "v.started_at")} and ${isCounted("v")} ${condition && sql`and ${condition}`}
        group by 1`,
      { numbers, order: "visits", range },
    ),
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    rows: rows.map((row) => ({
      name: row.name,
      visits: Number(row.visits),
      bounceRate: Number(row.bounceRate),
      averageVisitSeconds: Number(row.averageVisitSeconds),
      conversions: Number(row.conversions),
    })),
  };
}

/** The pattern of `ilike` for texts that contain this one. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Rows grouped by a term's `id`, with its text as `name` and the number of all rows as `count`, the largest `order` first.
 * `numbers`: the ids are numbers of these names instead.
 */
export function named(
  grouped: SQL,
  options: { numbers?: Readonly<Record<string, number>> | undefined; order: string; range: RowRange },
): SQL {
  const { numbers, order, range } = options;
  const { limit, offset = 0, search = "" } = range;
  const names = numbers
    ? sql`(values ${sql.join(
        Object.entries(numbers).map(([name, number]) => sql`(${number}::int, ${name}::text)`),
        sql`, `,
      )}) as t(id, text)`
    : sql`${analyticsTerm} t`;
  const found = search === "" ? sql`` : sql`where coalesce(t.text, '') ilike ${containing(search)}`;
  return sql`select g.*, coalesce(t.text, '') as name, count(*) over () as count
    from (${grouped}) g left join ${names} on t.id = g.id ${found}
    order by g.${sql.raw(`"${order}"`)} desc, name limit ${limit} offset ${offset}`;
}
