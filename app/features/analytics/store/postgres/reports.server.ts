import { sql } from "drizzle-orm";
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Dialect } from "#app/features/analytics/reports/report-sql.ts";
import { everyHitQuery, hitTimesQuery } from "#app/features/analytics/storage/every-hit.server.ts";
import type { ReportReads } from "../visit-store.ts";

const array = (ids: readonly number[]) => `'{${ids.join(",")}}'::int[]`;
const time = (at: Date) => `'${at.toISOString()}'::timestamptz`;

const column = (rows: readonly (readonly number[])[], n: number) =>
  `'{${rows.map((row) => row[n]).join(",")}}'::bigint[]`;

export const postgresDialect: Dialect = {
  tables: {
    ...{ visit: "analytics_visit", view: "analytics_view" },
    ...{ hit: "analytics_hit", everyHit: everyHitQuery, hitTimes: hitTimesQuery },
  },
  time,
  isNone: (id) => `${id} is null`,
  // Overlap compares all pairs; a long list of ids is hashed.
  hasAny: (list, ids) =>
    ids.length < 9
      ? `${list} && ${array(ids)}`
      : `exists (select from (select unnest(${list}) as id offset 0) entry where entry.id = any(${array(ids)}))`,
  isEmpty: (list) => `${list} = '{}'`,
  entries: (list) => `cross join unnest(${list}) as entry(id)`,
  utcDay: (at) => `(${at} at time zone 'UTC')::date`,
  bucket: (at, starts) => `width_bucket(${at}, array[${starts.map(time).join(",")}])`,
  visitor: "coalesce(v.visitor_id, v.session_id)",
  knowsPrevious: true,
  hasGoal: "v.has_goal",
  usd: "v.value_usd",
  isReported: (measure) => `${measure} is not null`,
  percentile75: (measure) => `percentile_cont(0.75) within group (order by ${measure})`,
  real: (value) => `${value}::real`,
  list: (value) => `array_agg(${value})`,
  readsNamedOnce: true,
  computedOnce: "offset 0",
  // The name comes from an admin.
  detail: (name) => `h.detail ->> ${escapeLiteral(name)}`,
  text: escapeLiteral,
  term: (id) => `(select t.text from analytics_term t where t.id = ${id})`,
  terms: (ids) => `array(select t.text from analytics_term t where t.id = any(${ids}) order by t.text)`,
  hasHit: (table, isHit) =>
    `exists (select from ${table} h where h.session_id = v.session_id and h.at between v.started_at and v.ended_at and ${isHit})`,
  searchedDays: [],
  sessions: (isCounted) => `select s.id from analytics_session s where s.client is not null and ${isCounted}`,
  micros: (at) => `round(date_part('epoch', ${at}) * 1000000)`,
  timeOfMicros: (micros) => `timestamptz 'epoch' + ${micros} * interval '1 microsecond'`,
  double: (value) => `(${value})::float8`,
  hasBit: (bits, mask) => `${bits} & ${mask} <> 0`,
  array: (...values) => `array[${values.join(", ")}]::float8[]`,
  // A null costs the aggregates of a window less than an empty array.
  emptyArray: "null::float8[]",
  joined: (...arrays) => `(${arrays.join(" || ")})`,
  rest: (array) => `(${array})[2:]`,
  isEmptyArray: (array) => `(${array}) is null`,
  least: (...values) => `least(${values.join(", ")})`,
  median: (value, condition) => `percentile_cont(0.5) within group (order by ${value}) filter (where ${condition})`,
  values: (columns, rows) =>
    `select * from unnest(${columns.map((_, n) => column(rows, n)).join(", ")}) as given(${columns.join(", ")})`,
};

export const reportReads: ReportReads = {
  dialect: postgresDialect,
  async reportRows({ db }, statement) {
    const { rows } = await db.execute<Record<string, unknown>>(sql.raw(statement));
    return rows;
  },
  isOneOf: (_, column, query) => `${column} = any(array(${query}))`,
  // `not in` compares each row with every id once these exceed the memory of a statement.
  isNoneOf: (_, column, query) => `not exists (select from (${query}) other(id) where other.id = ${column})`,
  inPostgres: (_, statement) => statement,
  async reportParts({ db }, { sources, parts }) {
    const withSources = Object.entries(sources).map(([name, query]) => `${name} as (${query})`);
    const columns = Object.entries(parts).map(
      ([name, query]) => `(select coalesce(json_agg(p), '[]') from (${query}) p) as ${escapeIdentifier(name)}`,
    );
    const { rows } = await db.execute<Record<string, Record<string, unknown>[]>>(
      sql.raw(`with ${withSources.join(", ")} select ${columns.join(", ")}`),
    );
    return rows[0]!;
  },
};
