/*
 * Sums of finished days, weeks and months in the report's time zone, so that reports without a filter read few rows (decision 0158). Derivations,
 * deletions and the retention remove the mark of each span whose rows they change (`forgetSums`), in their transaction; the next run of
 * `storeSums` computes its sums again. Marks name the time zone and the accepted rules: after a change of these, reports read rows until
 * all sums are computed again.
 */

import { type SQL, sql } from "drizzle-orm";
import { analyticsAcceptedRule, analyticsSum, analyticsSummedSpan } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { listKeys, listOf } from "../lists/lists.ts";
import { type BucketUnit, bucketDays, type Period } from "../period/period.ts";
import { addedSums, type SumGroup } from "../report.ts";
import { factDimensions } from "../report-sql.ts";
import { ratedVitals } from "../vitals/vital-limits.ts";
import { type Ask, actionsAsk } from "./asked-sql.ts";
import type { AskedSums } from "./asked-sums.server.ts";
import type { StoredSpan, SumPlan } from "./sum-spans.ts";

type In = Pick<Ctx, "db">;

export const currentRules = sql`(select coalesce(string_agg(rule::text, ',' order by rule), '') from ${analyticsAcceptedRule})`;

/** An expression: the spans of a period with current sums, as JSON. */
export const currentSpans = ({ from, to, timezone }: Period): SQL => sql`
  (select coalesce(json_agg(json_build_object('unit', m.unit, 'day', m.day)), '[]') from ${analyticsSummedSpan} m
    where m.day between ${from}::date and ${to}::date and m.timezone = ${timezone} and m.rules = ${currentRules})`;

/** The sums that are stored, with their name in `analytics_sum`. */
export const sumNames: ReadonlyMap<Ask, string> = new Map<Ask, string>([
  ["vitals", "vitals"],
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
export const isSummed = (ask: Ask): boolean => nameOf(ask) !== undefined;

/** The sums of a group in the order in which they are stored, after its id and page. */
const columns: Readonly<Record<string, readonly string[]>> = {
  visits: ["amount", "fresh", "firsts", "bounces", "seconds", "conversions", "usd"],
  views: ["amount", "fresh", "firsts", "seconds", "timed", "scroll", "scrolled"],
  rating: ["amount", "conversions"],
  actions: ["amount", "fresh", "firsts", "usd"],
  vitals: [],
};
const columnsOf = (name: string) => columns[name.split(".", 1)[0]!]!;

type StoredGroup = [id: number | string, page: number, ...sums: number[]];
type StoredVital = [vital: string, counts: string];

export const packed = (name: string, groups: readonly SumGroup[]): string => {
  const names = columnsOf(name);
  return JSON.stringify(
    groups.map(({ id, page, sums, counts }): StoredGroup | StoredVital =>
      counts ? [String(id), counts.toString("base64")] : [id, page, ...names.map((column) => sums[column] ?? 0)],
    ),
  );
};

const placesOf = (names: readonly (string | undefined)[], spans: readonly StoredSpan[]): SQL => sql`
  select name, unit, day from unnest(${sql.param([...new Set(names)])}::text[]) name,
    unnest(${sql.param(spans.map(({ unit }) => unit))}::text[], ${sql.param(spans.map(({ day }) => day))}::date[]) span(unit, day)`;

/** Adds the sums of finished days, weeks and months. `unit`: of buckets. */
export async function readSums(
  { db }: In,
  { period, plan, unit }: { period: Period; plan: SumPlan; unit: BucketUnit | null },
  asks: readonly Ask[],
): Promise<AskedSums> {
  const isWhole = (ask: Ask) => ask.endsWith(".bucket") || ask.endsWith(".total");
  const ofBuckets = unit === "month" ? plan.months : plan.days;
  const namesOf = (isWanted: (ask: Ask) => boolean) => asks.filter(isWanted).map(nameOf);
  const ofSpans = placesOf(
    namesOf((ask) => unit === null || !isWhole(ask)),
    plan.spans,
  );
  const bucketed = placesOf(
    namesOf((ask) => unit !== null && isWhole(ask)),
    ofBuckets,
  );
  // Each place is looked up: the condition as a list would read the sums of all days.
  const { rows } = await db.execute<{ of: string; day: string; groups: string }>(sql`
    select s.of, s.day::text as day, s.groups from (${ofSpans} union all ${bucketed}) place
    join ${analyticsSum} s on s.of = place.name and s.unit = place.unit and s.day = place.day`);
  const firstDays = unit === null || unit === "hour" ? [] : bucketDays(period, unit);
  return new Map(
    asks.map((ask) => {
      const name = nameOf(ask)!;
      const own = rows.filter(({ of }) => of === name);
      if (ask === "vitals")
        return [ask, own.flatMap(({ groups }) => (JSON.parse(groups) as StoredVital[]).map(vitalGroup))];
      const added = new AddedGroups(columnsOf(name));
      for (const { day, groups } of own) {
        const bucket = ask.endsWith(".bucket") ? firstDays.findLastIndex((first) => first <= day) : null;
        // What is new in the report is that of its first day, and what was not known before on the others.
        const isFirst = day === (bucket === null ? period.from : firstDays[bucket]);
        added.add(JSON.parse(groups) as StoredGroup[], isFirst, bucket);
      }
      return [ask, added.groups()];
    }),
  );
}

const vitalGroup = ([id, counts]: StoredVital): SumGroup => ({
  ...{ id, page: 0, sums: {} },
  counts: Buffer.from(counts, "base64"),
});

const keyOf = (id: number | string, page: number) => (page === 0 && typeof id === "number" ? id : `${page} ${id}`);

/** Adds stored groups with the same id and page, or with the same bucket. */
class AddedGroups {
  readonly #columns: readonly string[];
  readonly #known = new Map<number | string, StoredGroup>();

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  add(groups: readonly StoredGroup[], isFirst: boolean, bucket: number | null): void {
    const fresh = this.#columns[1] === "fresh" && !isFirst ? 3 : -1;
    for (const group of groups) {
      if (fresh !== -1) group[fresh] = group[4]!;
      if (bucket !== null) group[0] = bucket + 1;
      const key = keyOf(group[0], group[1]);
      const own = this.#known.get(key);
      if (!own) this.#known.set(key, group);
      else for (let place = 2; place < group.length; place++) (own[place] as number) += group[place] as number;
    }
  }

  groups = (): SumGroup[] =>
    Array.from(this.#known.values(), (group) => {
      const sums: Record<string, number> = {};
      for (const [place, column] of this.#columns.entries()) sums[column] = group[place + 2] as number;
      return { id: group[0], page: group[1], sums };
    });
}

/** Adds the sums of `others` to the groups with the same id and page. */
export function addedGroups(groups: SumGroup[], others: readonly SumGroup[]): SumGroup[] {
  if (others.length === 0) return groups;
  const known = new Map(groups.map((group) => [keyOf(group.id, group.page), group]));
  for (const { id, page, sums } of others) {
    const key = keyOf(id, page);
    known.set(key, { id, page, sums: addedSums(known.get(key)?.sums ?? {}, sums) });
  }
  return [...known.values()];
}
