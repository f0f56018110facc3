/*
 * Sums of finished days, weeks and months in the report's time zone, so that reports without a filter read few rows (decision 0270). Derivations,
 * deletions and the retention remove the mark of each span whose rows they change (`forgetSums`), in their transaction; the next run of
 * `storeSums` computes its sums again. Marks name the time zone and the accepted rules: after a change of these, reports read rows until
 * all sums are computed again.
 */

import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { analyticsAcceptedRule, analyticsSum, analyticsSummedSpan, analyticsVitalSum } from "../tables.server.ts";
import { type Ask, type AskedSums, actionsAsk } from "./asked-sums.server.ts";
import { listKeys, listOf } from "./lists.ts";
import { type BucketUnit, bucketDays, type Period } from "./period.ts";
import type { AnyGroup } from "./report.ts";
import { factDimensions } from "./report-sql.ts";
import type { StoredSpan, SumPlan } from "./sum-spans.ts";
import { ratedVitals } from "./vital-limits.ts";

type In = Pick<Ctx, "db">;

export const currentRules = sql`(select coalesce(string_agg(rule::text, ',' order by rule), '') from ${analyticsAcceptedRule})`;

/** An expression: the spans of a period with current sums, as JSON. */
export const currentSpans = ({ from, to, timezone }: Period): SQL => sql`
  (select coalesce(json_agg(json_build_object('unit', m.unit, 'day', m.day)), '[]') from ${analyticsSummedSpan} m
    where m.day between ${from}::date and ${to}::date and m.timezone = ${timezone} and m.rules = ${currentRules})`;

/** The sums that are stored, with their name in `analytics_sum`. */
export const sumNames: ReadonlyMap<Ask, string> = new Map<Ask, string>([
  ...(["total", ...factDimensions] as const).map((set) => [`visits.${set}`, `visits.${set}`] as const),
  ...(["total", "page"] as const).map((set) => [`views.${set}`, `views.${set}`] as const),
  ...ratedVitals.map((vital) => [`rating.${vital}`, `rating.${vital}`] as const),
  ...listKeys.flatMap((key) => {
    const list = listOf(key);
    return list.of === "actions" ? [[actionsAsk(list), `actions.${key}`] as const] : [];
  }),
]);

const nameOf = (ask: Ask) => sumNames.get(ask.endsWith(".bucket") ? (ask.replace("bucket", "total") as Ask) : ask);
/** Buckets are sums of totals. */
export const isSummed = (ask: Ask): boolean => ask === "vitals" || nameOf(ask) !== undefined;

/** The sums of a group in the order in which they are stored, after its id and page. */
const columnsOf = (name: string): readonly string[] =>
  name.startsWith("visits.")
    ? ["amount", "fresh", "firsts", "bounces", "seconds", "conversions", "usd"]
    : name.startsWith("views.")
      ? ["amount", "fresh", "firsts", "seconds", "timed", "scroll", "scrolled"]
      : name.startsWith("rating.")
        ? ["amount", "conversions"]
        : ["amount", "fresh", "firsts", "usd"];

type StoredGroup = [id: number | string, page: number, ...sums: number[]];

export const packed = (name: string, groups: readonly AnyGroup[]): string =>
  JSON.stringify(
    groups.map(({ id, page, sums }): StoredGroup => [id, page, ...columnsOf(name).map((column) => sums[column] ?? 0)]),
  );

const isInSpans = (spans: readonly StoredSpan[]): SQL => sql`(s.unit, s.day) in (
  select * from unnest(${sql.param(spans.map(({ unit }) => unit))}::text[], ${sql.param(spans.map(({ day }) => day))}::date[]))`;

/** Adds the sums of finished days, weeks and months, but those of vitals. `unit`: of buckets. */
export async function readSums(
  { db }: In,
  { period, plan, unit }: { period: Period; plan: SumPlan; unit: BucketUnit | null },
  all: readonly Ask[],
): Promise<AskedSums> {
  const asks = all.filter((ask) => ask !== "vitals");
  const isWhole = (ask: Ask) => ask.endsWith(".bucket") || ask.endsWith(".total");
  const ofBuckets = unit === "month" ? plan.months : plan.days;
  const namesOf = (some: readonly Ask[]) => sql.param([...new Set(some.map(nameOf))]);
  const { rows } = await db.execute<{ of: string; day: string; groups: string }>(sql`
    select s.of, s.day::text as day, s.groups from ${analyticsSum} s
    where s.of = any(${namesOf(asks.filter((ask) => unit === null || !isWhole(ask)))}::text[]) and ${isInSpans(plan.spans)}
      or s.of = any(${namesOf(asks.filter((ask) => unit !== null && isWhole(ask)))}::text[]) and ${isInSpans(ofBuckets)}`);
  const firstDays = unit === null || unit === "hour" ? [] : bucketDays(period, unit);
  const added = new Map(asks.map((ask) => [ask, new Map<string | number, StoredGroup>()]));
  for (const { of, day, groups } of rows) {
    const read = JSON.parse(groups) as StoredGroup[];
    const [, second] = columnsOf(of);
    for (const [ask, known] of added) {
      if (nameOf(ask) !== of) continue;
      const bucket = ask.endsWith(".bucket") ? firstDays.findLastIndex((first) => first <= day) : null;
      // What is new in the report is that of its first day, and what was not known before on the others.
      const isFirst = day === (bucket === null ? period.from : firstDays[bucket]);
      for (const group of read) {
        const id = bucket === null ? group[0] : bucket + 1;
        const key = group[1] === 0 && typeof id === "number" ? id : `${group[1]} ${id}`;
        const own = known.get(key) ?? [id, group[1], ...columnsOf(of).map(() => 0)];
        known.set(key, own);
        for (let place = 2; place < group.length; place++)
          (own[place] as number) += group[!isFirst && place === 3 && second === "fresh" ? 4 : place] as number;
      }
    }
  }
  return new Map(
    [...added].map(([ask, known]) => {
      const columns = columnsOf(nameOf(ask)!);
      const groups = [...known.values()].map(([id, page, ...sums]) => ({
        ...{ id, page },
        sums: Object.fromEntries(columns.map((column, place) => [column, sums[place]!])),
      }));
      return [ask, groups];
    }),
  );
}

/** Adds groups with the same id and page. */
export function addedGroups(all: readonly (readonly AnyGroup[])[]): AnyGroup[] {
  const known = new Map<string, { id: AnyGroup["id"]; page: number; sums: Record<string, number> }>();
  for (const { id, page, sums } of all.flat()) {
    const key = `${page} ${id}`;
    const own = known.get(key);
    if (!own) known.set(key, { id, page, sums: { ...sums } });
    else for (const name of Object.keys(sums)) own.sums[name] = (own.sums[name] ?? 0) + sums[name]!;
  }
  return [...known.values()];
}

export async function readVitalCounts({ db }: In, { spans }: SumPlan): Promise<AnyGroup[]> {
  const { rows } = await db.execute<{ vital: string; counts: Buffer }>(
    sql`select s.vital, s.counts from ${analyticsVitalSum} s where ${isInSpans(spans)}`,
  );
  return rows.map(({ vital, counts }) => ({ id: vital, page: 0, sums: {}, counts }));
}
