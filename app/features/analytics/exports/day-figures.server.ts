import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { DayFigures } from "../imports/plausible.ts";
import { readRows } from "../reports/open-report.server.ts";
import type { Period } from "../reports/period/period.ts";
import { visitGroups } from "../reports/queries/query-sql.ts";
import type { OpenReport } from "../reports/report.ts";
import { listRefunds } from "../reports/sums/refunds.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { VisitDimension } from "../visits/visit-filter.ts";
import { reportDays } from "./export-rows.server.ts";

export type GroupFigures = DayFigures & { ids: number[]; conversions: number; usd: number };

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
      ...{ visitors: of("visitors"), visits: of("visits"), views: 0, bounces: of("bounces"), seconds: of("seconds") },
      ...{ conversions: of("conversions"), usd: of("usd") },
    };
  });
}

export async function totalFigures(ctx: Pick<Ctx, "db">, report: OpenReport): Promise<GroupFigures> {
  const [[visits], [views], refunds] = await Promise.all([
    visitFigures(ctx, report, []),
    report.views("total"),
    listRefunds(ctx, report),
  ]);
  const usd = refunds.reduce((sum, refund) => sum - refund.usd, visits!.usd);
  return { ...visits!, views: views?.sums["amount"] ?? 0, usd: Math.round(usd * 100) / 100 };
}

/** One line per day with the main figures. */
export async function* dayLines(ctx: Pick<Ctx, "db">, period: Period): AsyncGenerator<string, undefined> {
  yield csvStart + csvLine(["Day", "Visitors", "Visits", "Views", "Bounces", "Seconds", "Conversions", "Revenue USD"]);
  for await (const { day, report } of reportDays(ctx, period)) {
    const { visitors, visits, views, bounces, seconds, conversions, usd } = await totalFigures(ctx, report);
    yield csvLine([day, visitors, visits, views, bounces, seconds, conversions, usd]);
  }
}
