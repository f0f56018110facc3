import { importedBy } from "#app/features/analytics/imports/imported-days.server.ts";
import { analysisGoal } from "#app/features/analytics/steps/funnel-stages.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { VisitDimension } from "#app/features/analytics/visits/visit-filter.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readRows, reportOf } from "../open-report.server.ts";
import { entrySums, isListDimension } from "../report-sql.ts";
import { actionsAsk } from "../sums/asked-sql.ts";
import { groupOf } from "../sums/asked-sums.server.ts";
import { dimensionNumbers, type ReportScope } from "../visit-conditions.server.ts";
import { type ActionGroup, type ActionSelection, isPerPage } from "./action-selection.ts";
import type { ListRow, RowRange, Rows } from "./list-columns.ts";
import { type ListKey, listOf } from "./lists.ts";
import { type ImportedSums, namedRows } from "./named-groups.server.ts";

/* Lists of a report: rows with the metrics of their columns (list-columns.ts), the largest first, with imported days. */

type In = Pick<Ctx, "db">;
type List = Promise<Rows<ListRow>>;

export async function readList(ctx: In, scope: ReportScope, key: ListKey, range: RowRange): List {
  const list = listOf(key);
  if (list.of === "visits") return readBreakdown(ctx, scope, list.dimension, range);
  if (list.of === "pages") return readPages(ctx, scope, range);
  const imported = key === "goal" || key === "conversion" ? await importedGoals(ctx, scope) : [];
  return readActions(ctx, scope, list.selection, list.by, range, imported);
}

/** Returns the visits of a period by one dimension. For list dimensions (pages, events, goals) visits without an entry are excluded. */
export async function readBreakdown(ctx: In, scope: ReportScope, dimension: VisitDimension, range: RowRange): List {
  const imported = (await importedBy(ctx, scope, dimension)).map(({ name, visits, bounces, seconds }) => ({
    ...{ name, sums: { amount: visits, bounces, seconds } },
  }));
  const report = await reportOf(ctx, scope);
  const found = isListDimension(dimension)
    ? (await readRows(ctx, entrySums(visitStore().dialect, report.rows, dimension))).map((row) =>
        groupOf(row, Number(row["id"])),
      )
    : await report.sums(`visits.${dimension}`);
  const figures = (of: (sum: string) => number) => {
    const perVisit = (sum: string) => (of("amount") === 0 ? 0 : of(sum) / of("amount"));
    return {
      ...{ visits: of("amount"), bounceRate: perVisit("bounces"), seconds: perVisit("seconds") },
      ...{ conversions: of("conversions"), conversionRate: perVisit("conversions") },
    };
  };
  return namedRows(ctx, found, range, figures, { numbers: dimensionNumbers[dimension], imported });
}

/** Returns the pages viewed in a period, with seconds and the scrolled percentage per view that reported them. */
export async function readPages(ctx: In, scope: ReportScope, range: RowRange): List {
  const found = await (await reportOf(ctx, scope)).sums("views.page");
  const figures = (of: (sum: string) => number) => {
    const average = (sum: string, times: string) => (of(times) === 0 ? null : of(sum) / of(times));
    return {
      ...{ views: of("amount"), visits: of("fresh") },
      ...{ seconds: average("seconds", "timed"), scroll: average("scroll", "scrolled") },
    };
  };
  return namedRows(ctx, found, range, figures, { imported: await importedPages(ctx, scope) });
}

async function importedPages(ctx: In, scope: ReportScope): Promise<ImportedSums[]> {
  const pages = await importedBy(ctx, scope, "page");
  if (pages.length === 0) return [];
  const [times, scrolled] = [await importedBy(ctx, scope, "page_time"), await importedBy(ctx, scope, "page_scroll")];
  return [
    ...pages.map(({ name, views, visits }) => ({ name, sums: { amount: views, fresh: visits } })),
    ...times.map(({ name, seconds, visits }) => ({ name, sums: { seconds, timed: visits } })),
    ...scrolled.map(({ name, seconds, visits }) => ({ name, sums: { scroll: seconds, scrolled: visits } })),
  ];
}

/**
 * Returns the actions of a period by group. Leaves out visitors who ask not to be tracked, and hits that do not belong to a visit yet.
 */
export async function readActions(
  ctx: In,
  scope: ReportScope,
  selection: ActionSelection,
  by: ActionGroup,
  range: RowRange,
  imported: readonly ImportedSums[] = [],
): List {
  const found = await (await reportOf(ctx, scope)).sums(actionsAsk({ selection, by }));
  const groups = found.map(({ id, page, sums }) => ({
    ...{ id: typeof by === "string" ? Number(id) : String(id), page: isPerPage(by) ? page : null, sums },
  }));
  const value = (usd: number, name: string) => {
    if (by === "name" && name === analysisGoal) return null;
    return selection.kind === "conversion" ? usd : 0;
  };
  const figures = (of: (sum: string) => number, name: string) => ({
    ...{ times: of("amount"), visitors: of("fresh"), revenue: value(of("usd"), name) },
  });
  return namedRows(ctx, groups, range, figures, { imported });
}

/** Imported events are goals: Plausible knows no other conversions. Exports before 2023 have no number of events. */
const importedGoals = async (ctx: In, scope: ReportScope): Promise<ImportedSums[]> =>
  (await importedBy(ctx, scope, "goal")).map(({ name, views, visitors }) => ({
    ...{ name, sums: { amount: Math.max(views, visitors), fresh: visitors } },
  }));
