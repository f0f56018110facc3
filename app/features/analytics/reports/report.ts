import type { BucketUnit, Period } from "./period/period.ts";
import type { ReportRows } from "./report-sql.ts";
import type { Ask } from "./sums/asked-sql.ts";
import type { SumPlan } from "./sums/sum-spans.ts";

/** A refund of the period, with the session of the visit that bought. */
export type Refund = { sessionId: number; at: Date; usd: number };

/**
 * Sums of a group of rows. `id`: of the value, 0 for none; of a bucket its index from 1; of a rating 0 good, 1 fair, 2 poor; of actions by
 * metadata its text; of vitals their name. `page`: of actions by page. `counts`: of vitals, how often each value was measured
 * (vital-counts.ts).
 */
export type SumGroup = { id: number | string; page: number; sums: NamedSums; counts?: Buffer };

type NamedSums = Readonly<Record<string, number>>;
export const addedSums = (one: NamedSums, other: NamedSums): NamedSums => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, (one[name] ?? 0) + value])),
});

/** A report as data: the rows to count, and the sums of them. */
export type OpenReport = {
  rows: ReportRows;
  period: Period;
  /** What unfiltered reports read from sums. */
  plan: SumPlan;
  hasImportedDays: boolean;
  refunds: readonly Refund[];
  /** Reads sums; those that are asked at the same time are read by one statement. `unit`: of buckets. */
  sums(ask: Ask, unit?: BucketUnit | null): Promise<readonly SumGroup[]>;
};
