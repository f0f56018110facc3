import { sql } from "drizzle-orm";
import { dayMs, daySeconds } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import {
  analyticsAcceptedRule,
  analyticsImportedDay,
  analyticsSession,
  analyticsVisit,
  funnelEvent,
} from "../tables.server.ts";
import { type BucketUnit, bucketStarts, instantsOf, type Period } from "./period.ts";
import { limited } from "./query-limit.server.ts";
import { type OpenReport, type Refund, type SumGroup, sumGroup } from "./report.ts";
import {
  countsVisitors,
  type FactDimension,
  factColumn,
  pageVisits,
  type ReportRows,
  type ViewSet,
  type VisitSet,
  viewSums,
  visitorCounts,
  visitSums,
} from "./report-sql.ts";
import { addedGroups, currentSpans, readSums } from "./stored-sums.server.ts";
import { SumBatch } from "./sum-batch.ts";
import { planOf, type StoredSpan, type SumPlan } from "./sum-spans.ts";
import { filterIds, type ReportScope } from "./visit-conditions.server.ts";

type In = Pick<Ctx, "db">;

/** Opens a scope for several reads of one page, which then share statements. */
export const openScope = async (ctx: In, scope: ReportScope): Promise<ReportScope> => ({
  ...scope,
  report: await reportOf(ctx, scope),
});

export const reportOf = async (ctx: In, scope: ReportScope): Promise<OpenReport> =>
  scope.report ?? openReport(ctx, scope);

/** Reads a statement of reports/report-sql.ts. */
export const readRows = (ctx: In, statement: string): Promise<Record<string, unknown>[]> =>
  limited(() => visitStore().reportRows(ctx, statement));

async function openReport(ctx: In, { period, filters }: ReportScope): Promise<OpenReport> {
  const { start, end } = instantsOf(period);
  const [{ rules, imported, refunds, stored, lastAt }, ids] = await Promise.all([
    readFacts(ctx, period, filters.length === 0 && visitStore().dialect.knowsPrevious),
    Promise.all(filters.map((filter) => filterIds(ctx, filter))),
  ]);
  const rows: ReportRows = { start, end, filters: ids, acceptedRules: rules };
  // Others end within a day after the period. A known time lets the planner choose better than a subquery.
  if (visitStore().dialect.knowsPrevious)
    rows.lastAt = new Date(Math.max(end.getTime() + dayMs, lastAt === null ? 0 : Date.parse(lastAt)));
  const startsOf = (unit: BucketUnit | null) => (unit ? bucketStarts(period, unit) : []);
  const [hourly, daily, monthly] = [
    planOf(period, [], false),
    planOf(period, stored, false),
    planOf(period, stored, true),
  ] as const;
  const planFor = (unit: BucketUnit | null) =>
    unit === "hour" ? hourly : unit === null || unit === "month" ? monthly : daily;
  const visits = new SumBatch<VisitSet, BucketUnit>((sets, unit) =>
    readVisits(ctx, { rows, period, plan: planFor(unit) }, sets, startsOf(unit)),
  );
  const views = new SumBatch<ViewSet, BucketUnit>((sets, unit) =>
    readViews(ctx, { rows, period, plan: planFor(unit) }, sets, startsOf(unit)),
  );
  return {
    ...{ rows, hasImportedDays: imported, refunds, period, plan: planFor(null) },
    visits: (set) => visits.of(set),
    views: (set) => views.of(set),
    visitBuckets: (unit) => visits.of("bucket", unit),
    viewBuckets: (unit) => views.of("bucket", unit),
  };
}

type Facts = { rules: number[]; imported: boolean; refunds: Refund[]; stored: StoredSpan[]; lastAt: string | null };

/** Reads the accepted rules, whether there are imported days, the refunds of the period, and its spans with current sums. */
async function readFacts({ db }: In, period: Period, usesSums: boolean): Promise<Facts> {
  const { start, end } = instantsOf(period);
  const { rows } = await db.execute<Omit<Facts, "refunds"> & { refunds: (Omit<Refund, "at"> & { at: string })[] }>(sql`
    select array(select rule from ${analyticsAcceptedRule}) as rules, exists (select from ${analyticsImportedDay}) as imported,
      (select coalesce(json_agg(json_build_object('sessionId', s.id, 'at', f.occurred_at, 'usd', f.value)), '[]')
        from ${funnelEvent} f join ${analyticsSession} s on s.key = f.session_key
        where f.stage = 'unlock' and f.substage = 'refunded' and f.value > 0
          and f.occurred_at >= ${start.toISOString()}::timestamptz and f.occurred_at < ${end.toISOString()}::timestamptz) as refunds,
      (select max(v.ended_at) from ${analyticsVisit} v
        where v.duration_seconds >= ${sql.raw(String(daySeconds))} and v.ended_at >= ${start.toISOString()}::timestamptz
          and v.started_at < ${end.toISOString()}::timestamptz)::text as "lastAt",
      ${usesSums ? currentSpans(period) : sql`'[]'::json`} as stored`);
  const { refunds, ...facts } = rows[0]!;
  return { ...facts, refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: new Date(at) })) };
}

