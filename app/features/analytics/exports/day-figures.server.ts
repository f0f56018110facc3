import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { DayFigures } from "../imports/plausible.ts";
import { readRows } from "../reports/open-report.server.ts";
import type { Period } from "../reports/period/period.ts";
import { visitGroups } from "../reports/queries/query-sql.ts";
import type { OpenReport } from "../reports/report.ts";
import { readOwnSums } from "../reports/sums/totals.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { VisitDimension } from "../visits/visit-filter.ts";
import { reportDays } from "./export-rows.server.ts";

type GroupFigures = Omit<DayFigures, "views"> & { ids: number[] };

/** The visits of a day by these dimensions; one group without any. `ids` has an id per dimension, 0 for none. */
export async function visitFigures(
  ctx: Pick<Ctx, "db">,
  { rows }: OpenReport,
  dimensions: readonly VisitDimension[],
): Promise<GroupFigures[]> {
  const statement = visitGroups(visitStore().dialect, rows, { dimensions, starts: null, metrics: [] });
  return (await readRows(ctx, statement)).map((row) => {
    const of = (column: string) => Number(row[column] ?? 0);
    return {
      ids: dimensions.map((_, index) => of(`v_k${index}`)),
      ...{ visitors: of("visitors"), visits: of("visits"), bounces: of("bounces"), seconds: of("seconds") },
    };
  });
}

/** One line per day with the main figures. */
export async function* dayLines(ctx: Pick<Ctx, "db">, period: Period): AsyncGenerator<string, undefined> {
  yield csvStart + csvLine(["Day", "Visitors", "Visits", "Views", "Bounces", "Seconds", "Conversions", "Revenue USD"]);
  for await (const { day, report } of reportDays(ctx, period)) {
    const { visitors, visits, views, bounces, seconds, conversions, usd } = await readOwnSums(ctx, report);
    yield csvLine([day, visitors, visits, views, bounces, seconds, conversions, Math.round(usd * 100) / 100]);
  }
}
