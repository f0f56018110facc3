import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { databaseFailure } from "#app/platform/database-failure.server.ts";
import { type DayChunk, hasGoal } from "../columns/day-chunk.ts";
import { DayVisitors } from "../columns/groups.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import { importedByDay, importedTotals } from "../imports/imported-days.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { Metric, Totals } from "./metrics.ts";
import { type BucketUnit, bucketStarts, instantsOf } from "./period.ts";
import { listRefunds } from "./refunds.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { addedSeries, addedTotals } from "./with-imported.ts";

export async function readTotals(ctx: Pick<Ctx, "db">, asked: ReportScope): Promise<Totals> {
  const scope = { ...asked, opened: await chunksOf(ctx, asked) };
  const own = await readOwnTotals(ctx, scope);
  const refunded = (await listRefunds(ctx, scope)).reduce((total, { usd }) => total + usd, 0);
  return addedTotals({ ...own, revenueUsd: own.revenueUsd - refunded }, await importedTotals(ctx, scope));
}

async function readOwnTotals(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<Totals> {
  const { rows, each } = await chunksOf(ctx, scope);
  const sums = newSums(1)[0]!;
  let views = 0;
  await each((chunk) => {
    const visitors = new DayVisitors(chunk);
    const picked = rows.visits(chunk);
    for (let visit = 0; visit < picked.length; visit++)
      if (picked[visit] === 1) addVisit(sums, chunk, visit, visitors.isNew(visit));
    const pickedViews = rows.views(chunk);
    for (let view = 0; view < pickedViews.length; view++) views += pickedViews[view]!;
  });
  const { visits, visitors, conversions } = sums;
  const perVisit = (sum: number) => (visits === 0 ? 0 : sum / visits);
  return {
    ...{ visits, visitors, views, bounceRate: perVisit(sums.bounces), averageVisitSeconds: perVisit(sums.seconds) },
    ...{ conversions, revenueUsd: sums.cents / 100 },
  };
}

type Sums = Record<"visits" | "visitors" | "bounces" | "seconds" | "conversions" | "cents", number>;

const newSums = (count: number): Sums[] =>
  Array.from({ length: count }, () => ({ visits: 0, visitors: 0, bounces: 0, seconds: 0, conversions: 0, cents: 0 }));

function addVisit(sums: Sums, { visits }: DayChunk, visit: number, isNewVisitor: boolean) {
  sums.visits += 1;
  if (isNewVisitor) sums.visitors += 1;
  sums.bounces += visits.bounce[visit]!;
  sums.seconds += visits.seconds[visit]!;
  sums.cents += visits.cents[visit]!;
  if (hasGoal(visits, visit)) sums.conversions += 1;
}

/** Returns one metric per hour, day, week or month, with zeros for empty buckets. Imported days have no hours. */
export async function readSeries(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  metric: Metric,
  unit: BucketUnit,
): Promise<{ at: Date; value: number }[]> {
  const { period } = scope;
  const starts = bucketStarts(period, unit);
  const own =
    metric === "views" ? await viewsPerBucket(ctx, scope, starts) : await visitsPerBucket(ctx, scope, starts, metric);
  if (metric === "revenueUsd")
    for (const { at, usd } of await listRefunds(ctx, scope)) {
      const bucket = own.findLast((one) => one.at <= at);
      if (bucket) bucket.value -= usd;
    }
  const imported = unit === "hour" ? [] : await importedByDay(ctx, scope);
  return addedSeries(own, imported, { metric, timezone: period.timezone });
}

type Bucket = { at: Date; value: number; visits: number };

async function viewsPerBucket(ctx: Pick<Ctx, "db">, scope: ReportScope, starts: readonly Date[]): Promise<Bucket[]> {
  const { rows, each } = await chunksOf(ctx, scope);
  const values = new Float64Array(starts.length);
  await each((chunk) => {
    const bucketOf = bucketsIn(chunk, starts);
    const picked = rows.views(chunk);
    const { micros } = chunk.views;
    for (let view = 0; view < picked.length; view++)
      if (picked[view] === 1) values[bucketOf(micros[view]! / 1e6)]! += 1;
  });
  return starts.map((at, bucket) => ({ at, value: values[bucket]!, visits: 0 }));
}

async function visitsPerBucket(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  starts: readonly Date[],
  metric: Exclude<Metric, "views">,
): Promise<Bucket[]> {
  const { rows, each } = await chunksOf(ctx, scope);
  const buckets = newSums(starts.length);
  await each((chunk) => {
    const bucketOf = bucketsIn(chunk, starts);
    const first = bucketOf(0);
    const visitors = new DayVisitors(chunk);
    const picked = rows.visits(chunk);
    const { at } = chunk.visits;
    for (let visit = 0; visit < picked.length; visit++) {
      if (picked[visit] === 0) continue;
      const bucket = bucketOf(at[visit]!);
      addVisit(buckets[bucket]!, chunk, visit, visitors.isNew(visit, bucket - first));
    }
  });
  return starts.map((at, bucket) => {
    const sums = buckets[bucket]!;
    return { at, value: sums.visits === 0 ? 0 : metricValues[metric](sums), visits: sums.visits };
  });
}

const metricValues: Readonly<Record<Exclude<Metric, "views">, (sums: Sums) => number>> = {
  visitors: ({ visitors }) => visitors,
  visits: ({ visits }) => visits,
  bounceRate: ({ bounces, visits }) => bounces / visits,
  averageVisitSeconds: ({ seconds, visits }) => seconds / visits,
  conversions: ({ conversions }) => conversions,
  revenueUsd: ({ cents }) => cents / 100,
};

/** Maps seconds since the start of the chunk's day to buckets; times must not precede the first bucket. */
function bucketsIn({ start }: DayChunk, starts: readonly Date[]): (at: number) => number {
  const seconds = starts.map((at) => at.getTime() / 1000 - start);
  const first = Math.max(
    0,
    seconds.findLastIndex((at) => at <= 0),
  );
  return (at) => {
    let bucket = first;
    while (bucket + 1 < seconds.length && seconds[bucket + 1]! <= at) bucket += 1;
    return bucket;
  };
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