type Source = { rows: ReportRows; period: Period; plan: SumPlan };

const ofParts = ({ rows, plan: { parts } }: Source): ReportRows => ({ ...rows, parts });

/** Sums of rows, unless the plan has sums for all of them. */
const fromRows = (ctx: In, { plan: { parts } }: Source, statement: () => string) =>
  parts.length === 0 ? Promise.resolve([]) : readRows(ctx, statement());

async function readVisits(ctx: In, source: Source, sets: readonly VisitSet[], starts: readonly Date[]) {
  const { dialect } = visitStore();
  const rows = ofParts(source);
  const hasBuckets = sets.includes("bucket");
  const [found, visitors, stored] = await Promise.all([
    fromRows(ctx, source, () => visitSums(dialect, rows, sets, starts)),
    countsVisitors(dialect, rows) || !(hasBuckets || sets.includes("total"))
      ? []
      : readRows(ctx, visitorCounts(dialect, rows, hasBuckets ? starts : null)),
    readSums(ctx, source, sets, "visits", starts),
  ]);
  const columnOf = (set: VisitSet) => (set === "bucket" ? set : factColumn(set as FactDimension));
  const groups = addedGroups(groupsOf(found, sets, columnOf), stored);
  if (visitors.length === 0) return groups;
  const countOf = (set: VisitSet, id: number) =>
    visitors.find((row) =>
      set === "total"
        ? Number(row["not_bucket"]) === 1
        : Number(row["not_bucket"]) === 0 && Number(row["bucket"]) === id,
    )?.["fresh"];
  return new Map(
    [...groups].map(([set, own]) => [
      set,
      own.map(({ id, sums }) => ({ id, sums: { ...sums, fresh: Number(countOf(set, id) ?? 0) } })),
    ]),
  );
}

async function readViews(ctx: In, source: Source, sets: readonly ViewSet[], starts: readonly Date[]) {
  const { dialect } = visitStore();
  const rows = ofParts(source);
  const [found, visits, stored] = await Promise.all([
    fromRows(ctx, source, () => viewSums(dialect, rows, sets, starts)),
    dialect.knowsPrevious || !sets.includes("page") ? [] : readRows(ctx, pageVisits(dialect, rows)),
    readSums(ctx, source, sets, "views", starts),
  ]);
  const groups = addedGroups(
    groupsOf(found, sets, (set) => (set === "page" ? "page_id" : set)),
    stored,
  );
  if (visits.length === 0) return groups;
  const ofPage = new Map(visits.map((row) => [Number(row["page_id"]), Number(row["fresh"])]));
  const pages = groups.get("page") ?? [];
  return new Map(groups).set(
    "page",
    pages.map(({ id, sums }) => ({ id, sums: { ...sums, fresh: ofPage.get(id) ?? 0 } })),
  );
}

/** Assigns the rows of grouping sets to their set. Buckets have the visitors that are new in them. */
function groupsOf<Of extends string>(
  rows: readonly Record<string, unknown>[],
  sets: readonly Of[],
  columnOf: (set: Of) => string,
): Map<Of, SumGroup[]> {
  const groups = new Map<Of, SumGroup[]>(sets.map((set) => [set, []]));
  for (const row of rows) {
    const set = sets.find((one) => one !== "total" && Number(row[`not_${columnOf(one)}`]) === 0) ?? ("total" as Of);
    const { sums } = sumGroup(row);
    const fresh = (set === "bucket" ? sums["fresh_there"] : undefined) ?? sums["fresh"] ?? 0;
    groups.get(set)?.push({ id: set === "total" ? 0 : (sums[columnOf(set)] ?? 0), sums: { ...sums, fresh } });
  }
  return groups;
}
