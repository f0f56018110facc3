import { sql } from "drizzle-orm";
import { utcDate } from "#app/lib/calendar-dates.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { instantsOf } from "../reports/period.ts";
import { filterIds, type ReportScope } from "../reports/visit-conditions.server.ts";
import {
  analyticsAcceptedRule,
  analyticsDayChange,
  analyticsImportedDay,
  analyticsSession,
  funnelEvent,
} from "../tables.server.ts";
import { chunkCacheOf } from "./chunk-cache.server.ts";
import type { DayChunk } from "./day-chunk.ts";
import { dayVersion } from "./day-version.server.ts";
import { type ChangedDay, RowPicker, type ScopeChunks, type StoredRefund } from "./picked-rows.ts";
import { timeSlice } from "./time-slices.ts";

const daysAtOnce = 16;

export const chunksOf = async (ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<ScopeChunks> =>
  chunksBetween(ctx, { ...instantsOf(scope.period), filters: scope.filters });

/** `start` and `end` are whole seconds. */
export async function chunksBetween(
  ctx: Pick<Ctx, "db">,
  { start, end, filters }: { start: Date; end: Date; filters: ReportScope["filters"] },
): Promise<ScopeChunks> {
  const idFilters = await Promise.all(filters.map((filter) => filterIds(ctx, filter)));
  const { days, acceptedRules, hasImportedDays, refunds } = await changedDays(ctx, start, end);
  const cache = chunkCacheOf(ctx);
  return {
    ...{ days, hasImportedDays, refunds },
    rows: new RowPicker({
      ...{ from: start.getTime() / 1000, to: end.getTime() / 1000, acceptedRules, filters: idFilters },
    }),
    async each(use) {
      const load = (first: number): Promise<DayChunk>[] => {
        const loading = cache.getAll(days.slice(first, first + daysAtOnce));
        for (const chunk of loading) chunk.catch(() => {});
        return loading;
      };
      let next = load(0);
      for (let first = 0; first < days.length; first += daysAtOnce) {
        const current = next;
        next = load(first + daysAtOnce);
        for (const loading of current) {
          const chunk = await loading;
          await timeSlice();
          use(chunk);
        }
      }
    },
  };
}

/**
 * Returns the days with visits that start in the period or have a view in it, the accepted rules, whether there are
 * imported days, and the refunds of the period.
 */
export async function changedDays({ db }: Pick<Ctx, "db">, start: Date, end: Date) {
  type Facts = { rules: number[]; imported: boolean; refunds: StoredRefund[] };
  // One row without a day if there is none, for the facts.
  const { rows } = await db.execute<(ChangedDay | { day: null }) & Facts>(sql`
    select days.*, array(select rule from ${analyticsAcceptedRule}) as rules,
      exists (select from ${analyticsImportedDay}) as imported,
      (select coalesce(json_agg(json_build_object('sessionId', s.id, 'firstAt', s.first_at, 'at', f.occurred_at, 'usd', f.value)), '[]')
        from ${funnelEvent} f join ${analyticsSession} s on s.key = f.session_key
        where f.stage = 'unlock' and f.substage = 'refunded' and f.value > 0
          and f.occurred_at >= ${start.toISOString()}::timestamptz and f.occurred_at < ${end.toISOString()}::timestamptz) as refunds
    from (select 1) one left join (
      select c.day::text as day, ${dayVersion.version} as version, ${dayVersion.lastAt} as "lastAt"
      from ${analyticsDayChange} c where c.day <= ${utcDate(end.getTime() - 1)}::date
      group by c.day having c.day >= ${utcDate(start)}::date or max(c.last_at) >= ${start.toISOString()}::timestamptz
    ) days on true order by days.day`);
  return {
    days: rows.flatMap((row): ChangedDay[] =>
      row.day === null ? [] : [{ day: row.day, version: row.version, lastAt: row.lastAt }],
    ),
    acceptedRules: rows[0]!.rules,
    hasImportedDays: rows[0]!.imported,
    refunds: rows[0]!.refunds,
  };
}
