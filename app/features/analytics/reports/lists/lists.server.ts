import { importedBy } from "#app/features/analytics/imports/imported-days.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { addedActions, maxMerged } from "../sums/with-imported.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { readActions } from "./actions.server.ts";
import { type RowRange, type Rows, readBreakdown } from "./breakdowns.server.ts";
import type { ListColumn, ListRow } from "./list-columns.ts";
import { type ListKey, listOf } from "./lists.ts";
import { readPages } from "./pages.server.ts";

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
      return rowsOf(await readActionList(ctx, scope, key, range), ({ name, page, ...row }) => [
        name,
        { times: row.count, visitors: row.visitors, revenue: row.valueUsd },
        page,
      ]);
  }
}

/** Imported events are goals: Plausible knows no other conversions. */
async function readActionList(ctx: Pick<Ctx, "db">, scope: ReportScope, key: ListKey, range: RowRange) {
  const list = listOf(key);
  if (list.of !== "actions") throw new Error(`${key} is no list of actions`);
  const imported = key === "goal" || key === "conversion" ? await importedBy(ctx, scope, "goal") : [];
  if (imported.length === 0) return readActions(ctx, scope, list.selection, list.by, range);
  const own = await readActions(ctx, scope, list.selection, list.by, { limit: maxMerged });
  return addedActions(own.rows, imported, range);
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
