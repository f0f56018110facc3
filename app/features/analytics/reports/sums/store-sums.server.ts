import { sql } from "drizzle-orm";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import {
  analyticsSum,
  analyticsSummedSpan,
  analyticsView,
  analyticsVisit,
} from "#app/features/analytics/tables.server.ts";
import { dayMs, daySeconds, hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { instantsOf } from "../period/period.ts";
import type { ReportRows } from "../report-sql.ts";
import { readAsked } from "./asked-sums.server.ts";
import { currentRules, packed, sumNames } from "./stored-sums.server.ts";
import { type StoredSpan, spanPeriod, spanUnits } from "./sum-spans.ts";

/** Hits can be stored an hour late, and visits go on after midnight. */
const settledMs = 3 * hourMs;
const spansPerRun = 40;
/** Computes missing sums of finished days, latest first, then of weeks and months; at most 40. Returns their number. */
export async function storeSums(ctx: Pick<Ctx, "db" | "now">, timezone: string): Promise<number> {
  if (!visitStore().dialect.knowsPrevious) return 0;
  const missing = await missingSpans(ctx, timezone);
  for (const span of missing) await storeSpan(ctx, span, timezone);
  return missing.length;
}

async function missingSpans({ db, now }: Pick<Ctx, "db" | "now">, timezone: string): Promise<StoredSpan[]> {
  const settled = sql`(${new Date(now.getTime() - settledMs).toISOString()}::timestamptz at time zone ${timezone})::date`;
  const at = (day: string) => sql`(${sql.raw(day)}::timestamp at time zone ${timezone})`;
  const { rows } = await db.execute<StoredSpan>(sql`
    with visit as (select min(started_at) as first from ${analyticsVisit}), bounds as (
      select (coalesce((select min(at) from ${analyticsView}, visit where at < coalesce(visit.first, 'infinity')), visit.first)
        at time zone ${timezone})::date as first from visit
    ), span as (
      select unit, day::date as day, (day + ('1 ' || unit)::interval)::date as until
      from bounds, unnest(${sql.param([...spanUnits])}::text[]) unit,
        generate_series(date_trunc(unit, first::timestamp), ${settled}::timestamp, ('1 ' || unit)::interval) as day
    )
    select s.unit, s.day::text as day from span s
    where s.until <= ${settled}
      and not exists (select from ${analyticsSummedSpan} m
        where m.unit = s.unit and m.day = s.day and m.timezone = ${timezone} and m.rules = ${currentRules})
      and not exists (select from ${analyticsVisit} v
        where v.duration_seconds >= ${daySeconds} and v.ended_at >= ${at("s.day")} and v.started_at < ${at("s.until")})
    order by array_position(${sql.param([...spanUnits])}::text[], s.unit), s.day desc limit ${spansPerRun}`);
  return rows;
}

async function storeSpan({ db }: Pick<Ctx, "db">, span: StoredSpan, timezone: string): Promise<void> {
  const { start, end } = instantsOf(spanPeriod(span, timezone));
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_sums'))`);
    const [state] = (await tx.execute<{ rules: string }>(sql`select ${currentRules} as rules`)).rows;
    const acceptedRules = state!.rules === "" ? [] : state!.rules.split(",").map(Number);
    const rows: ReportRows = { start, end, acceptedRules, filters: [], lastAt: new Date(end.getTime() + dayMs) };
    const own = sql`unit = ${span.unit} and day = ${span.day}::date`;
    await tx.execute(sql`delete from ${analyticsSum} where ${own}`);
    const sums = await readAsked({ db: tx }, { ...rows, knownFrom: new Date(start.getTime() - 2 * dayMs) }, [
      ...sumNames.keys(),
    ]);
    const stored = [...sums].flatMap(([ask, groups]) => {
      const of = sumNames.get(ask);
      return of === undefined || groups.length === 0 ? [] : { ...span, of, groups: packed(of, groups) };
    });
    if (stored.length > 0) await tx.insert(analyticsSum).values(stored);
    await tx.execute(sql`insert into ${analyticsSummedSpan} (unit, day, timezone, rules)
      values (${span.unit}, ${span.day}::date, ${timezone}, ${state!.rules})
      on conflict (unit, day) do update set timezone = excluded.timezone, rules = excluded.rules`);
  });
}
