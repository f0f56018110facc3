import type { Ctx } from "#app/platform/context.server.ts";
import { readActions } from "./actions.server.ts";
import { type RowRange, type Rows, readBreakdown } from "./breakdowns.server.ts";
import type { ListColumn, ListRow } from "./list-columns.ts";
import { type ListKey, listOf } from "./lists.ts";
import { readPages } from "./pages.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";

/** Returns the rows of a list, largest first, with the metrics of its columns (list-columns.ts). */
export async function readList(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  key: ListKey,
  range: RowRange,
): Promise<Rows<ListRow>> {
  const list = listOf(key);
  switch (list.of) {
    case "visits":
      return rowsOf(await readBreakdown(ctx, scope, list.dimension, range), ({ name, ...row }) => [
        name,
        {
          ...{ visits: row.visits, bounceRate: row.bounceRate, seconds: row.averageVisitSeconds },
          ...{ conversions: row.conversions, conversionRate: row.conversions / row.visits },
        },
      ]);
    case "pages":
      return rowsOf(await readPages(ctx, scope, range), ({ path, ...row }) => [
        path,
        { views: row.views, visits: row.visits, seconds: row.averageSeconds, scroll: row.averageScroll },
      ]);
    case "actions":
      return rowsOf(await readActions(ctx, scope, list.selection, list.by, range), ({ name, page, ...row }) => [
        name,
        { times: row.count, visitors: row.visitors, revenue: row.valueUsd },
        page,
      ]);
  }
}

function rowsOf<Row>(
  { rows, count }: Rows<Row>,
  read: (row: Row) => [name: string, figures: Partial<Record<ListColumn, number | null>>, page?: string | null],
): Rows<ListRow> {
  return {
    count,
    rows: rows.map((row) => {
      const [name, figures, page = null] = read(row);
      return { name, page, figures };
    }),
  };
}
