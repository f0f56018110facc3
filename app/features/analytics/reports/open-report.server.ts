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
import { type BucketUnit, bucketStarts, instantsOf, type Period } from "./period/period.ts";
import { limited } from "./queries/query-limit.server.ts";
import type { OpenReport, Refund } from "./report.ts";
import type { ReportRows } from "./report-sql.ts";
import type { Ask } from "./sums/asked-sql.ts";
import { type AskedSums, readAsked } from "./sums/asked-sums.server.ts";
import { addedGroups, currentSpans, isSummed, readSums } from "./sums/stored-sums.server.ts";
import { SumBatch } from "./sums/sum-batch.ts";
import { planOf, type StoredSpan } from "./sums/sum-spans.ts";
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
  const plan = planOf(period, stored);
  const batch = new SumBatch((asks, unit) => readSource(ctx, { rows, period, plan }, asks, unit));
  return {
    ...{ rows, hasImportedDays: imported, refunds, period, plan },
    sums: (ask, unit = null) => batch.of(ask, unit),
  };
}

type Source = Pick<OpenReport, "rows" | "period" | "plan">;

/** Reads sums of finished days as far as there are, and others from rows. */
async function readSource(
  ctx: In,
  { rows, period, plan }: Source,
  asks: readonly Ask[],
  unit: BucketUnit | null,
): Promise<AskedSums> {
  const starts = unit ? bucketStarts(period, unit) : [];
  if (unit === "hour" || plan.spans.length === 0) return readAsked(ctx, rows, asks, starts);
  const summed = asks.filter(isSummed);
  const others = asks.filter((ask) => !isSummed(ask));
  const none: AskedSums = new Map();
  const [stored, recent, whole] = await Promise.all([
    readSums(ctx, { period, plan, unit }, summed),
    plan.parts.length === 0 ? none : readAsked(ctx, { ...rows, parts: plan.parts }, summed, starts),
    readAsked(ctx, rows, others),
  ]);
  return new Map([
    ...whole,
    ...summed.map((ask) => {
      const [known, rest] = [stored.get(ask) ?? [], recent.get(ask) ?? []];
      return [ask, ask === "vitals" ? [...known, ...rest] : addedGroups(known, rest)] as const;
    }),
  ]);
}

type Facts = { rules: number[]; imported: boolean; refunds: Refund[]; stored: StoredSpan[]; lastAt: string | null };

/** Reads the accepted rules, whether there are imported days, the refunds of the period, and its spans with current sums. */
async function readFacts({ db }: In, period: Period, usesSums: boolean): Promise<Facts> {
  const { start, end } = instantsOf(period);
  const { rows } = await db.execute<Omit<Facts, "refunds"> & { refunds: (Omit<Refund, "at"> & { at: string })[] }>(sql`
    select array(select rule from ${analyticsAcceptedRule}) as rules, exists (select from ${analyticsImportedDay}) as imported,
      (select coalesce(json_agg(json_build_object('sessionId', s.id, 'at', f.occurred_at, 'usd', f.value)), '[]')
        from ${funnelEvent} f join ${analyticsSession} s on s.key = f.session_key
        where f.stage = 'unlock' and f.substage = 'refunded' and f.value <> 0
          and f.occurred_at >= ${start.toISOString()}::timestamptz and f.occurred_at < ${end.toISOString()}::timestamptz) as refunds,
      (select max(v.ended_at) from ${analyticsVisit} v
        where v.duration_seconds >= ${sql.raw(String(daySeconds))} and v.ended_at >= ${start.toISOString()}::timestamptz
          and v.started_at < ${end.toISOString()}::timestamptz)::text as "lastAt",
      ${usesSums ? currentSpans(period) : sql`'[]'::json`} as stored`);
  const { refunds, ...facts } = rows[0]!;
  return { ...facts, refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: new Date(at) })) };
}
