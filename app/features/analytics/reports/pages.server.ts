import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { importedBy } from "../imports/imported-days.server.ts";
import { named, type RowRange, type Rows } from "./breakdowns.server.ts";
import type { PageRow } from "./report-rows.ts";
import { viewsOf } from "./totals.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { addedPages, maxMerged } from "./with-imported.ts";

export type { PageRow } from "./report-rows.ts";

/** The pages viewed in a period, most viewed first, with imported days. */
export async function readPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const imported = await importedBy(ctx, scope, "page");
  if (imported.length === 0) return readOwnPages(ctx, scope, range);
  const own = await readOwnPages(ctx, scope, { limit: maxMerged });
  return addedPages(own.rows, imported, range);
}

async function readOwnPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const { rows } = await ctx.db.execute<
    Record<"name" | "views" | "visits" | "count", string> & Record<string, string | null>
  >(
    named(
      sql`select page_id as id, sum(views) as views, count(*) filter (where session_id is not null) as visits,
          sum(seconds)::float8 / nullif(sum(timed), 0) as seconds, sum(scroll)::float8 / nullif(sum(scrolled), 0) as scroll
        from (
          select w.page_id, w.session_id, count(*) as views, sum(w.seconds) as seconds, count(w.seconds) as timed,
            sum(w.scroll) as scroll, count(w.scroll) as scrolled
          from ${await viewsOf(ctx, scope)} group by w.page_id, w.session_id, w.visit_at
        ) visit group by page_id`,
      { order: "views", range },
    ),
  );
  const orNull = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value));
  return {
    count: Number(rows[0]?.count ?? 0),
    rows: rows.map((row) => ({
      path: row.name,
      views: Number(row.views),
      visits: Number(row.visits),
      averageSeconds: orNull(row["seconds"]),
      averageScroll: orNull(row["scroll"]),
    })),
  };
}
