import { importedByDay, importedTotals } from "#app/features/analytics/imports/imported-days.server.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import { type Metric, metricNames, type Totals } from "../figures/metrics.ts";
import { reportOf } from "../open-report.server.ts";
import { type BucketUnit, bucketStarts, instantsOf } from "../period/period.ts";
import type { SumGroup } from "../report.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { listRefunds } from "./refunds.server.ts";
import { addedSeries, addedTotals } from "./with-imported.ts";

type Sums = Record<"visits" | "visitors" | "bounces" | "seconds" | "conversions" | "usd" | "views", number>;

function sumsOf(visits: Pick<SumGroup, "sums"> | undefined, views?: Pick<SumGroup, "sums">): Sums {
  const of = (name: string) => visits?.sums[name] ?? 0;
  return {
    ...{ visits: of("amount"), visitors: of("fresh"), bounces: of("bounces"), seconds: of("seconds") },
    // Sums of several statements.
    ...{ conversions: of("conversions"), usd: Math.round(of("usd") * 100) / 100, views: views?.sums["amount"] ?? 0 },
  };
}

const perVisit = (sum: number, { visits }: Sums) => (visits === 0 ? 0 : sum / visits);

const metricValues: Readonly<Record<Metric, (sums: Sums) => number>> = {
  visitors: ({ visitors }) => visitors,
  visits: ({ visits }) => visits,
  views: ({ views }) => views,
  bounceRate: (sums) => perVisit(sums.bounces, sums),
  averageVisitSeconds: (sums) => perVisit(sums.seconds, sums),
  conversions: ({ conversions }) => conversions,
  revenueUsd: ({ usd }) => usd,
};

export async function readTotals(ctx: Pick<Ctx, "db">, asked: ReportScope): Promise<Totals> {
  const report = await reportOf(ctx, asked);
  const [[visits], [views], refunds, imported] = await Promise.all([
    report.visits("total"),
    report.views("total"),
    listRefunds(ctx, report),
    importedTotals(ctx, { ...asked, report }),
  ]);
  const sums = sumsOf(visits, views);
  const own = Object.fromEntries(metricNames.map((metric) => [metric, metricValues[metric](sums)])) as Totals;
  const refunded = refunds.reduce((total, { usd }) => total + usd, 0);
  return addedTotals({ ...own, revenueUsd: own.revenueUsd - refunded }, imported);
}

/** Returns one metric per hour, day, week or month, with zeros for empty buckets. Imported days have no hours. */
export async function readSeries(
  ctx: Pick<Ctx, "db">,
  asked: ReportScope,
  metric: Metric,
  unit: BucketUnit,
): Promise<{ at: Date; value: number }[]> {
  const report = await reportOf(ctx, asked);
  const groups = await (metric === "views" ? report.viewBuckets(unit) : report.visitBuckets(unit));
  const byBucket = new Map(groups.map((group) => [group.id, group]));
  const own = bucketStarts(asked.period, unit).map((at, index) => {
    const group = byBucket.get(index + 1);
    const sums = metric === "views" ? sumsOf(undefined, group) : sumsOf(group);
    return { at, value: metricValues[metric](sums), visits: sums.visits };
  });
  if (metric === "revenueUsd")
    for (const { at, usd } of await listRefunds(ctx, report)) {
      const bucket = own.findLast((one) => one.at <= at);
      if (bucket) bucket.value -= usd;
    }
  const imported = unit === "hour" ? [] : await importedByDay(ctx, { ...asked, report });
  return addedSeries(own, imported, { metric, timezone: asked.period.timezone });
}

/**
 * Counts visitors with a hit in the last five minutes; null if the hits cannot be read, which must not hide the figures of days in memory.
 * Clocks of processes may differ by a minute.
 */
export async function readLive(ctx: Pick<Ctx, "db" | "now">): Promise<{ visitors: number } | null> {
  const at = (ms: number) => new Date(ctx.now.getTime() + ms);
  try {
    return { visitors: await visitStore().countLive(ctx, at(-5 * minuteMs), at(minuteMs)) };
  } catch (error) {
    if (databaseFailure(error) === "unavailable") return null;
    throw error;
  }
}

/** Whether any visit was collected before the period ends. Reports show a different empty state if not. */
export const hasVisitsBefore = (ctx: Pick<Ctx, "db">, { period }: Pick<ReportScope, "period">): Promise<boolean> =>
  visitStore().hasViewsBefore(ctx, instantsOf(period).end);
