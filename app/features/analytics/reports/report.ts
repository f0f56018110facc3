import type { ListedActions } from "./lists/action-selection.ts";
import type { BucketUnit, Period } from "./period/period.ts";
import type { FactDimension, ReportRows } from "./report-sql.ts";
import type { SumPlan } from "./sums/sum-spans.ts";
import type { RatedVital } from "./vitals/vital-limits.ts";

/** A refund of the period, with the session of the visit that bought. */
export type Refund = { sessionId: number; at: Date; usd: number };

/**
 * Sums of a group of rows. `id`: of the value, 0 for none; of a bucket its index from 1; of actions by metadata its text. `page`: of actions
 * by page. `counts`: of vitals, how often each value was measured (vital-counts.ts).
 */
export type SumGroup<Id = number> = { id: Id; page: number; sums: NamedSums; counts?: Buffer };
export type AnyGroup = SumGroup<number | string>;

const numberOf = (value: unknown) => Number(value ?? 0);

/** A row with its id and sums. */
export function sumGroup(row: Readonly<Record<string, unknown>>): SumGroup {
  const sums = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberOf(value)]));
  return { id: sums["id"] ?? 0, page: 0, sums };
}

type NamedSums = Readonly<Record<string, number>>;
export const addedSums = (one: NamedSums, other: NamedSums): NamedSums => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, (one[name] ?? 0) + value])),
});

export type GroupedActions = Pick<ListedActions, "selection" | "by">;

/**
 * A report as data: the rows to count, and the sums that are asked of them. Sums that are asked at the same time are read by one
 * statement.
 */
export type OpenReport = {
  rows: ReportRows;
  period: Period;
  /** What unfiltered reports read from sums. */
  plan: SumPlan;
  hasImportedDays: boolean;
  refunds: readonly Refund[];
  visits(set: "total" | FactDimension): Promise<readonly SumGroup[]>;
  views(set: "total" | "page"): Promise<readonly SumGroup[]>;
  visitBuckets(unit: BucketUnit): Promise<readonly SumGroup[]>;
  viewBuckets(unit: BucketUnit): Promise<readonly SumGroup[]>;
  /** Visits by the worst value of a vital: 0 good, 1 fair, 2 poor. */
  ratings(vital: RatedVital): Promise<readonly SumGroup[]>;
  actions(actions: GroupedActions): Promise<readonly AnyGroup[]>;
  /** A group per vital. */
  vitals(): Promise<readonly AnyGroup[]>;
};
