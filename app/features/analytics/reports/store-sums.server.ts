import { type SQL, sql } from "drizzle-orm";
import { dayMs, daySeconds, hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import {
  analyticsSum,
  analyticsSummedSpan,
  analyticsView,
  analyticsVisit,
  analyticsVitalSum,
} from "../tables.server.ts";
import { listKeys, listOf } from "./lists.ts";
import { instantsOf } from "./period.ts";
import {
  actionSums,
  factColumn,
  factDimensions,
  type ReportRows,
  viewSums,
  visitSums,
  vitalCounts,
  vitalRatings,
} from "./report-sql.ts";
import { currentRules, sumNames } from "./stored-sums.server.ts";
import { type StoredSpan, spanPeriod } from "./sum-spans.ts";
import { selectedHits } from "./visit-conditions.server.ts";
import { ratedVitals, vitalLimits } from "./vital-limits.ts";

/** Hits can be stored an hour late, and visits go on after midnight. */
const settledMs = 3 * hourMs;
const spansPerRun = 40;
/** An action of the same visitor and day before. Spans with a longer visit have no sums. */
export const lookBackMs = 2 * dayMs;

/** Computes missing sums of finished days, latest first, and then of months; at most 40. Returns their number. */
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
    with bounds as (
      select (least((select min(started_at) from ${analyticsVisit}), (select min(at) from ${analyticsView})) at time zone ${timezone})::date as first
    ), span as (
      select false as is_month, day::date as day, (day + interval '1 day')::date as until
        from bounds, generate_series(first::timestamp, ${settled}::timestamp, interval '1 day') as day
      union all select true, day::date, (day + interval '1 month')::date
        from bounds, generate_series(date_trunc('month', first::timestamp), ${settled}::timestamp, interval '1 month') as day
    )
    select s.is_month as "isMonth", s.day::text as day from span s
    where s.until <= ${settled}
      and not exists (select from ${analyticsSummedSpan} m
        where m.is_month = s.is_month and m.day = s.day and m.timezone = ${timezone} and m.rules = ${currentRules})
      and not exists (select from ${analyticsVisit} v
        where v.duration_seconds >= ${daySeconds} and v.ended_at >= ${at("s.day")} and v.started_at < ${at("s.until")})
    order by s.is_month, s.day desc limit ${spansPerRun}`);
  return rows;
}

async function storeSpan({ db }: Pick<Ctx, "db">, span: StoredSpan, timezone: string): Promise<void> {
  const { start, end } = instantsOf(spanPeriod(span, timezone));
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_sums'))`);
    const [state] = (await tx.execute<{ rules: string }>(sql`select ${currentRules} as rules`)).rows;
    const acceptedRules = state!.rules === "" ? [] : state!.rules.split(",").map(Number);
    const rows: ReportRows = { start, end, acceptedRules, filters: [] };
    const own = sql`is_month = ${span.isMonth} and day = ${span.day}::date`;
    await tx.execute(sql`delete from ${analyticsSum} where ${own}`);
    await tx.execute(sql`delete from ${analyticsVitalSum} where ${own}`);
    for (const statement of await statements({ db: tx }, rows)) await tx.execute(insert(span, statement));
    const { dialect } = visitStore();
    await tx.execute(sql`insert into ${analyticsVitalSum} (is_month, day, vital, counts)
      select ${span.isMonth}, ${span.day}::date, vital, counts from (${sql.raw(vitalCounts(dialect, rows))}) v where counts is not null`);
    await tx.execute(sql`insert into ${analyticsSummedSpan} (is_month, day, timezone, rules)
      values (${span.isMonth}, ${span.day}::date, ${timezone}, ${state!.rules})
      on conflict (is_month, day) do update set timezone = excluded.timezone, rules = excluded.rules`);
  });
}

/** Columns that a statement has, beside \`of\`. */
type Sums = { select: SQL; columns: readonly string[] };

const insert = ({ isMonth, day }: StoredSpan, { select, columns }: Sums) => sql`
  insert into ${analyticsSum} (is_month, day, of, value_id, page_id, name, ${sql.raw(sumNames.join(", "))})
  select ${isMonth}, ${day}::date, of, value_id, own_page, name,
    ${sql.raw(sumNames.map((name) => (columns.includes(name) ? `coalesce(${name}, 0)` : "0")).join(", "))}
  from (${select}) sums where amount > 0`;

const bySet = (all: string, sets: readonly { set: string; column: string }[], statement: string): SQL => {
  const cases = (value: (set: string, column: string) => string) =>
    sets.map(({ set, column }) => `when not_${column} = 0 then ${value(set, column)}`).join(" ");
  return sql.raw(`select case ${cases((set) => `'${set}'`)} else '${all}' end as of,
    case ${cases((_, column) => `coalesce(${column}, 0)`)} else 0 end as value_id, null::int as own_page, null::text as name, sums.*
    from (${statement}) sums`);
};

async function statements(ctx: Pick<Ctx, "db">, rows: ReportRows): Promise<Sums[]> {
  const { dialect } = visitStore();
  const facts = factDimensions.map((set) => ({ set, column: factColumn(set) }));
  const before = new Date(rows.start.getTime() - lookBackMs);
  const actions: Sums[] = [];
  for (const key of listKeys) {
    const list = listOf(key);
    if (list.of !== "actions") continue;
    const isText = typeof list.by === "object";
    const statement = actionSums(dialect, rows, await selectedHits(ctx, list.selection), list.by, before);
    actions.push({
      columns: ["amount", "fresh", "firsts", "usd"],
      select: sql`select ${key}::text as of, ${sql.raw(isText ? "0" : "action_key")} as value_id, page as own_page,
        ${sql.raw(isText ? "action_key" : "null::text")} as name, amount, fresh, firsts, usd from (${sql.raw(statement)}) a`,
    });
  }
  const ratings = ratedVitals.map((vital): Sums => {
    const { good, fair } = vitalLimits[vital];
    const statement = vitalRatings(dialect, rows, vital, good, fair);
    return {
      columns: ["amount", "conversions"],
      select: sql`select ${`rating.${vital}`}::text as of, rating as value_id, null::int as own_page, null::text as name, amount, conversions
        from (${sql.raw(statement)}) r`,
    };
  });
  return [
    {
      columns: ["amount", "fresh", "firsts", "bounces", "seconds", "conversions", "usd"],
      select: bySet("visits", facts, visitSums(dialect, rows, ["total", ...factDimensions], [])),
    },
    {
      columns: ["amount", "fresh", "firsts", "seconds", "timed", "scroll", "scrolled"],
      select: bySet("views", [{ set: "page", column: "page_id" }], viewSums(dialect, rows, ["total", "page"], [])),
    },
    ...actions,
    ...ratings,
  ];
}
