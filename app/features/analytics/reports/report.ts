import type { BucketUnit, Period } from "./period.ts";
import type { FactDimension, ReportRows } from "./report-sql.ts";
import type { SumPlan } from "./sum-spans.ts";

/** A refund of the period, with the session of the visit that bought. */
export type Refund = { sessionId: number; at: Date; usd: number };

/** Sums of a group of rows. `id`: of the value, 0 for none; of a bucket its index from 1. */
export type SumGroup = { id: number; sums: Readonly<Record<string, number>> };

/** A row with its id and sums. */
export function sumGroup(row: Readonly<Record<string, unknown>>): SumGroup {
  const sums = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)]));
  return { id: sums["id"] ?? 0, sums };
}

/**
 * A report as data: the rows to count, and the sums that are asked of them. Sums that are asked at the same time are read by one
 * statement.
 */
export type OpenReport = {
  rows: ReportRows;
  period: Period;
  /** What unfiltered lists of the whole period read from sums. */
  plan: SumPlan;
  hasImportedDays: boolean;
  refunds: readonly Refund[];
  visits(set: "total" | FactDimension): Promise<readonly SumGroup[]>;
  views(set: "total" | "page"): Promise<readonly SumGroup[]>;
  visitBuckets(unit: BucketUnit): Promise<readonly SumGroup[]>;
  viewBuckets(unit: BucketUnit): Promise<readonly SumGroup[]>;
};
