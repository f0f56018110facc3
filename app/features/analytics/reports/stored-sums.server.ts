/*
 * Sums of finished days and months in the report's time zone, so that reports without a filter read few rows (decision 0270). Derivations,
 * deletions and the retention remove the mark of each span whose rows they change (`forgetSums`), in their transaction; the next run of
 * `storeSums` computes its sums again. Marks name the time zone and the accepted rules: after a change of these, reports read rows until
 * all sums are computed again.
 */

import { type SQL, sql } from "drizzle-orm";
import { wallClock } from "#app/lib/wall-clock.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { analyticsAcceptedRule, analyticsSum, analyticsSummedSpan, analyticsVitalSum } from "../tables.server.ts";
import type { Period } from "./period.ts";
import type { SumGroup } from "./report.ts";
import type { StoredSpan, SumPlan } from "./sum-spans.ts";

type In = Pick<Ctx, "db">;
/** What a report reads from sums. */
export type SumSource = { period: Period; plan: SumPlan };

export const currentRules = sql`(select coalesce(string_agg(rule::text, ',' order by rule), '') from ${analyticsAcceptedRule})`;

/** An expression: the spans of a period with current sums, as JSON. */
export const currentSpans = ({ from, to, timezone }: Period): SQL => sql`
  (select coalesce(json_agg(json_build_object('isMonth', m.is_month, 'day', m.day)), '[]') from ${analyticsSummedSpan} m
    where m.day between ${from}::date and ${to}::date and m.timezone = ${timezone} and m.rules = ${currentRules})`;

export const sumNames = [
  ...([
    "amount",
    "fresh",
    "firsts",
    "bounces",
    "seconds",
    "conversions",
    "usd",
    "timed",
    "scroll",
    "scrolled",
  ] as const),
] as const;

function isInSpans(spans: readonly StoredSpan[]): SQL {
  const days = (isMonth: boolean) => sql.param(spans.filter((span) => span.isMonth === isMonth).map(({ day }) => day));
  return sql`(not s.is_month and s.day = any(${days(false)}::date[]) or s.is_month and s.day = any(${days(true)}::date[]))`;
}

/** The sum by name; what is new in the report is that of its first day, and what was not known before on the others. */
const summed = (period: Period) =>
  sql.join(
    sumNames.map((name) =>
      name === "fresh"
        ? sql`sum(case when s.day = ${period.from}::date then s.fresh else s.firsts end) as fresh, sum(s.fresh) as fresh_there`
        : sql.raw(`sum(s.${name}) as ${name}`),
    ),
    sql`, `,
  );

const numbers = (row: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries([...sumNames, "fresh_there"].map((name) => [name, Number(row[name] ?? 0)]));

/** The stored sums of sets: `all` names those of a total and of buckets. */
export async function readSums<Of extends string>(
  { db }: In,
  { period, plan: { spans } }: SumSource,
  sets: readonly Of[],
  all: "visits" | "views",
  starts: readonly Date[],
): Promise<Map<Of, SumGroup[]>> {
  const groups = new Map<Of, SumGroup[]>();
  if (spans.length === 0) return groups;
  const isWhole = (set: string) => set === "total" || set === "bucket";
  const names = [...new Set(sets.map((set) => (isWhole(set) ? all : set)))];
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select s.of, s.value_id, case when s.of = ${all} then s.day::text end as day, ${summed(period)}
    from ${analyticsSum} s where s.of = any(${sql.param(names)}::text[]) and ${isInSpans(spans)} group by 1, 2, 3`);
  const addTo = (set: string, group: SumGroup) => {
    const own = sets.find((one) => one === set);
    if (!own) return;
    groups.set(own, groups.get(own) ?? []);
    groups.get(own)!.push(group);
  };
  const others = new Map<string, SumGroup[]>();
  const firstDays = starts.map((at) => wallClock(at, period.timezone).date);
  for (const row of rows) {
    const sums = numbers(row);
    if (row["of"] !== all) {
      const name = String(row["of"]);
      others.set(name, others.get(name) ?? []);
      others.get(name)!.push({ id: Number(row["value_id"]), sums });
      continue;
    }
    addTo("total", { id: 0, sums });
    const day = String(row["day"]);
    const bucket = firstDays.findLastIndex((first) => first <= day);
    const fresh = (firstDays[bucket] === day ? sums["fresh_there"] : sums["firsts"]) ?? 0;
    addTo("bucket", { id: bucket + 1, sums: { ...sums, fresh } });
  }
  for (const [name, own] of others) groups.set(name as Of, own);
  return groups;
}

/** Adds groups with the same id. */
export function addedGroups<Of extends string>(
  own: ReadonlyMap<Of, readonly SumGroup[]>,
  others: ReadonlyMap<Of, readonly SumGroup[]>,
): Map<Of, readonly SumGroup[]> {
  if (others.size === 0) return new Map(own);
  return new Map(
    [...own].map(([set, groups]) => {
      const byId = new Map<number, Record<string, number>>();
      for (const { id, sums } of [...groups, ...(others.get(set) ?? [])]) {
        const known = byId.get(id) ?? {};
        for (const [name, value] of Object.entries(sums)) known[name] = (known[name] ?? 0) + value;
        byId.set(id, known);
      }
      return [set, [...byId].map(([id, sums]) => ({ id, sums }))];
    }),
  );
}

/** The stored sums of a list of actions or of ratings. */
export async function readNamedSums(
  { db }: In,
  { period, plan: { spans } }: SumSource,
  of: string,
): Promise<Record<string, unknown>[]> {
  if (spans.length === 0) return [];
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select coalesce(s.name, s.value_id::text) as action_key, s.value_id as rating, coalesce(s.page_id, 0) as page, ${summed(period)}
    from ${analyticsSum} s where s.of = ${of} and ${isInSpans(spans)} group by s.name, s.value_id, s.page_id`);
  return rows;
}

export type VitalCounts = { vital: string; counts: Buffer | null };

export async function readVitalCounts({ db }: In, { plan: { spans } }: SumSource): Promise<VitalCounts[]> {
  if (spans.length === 0) return [];
  const { rows } = await db.execute<VitalCounts>(
    sql`select s.vital, s.counts from ${analyticsVitalSum} s where ${isInSpans(spans)}`,
  );
  return rows;
}
