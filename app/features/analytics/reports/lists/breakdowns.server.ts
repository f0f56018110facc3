import { importedBy } from "#app/features/analytics/imports/imported-days.server.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { VisitDimension } from "#app/features/analytics/visits/visit-filter.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readRows, reportOf } from "../open-report.server.ts";
import { type OpenReport, sumGroup } from "../report.ts";
import type { BreakdownRow, RowRange, Rows } from "../report-rows.ts";
import { entrySums, isListDimension, type ListDimension } from "../report-sql.ts";
import { addedBreakdown, maxMerged } from "../sums/with-imported.ts";
import { dimensionNumbers, type ReportScope } from "../visit-conditions.server.ts";
import { namedRows } from "./named-groups.server.ts";

export type { BreakdownRow, RowRange, Rows } from "../report-rows.ts";

/**
 * Returns the visits of a period by one dimension, most first, with imported days. For list dimensions (pages, events, goals) visits
 * without an entry are excluded.
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
  scope: ReportScope,
  dimension: VisitDimension,
  range: RowRange,
): Promise<Rows<BreakdownRow>> {
  const report = await reportOf(ctx, scope);
  const found = isListDimension(dimension) ? await readEntries(ctx, report, dimension) : await report.visits(dimension);
  const read = (name: string, of: (sum: string) => number): BreakdownRow => ({
    ...{ name, visits: of("amount"), bounceRate: of("bounces") / of("amount") },
    ...{ averageVisitSeconds: of("seconds") / of("amount"), conversions: of("conversions") },
  });
  return namedRows(ctx, found, range, read, dimensionNumbers[dimension]);
}

async function readEntries(ctx: Pick<Ctx, "db">, { rows }: OpenReport, dimension: ListDimension) {
  const found = await readRows(ctx, entrySums(visitStore().dialect, rows, dimension));
  return found.map(sumGroup);
}
