import { importedBy } from "#app/features/analytics/imports/imported-days.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { reportOf } from "../open-report.server.ts";
import type { PageRow, PageSums, RowRange, Rows } from "../report-rows.ts";
import { addedPages, maxMerged } from "../sums/with-imported.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { namedRows } from "./named-groups.server.ts";

export type { PageRow } from "../report-rows.ts";

/** Returns the pages viewed in a period, most viewed first, with imported days. */
export async function readPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const pages = await importedBy(ctx, scope, "page");
  if (pages.length === 0) return averaged(await readOwnPages(ctx, scope, range));
  const own = await readOwnPages(ctx, scope, { limit: maxMerged });
  const [times, scrolled] = [await importedBy(ctx, scope, "page_time"), await importedBy(ctx, scope, "page_scroll")];
  return averaged(addedPages(own.rows, { pages, times, scrolled }, range));
}

const average = (sum: number, count: number) => (count === 0 ? null : sum / count);

const averaged = ({ rows, count }: Rows<PageSums>): Rows<PageRow> => ({
  count,
  rows: rows.map(({ path, views, visits, seconds, timed, scroll, scrolled }) => ({
    ...{ path, views, visits },
    ...{ averageSeconds: average(seconds, timed), averageScroll: average(scroll, scrolled) },
  })),
});

async function readOwnPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageSums>> {
  const found = await (await reportOf(ctx, scope)).views("page");
  return namedRows(ctx, found, range, (path, of) => ({
    ...{ path, views: of("amount"), visits: of("fresh"), seconds: of("seconds"), timed: of("timed") },
    ...{ scroll: of("scroll"), scrolled: of("scrolled") },
  }));
}
