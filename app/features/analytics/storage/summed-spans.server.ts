import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { spanUnits } from "../reports/sums/sum-spans.ts";
import { analyticsSum, analyticsSummedSpan, analyticsView, analyticsVisit } from "../tables.server.ts";

/* Sums of finished days, weeks and months (reports/sums/store-sums.server.ts): which of them no longer hold. */

/** Removes the marks of the days, weeks and months in which these times are. `times`: a query of `at`. In the transaction that changes rows. */
export async function forgetSums({ db }: Pick<Ctx, "db">, times: SQL): Promise<void> {
  // Sums of rows that are about to change must not be stored after this.
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtext('analytics_sums'))`);
  await db.execute(sql`
    with changed as (
      select distinct z.timezone, (t.at at time zone z.timezone)::date as day
      from (select distinct timezone from ${analyticsSummedSpan}) z cross join (${times}) t
    )
    delete from ${analyticsSummedSpan} m where (m.unit, m.day, m.timezone) in (
      select unit, date_trunc(unit, day::timestamp)::date, timezone from changed, unnest(${sql.param([...spanUnits])}::text[]) unit)`);
}

/** The times of the visits and views of these sessions. */
export const timesOf = (sessionIds: readonly number[]): SQL => {
  const ids = sql`any(${sql.param([...sessionIds])}::int[])`;
  return sql`select started_at as at from ${analyticsVisit} where session_id = ${ids}
    union all select at from ${analyticsView} where session_id = ${ids}`;
};

/** Deletes sums from before \`since\`. */
export async function deleteSumsBefore({ db }: Pick<Ctx, "db">, since: Date): Promise<void> {
  for (const table of [analyticsSummedSpan, analyticsSum])
    await db.execute(sql`delete from ${table} where day < ${since.toISOString()}::date`);
}
