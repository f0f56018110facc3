import { importedByDay, importedTotals } from "#app/features/analytics/imports/imported-days.server.ts";
import type { DayFigures } from "#app/features/analytics/imports/plausible.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Metric, Totals } from "../figures/metrics.ts";
import { reportOf } from "../open-report.server.ts";
import { type BucketUnit, bucketStarts, instantsOf } from "../period/period.ts";
import { addedSums, type OpenReport, type SumGroup } from "../report.ts";
import { unlessUnavailable } from "../report-context.server.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { listRefunds } from "./refunds.server.ts";

type Sums = Record<"visits" | "visitors" | "bounces" | "seconds" | "conversions" | "usd" | "views", number>;

function sumsOf(visits: Pick<SumGroup, "sums"> | undefined, views?: Pick<SumGroup, "sums">): Sums {
  const of = (name: string) => visits?.sums[name] ?? 0;
  return {
    ...{ visits: of("amount"), visitors: of("fresh"), bounces: of("bounces"), seconds: of("seconds") },
    // Sums of several statements.
    ...{ conversions: of("conversions"), usd: Math.round(of("usd") * 100) / 100, views: views?.sums["amount"] ?? 0 },
  };
}

/** Adds an imported day, which has no revenue. */
const withDay = (sums: Sums, day: DayFigures): Sums => ({ ...sums, ...addedSums(sums, day) });

function totalsOf({ visitors, visits, views, bounces, seconds, conversions, usd }: Sums): Totals {
  const perVisit = (sum: number) => (visits === 0 ? 0 : sum / visits);
  return {
    ...{ visitors, visits, views, bounceRate: perVisit(bounces), averageVisitSeconds: perVisit(seconds) },
    ...{ conversions, revenueUsd: usd },
  };
}

/** The sums of a report, without imported days. */
export async function readOwnSums(ctx: Pick<Ctx, "db">, report: OpenReport): Promise<Sums> {
  const [[visits], [views], refunds] = await Promise.all([
    report.sums("visits.total"),
    report.sums("views.total"),
    listRefunds(ctx, report),
  ]);
  const sums = sumsOf(visits, views);
  return { ...sums, usd: refunds.reduce((usd, refund) => usd - refund.usd, sums.usd) };
}

export async function readTotals(ctx: Pick<Ctx, "db">, asked: ReportScope): Promise<Totals> {
  const report = await reportOf(ctx, asked);
  const [own, imported] = await Promise.all([readOwnSums(ctx, report), importedTotals(ctx, { ...asked, report })]);
  return totalsOf(withDay(own, imported));
}

/** Returns one metric per hour, day, week or month, with zeros for empty buckets. Imported days have no hours. */
export async function readSeries(
  ctx: Pick<Ctx, "db">,
  asked: ReportScope,
  metric: Metric,
  unit: BucketUnit,
): Promise<{ at: Date; value: number }[]> {
  const report = await reportOf(ctx, asked);
  const groups = await report.sums(metric === "views" ? "views.bucket" : "visits.bucket", unit);
  const byBucket = new Map(groups.map((group) => [group.id, group]));
  const { period } = asked;
  const buckets = bucketStarts(period, unit).map((at, index) => {
    const group = byBucket.get(index + 1);
    return { at, sums: metric === "views" ? sumsOf(undefined, group) : sumsOf(group) };
  });
  const bucketOf = (time: Date) => buckets.findLast(({ at }) => at <= time);
  if (metric === "revenueUsd")
    for (const { at, usd } of await listRefunds(ctx, report)) {
      const bucket = bucketOf(at);
      if (bucket) bucket.sums.usd -= usd;
    }
  for (const { day, ...figures } of unit === "hour" ? [] : await importedByDay(ctx, { ...asked, report })) {
    const bucket = bucketOf(instantsOf({ ...period, from: day, to: day }).start);
    if (bucket) bucket.sums = withDay(bucket.sums, figures);
  }
  return buckets.map(({ at, sums }) => ({ at, value: totalsOf(sums)[metric] }));
}

/**
 * Counts visitors with a hit in the last five minutes; null if the hits cannot be read, which must not hide the figures of days in memory.
 * Clocks of processes may differ by a minute.
 */
export async function readLive(ctx: Pick<Ctx, "db" | "now">): Promise<{ visitors: number } | null> {
  const at = (ms: number) => new Date(ctx.now.getTime() + ms);
  const span = { start: at(-5 * minuteMs), end: at(minuteMs) };
  const visitors = await unlessUnavailable(visitStore().countLive(ctx, span));
  return visitors === null ? null : { visitors };
}

/** Whether any visit was collected before the period ends. Reports show a different empty state if not. */
export const hasVisitsBefore = (ctx: Pick<Ctx, "db">, { period }: Pick<ReportScope, "period">): Promise<boolean> =>
  visitStore().hasViewsBefore(ctx, instantsOf(period).end);
