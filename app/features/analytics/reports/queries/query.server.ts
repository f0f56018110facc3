import PQueue from "p-queue";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { VisitDimension, VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { mayRead } from "#app/lib/actor.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { type NotAdmin, notAdmin, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Metric } from "../figures/metrics.ts";
import { termNames } from "../lists/term-names.server.ts";
import { readRows, reportOf } from "../open-report.server.ts";
import { type BucketUnit, bucketStarts, comparedPeriod, type Period } from "../period/period.ts";
import type { Comparison } from "../period/presets.ts";
import { listRefunds } from "../sums/refunds.server.ts";
import { dimensionNumbers } from "../visit-conditions.server.ts";
import type { AnalyticsQuery } from "./query.ts";
import { keysOf, type QueryGroups, type QueryPart, querySums } from "./query-sql.ts";

export type Figures = Partial<Record<Metric, number>>;
/** The values of the dimensions by their name, `time`, the metrics, and with a comparison those of the compared period. */
export type QueryRow = Record<string, string | number | Figures>;
export type QueryResult = { rows: QueryRow[]; totals: Figures & { compared?: Figures }; next: string | null };

export type Query = Pick<AnalyticsQuery, "metrics" | "dimensions" | "limit"> & {
  filters: readonly VisitFilter[];
  period: Period;
  interval: BucketUnit | null;
  compare: Comparison | null;
  cursor: string | null;
};

type Row = { keys: number[]; figures: Figures };
type Read = { rows: Row[]; starts: Date[] | null };

/** One query of a program at a time, so that the pages of admins have most of the connections for reports. */
const oneAtATime = new PQueue({ concurrency: 1 });
const maxWaiting = 20;
const busySeconds = 5;

/**
 * Returns the rows of a query, at most `limit` after the cursor, and its totals. Rows are in order of time, then of the first metric,
 * largest first; by interval alone every interval has a row. For admins and the scope `read:analytics`. Refusals: not_admin,
 * too_many (20 queries wait in this process).
 */
export async function readQuery(ctx: Ctx, query: Query): Promise<Result<QueryResult, NotAdmin | TooMany>> {
  if (!mayRead(ctx.actor, "read:analytics")) return notAdmin();
  if (oneAtATime.size + oneAtATime.pending > maxWaiting) return tooMany(busySeconds);
  return ok(await oneAtATime.add(() => readResult(ctx, query)));
}

async function readResult(ctx: Ctx, query: Query): Promise<QueryResult> {
  const { metrics, dimensions, interval, period, limit } = query;
  const compared = query.compare && comparedPeriod(period, query.compare, ctx.now);
  const offset = offsetOf(query.cursor);
  const isFilled = interval !== null && dimensions.length === 0;
  const part = isFilled ? null : { limit: limit + 1, offset };
  const total = { ...query, dimensions: [], interval: null };
  const [read, totals, totalsBefore] = await Promise.all([
    keysOf({ dimensions, starts: interval && [] }).length === 0 ? null : readPart(ctx, query, period, part),
    readPart(ctx, total, period, null),
    compared && readPart(ctx, total, compared, null),
  ]);
  const all = read ? (isFilled ? filled(read, metrics).slice(offset, offset + limit + 1) : read.rows) : [];
  const shown = all.slice(0, limit);
  const keys = shown.map((row) => row.keys);
  const before = compared && keys.length > 0 ? await readPart(ctx, query, compared, isFilled ? null : { keys }) : null;
  const past = new Map((before?.rows ?? []).map((row) => [String(row.keys), row.figures]));
  const nameOf = await namesOf(ctx, dimensions, keys);
  const timeOf = (bucket: number) => timeText(read!.starts![bucket - 1]!, interval!, period.timezone);
  const none = figuresOf(metrics, () => 0);
  return {
    rows: shown.map((row) => ({
      ...Object.fromEntries(dimensions.map((dimension, index) => [dimension, nameOf(dimension, row.keys[index]!)])),
      ...(interval ? { time: timeOf(row.keys.at(-1)!) } : {}),
      ...row.figures,
      ...(compared ? { compared: past.get(String(row.keys)) ?? none } : {}),
    })),
    totals: {
      ...totals.rows[0]!.figures,
      ...(totalsBefore ? { compared: totalsBefore.rows[0]!.figures } : {}),
    },
    next: all.length > limit ? cursorOf(offset + limit) : null,
  };
}

async function readPart(ctx: Pick<Ctx, "db">, query: Query, period: Period, part: QueryPart | null): Promise<Read> {
  const { metrics, dimensions, filters, interval } = query;
  const report = await reportOf(ctx, { period, filters });
  const starts = interval && bucketStarts(period, interval);
  const groups: QueryGroups = { dimensions, starts, metrics };
  const names = keysOf(groups);
  const found = await readRows(ctx, querySums(visitStore().dialect, report.rows, groups, part));
  const rows = found.map((row) => ({
    keys: names.map((name) => Number(row[name])),
    figures: figuresOf(metrics, (_, index) => Number(row[`m${index}`])),
  }));
  if (metrics.includes("revenueUsd"))
    for (const { at, usd } of await listRefunds(ctx, report)) {
      const bucket = starts ? starts.findLastIndex((start) => start <= at) + 1 : null;
      const row = rows.find(({ keys }) => bucket === null || keys[0] === bucket);
      if (row) row.figures.revenueUsd = (row.figures.revenueUsd ?? 0) - usd;
      else rows.push({ keys: [bucket!], figures: { ...figuresOf(metrics, () => 0), revenueUsd: -usd } });
    }
  return { rows, starts };
}

/** A row for every interval, in order. */
function filled({ rows, starts }: Read, metrics: readonly Metric[]): Row[] {
  const byBucket = new Map(rows.map((row) => [row.keys[0], row]));
  return starts!.map(
    (_, index) => byBucket.get(index + 1) ?? { keys: [index + 1], figures: figuresOf(metrics, () => 0) },
  );
}

const figuresOf = (metrics: readonly Metric[], read: (metric: Metric, index: number) => number): Figures =>
  Object.fromEntries(metrics.map((metric, index) => [metric, read(metric, index)]));

async function namesOf(
  ctx: Pick<Ctx, "db">,
  dimensions: readonly VisitDimension[],
  keys: readonly (readonly number[])[],
): Promise<(dimension: VisitDimension, key: number) => string> {
  const ids = dimensions.flatMap((dimension, index) =>
    dimensionNumbers[dimension] ? [] : keys.map((row) => row[index]!),
  );
  const terms = await termNames(ctx, ids);
  return (dimension, key) => {
    const numbers = dimensionNumbers[dimension];
    if (!numbers) return terms.get(key) ?? "";
    return Object.entries(numbers).find(([, number]) => number === key)?.[0] ?? "";
  };
}

const timeText = (at: Date, interval: BucketUnit, timezone: string): string =>
  interval === "hour" ? at.toISOString() : wallClock(at, timezone).date;

/** The cursor is the number of rows before the page. An invalid one starts at the first row. */
const cursorOf = (offset: number): string => Buffer.from(String(offset)).toString("base64url");

function offsetOf(cursor: string | null): number {
  const offset = Number(Buffer.from(cursor ?? "", "base64url").toString());
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}
