import type { Ctx } from "#app/platform/context.server.ts";
import { importedBy } from "../imports/imported-days.server.ts";
import { nameGroups } from "./named-groups.server.ts";
import { reportOf } from "./open-report.server.ts";
import type { PageRow, RowRange, Rows } from "./report-rows.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { addedPages, maxMerged } from "./with-imported.ts";

export type { PageRow } from "./report-rows.ts";

/** Returns the pages viewed in a period, most viewed first, with imported days. */
export async function readPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const imported = await importedBy(ctx, scope, "page");
  if (imported.length === 0) return readOwnPages(ctx, scope, range);
  const own = await readOwnPages(ctx, scope, { limit: maxMerged });
  const [times, scrolled] = [await importedBy(ctx, scope, "page_time"), await importedBy(ctx, scope, "page_scroll")];
  return addedPages(own.rows, { pages: imported, times, scrolled }, range);
}

async function readOwnPages(ctx: Pick<Ctx, "db">, scope: ReportScope, range: RowRange): Promise<Rows<PageRow>> {
  const found = await (await reportOf(ctx, scope)).views("page");
  const groups = found.map(({ id, sums }) => ({ id, size: sums["amount"] ?? 0, sums }));
  const named = await nameGroups(ctx, groups, range);
  const average = (sum: number, count: number) => (count === 0 ? null : sum / count);
  return {
    count: named.count,
    rows: named.rows.map(({ name, group }) => {
      const of = (sum: string) => groups[group]!.sums[sum] ?? 0;
      return {
        ...{ path: name, views: of("amount"), visits: of("fresh") },
        averageSeconds: average(of("seconds"), of("timed")),
        averageScroll: average(of("scroll"), of("scrolled")),
      };
    }),
  };
}
