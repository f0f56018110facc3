import { sql } from "drizzle-orm";
import { termNames } from "#app/features/analytics/reports/lists/term-names.server.ts";
import type { Dialect } from "#app/features/analytics/reports/report-sql.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { ReportReads } from "../visit-store.ts";
import { type ColumnDatabase, idList, instant } from "./column-database.server.ts";

const text = (value: string) => `'${value.replace(/[\\']/g, "\\$&")}'`;

/** As PostgreSQL's `->>` returns it. `name` comes from an admin. */
function detail(name: string): string {
  const key = text(name);
  return `if(JSONHas(h.detail, ${key}) AND JSONType(h.detail, ${key}) != 'Null',
    if(JSONType(h.detail, ${key}) = 'String', JSONExtractString(h.detail, ${key}), JSONExtractRaw(h.detail, ${key})), NULL)`;
}

export const clickhouseDialect: Dialect = {
  tables: { visit: "visit", view: "view", hit: "hit", everyHit: "hit", hitTimes: "hit" },
  time: instant,
  isNone: (id) => `${id} = 0`,
  hasAny: (list, ids) => `hasAny(${list}, [${ids.join(",")}]::Array(Int32))`,
  isEmpty: (list) => `empty(${list})`,
  entries: (list) => `ARRAY JOIN ${list} AS id`,
  utcDay: (at) => `toDate(${at})`,
  bucket: (at, starts) => `arrayCount(s -> s <= ${at}, [${starts.map(instant).join(",")}])`,
  visitor: "if(v.visitor_id = 0, v.session_id, v.visitor_id)",
  knowsPrevious: false,
  hasGoal: "notEmpty(v.goal_ids)",
  usd: "v.cents / 100",
  // Measurements that were not reported are -1 or NaN.
  isReported: (measure) => `${measure} >= 0`,
  percentile75: (measure) => `quantileExactInclusiveIf(0.75)(${measure}, ${measure} >= 0)`,
  real: (value) => `toFloat32(${value})`,
  list: (value) => `groupArray(${value})`,
  readsNamedOnce: false,
  computedOnce: "",
  detail,
  text,
  // Terms are in PostgreSQL: `reportRows` names them.
  term: (id) => id,
  terms: (ids) => ids,
  hasHit: (table, isHit, isVisit) => `(v.session_id, v.started_at) in (
    select v.session_id, v.started_at from visit v join ${table} h on h.session_id = v.session_id
    where h.at >= v.started_at and h.at <= v.ended_at and ${isVisit} and ${isHit})`,
  searchedDays: [1, 8],
  sessions: (isCounted) => `select s.session_id from visit s where ${isCounted}`,
  micros: (at) => `toFloat64(toUnixTimestamp64Micro(${at}))`,
  timeOfMicros: (micros) => `fromUnixTimestamp64Micro(${micros}, 'UTC')`,
  double: (value) => `toFloat64(${value})`,
  hasBit: (bits, mask) => `bitAnd(${bits}, ${mask}) <> 0`,
  array: (...values) => `[${values.map((value) => `toFloat64(${value})`).join(", ")}]`,
  emptyArray: "[]::Array(Float64)",
  joined: (...arrays) => `arrayConcat(${arrays.join(", ")})`,
  rest: (array) => `arraySlice(${array}, 2)`,
  isEmptyArray: (array) => `empty(${array})`,
  least: (...values) => `arrayMin([${values.join(", ")}])`,
  median: (value, condition) => `quantileExactInclusiveIf(0.5)(${value}, ${condition})`,
  values: (columns, rows) =>
    rows.length === 0
      ? `select ${columns.map((column) => `toInt64(0) as ${column}`).join(", ")} where 0`
      : // One text: the parser takes many times longer for as many tuples.
        `select * from format(TSV, '${columns.map((column) => `${column} Int64`).join(", ")}', '${rows.map((row) => row.join("\\t")).join("\\n")}')`,
};

export const settings = "SETTINGS final = 1, join_use_nulls = 1, prefer_column_name_to_alias = 1";

/** Replaces ids of terms in these columns by their texts. */
async function withTexts(ctx: Pick<Ctx, "db">, rows: readonly Record<string, unknown>[], columns: readonly string[]) {
  const idsIn = (row: Record<string, unknown>, column: string) => row[column] as number | number[];
  const names = await termNames(
    ctx,
    rows.flatMap((row) => columns.flatMap((column) => idsIn(row, column))),
  );
  const textOf = (ids: number | number[]) =>
    Array.isArray(ids) ? ids.flatMap((id) => names.get(id) ?? []).sort() : (names.get(ids) ?? null);
  return rows.map((row) => ({
    ...{ ...row, ...Object.fromEntries(columns.map((column) => [column, textOf(idsIn(row, column))])) },
  }));
}

async function idsOf({ db }: Pick<Ctx, "db">, query: string): Promise<string> {
  const { rows } = await db.execute<{ id: number }>(sql.raw(query));
  return idList(rows.map(({ id }) => id));
}

export const clickhouseReports = (database: ColumnDatabase): ReportReads => ({
  dialect: clickhouseDialect,
  async reportRows(ctx, statement, terms = []) {
    const rows = await database.rows<Record<string, unknown>>({ query: `${statement} ${settings}` });
    return terms.length === 0 ? rows : withTexts(ctx, rows, terms);
  },
  isOneOf: async (ctx, column, query) => `${column} in ${await idsOf(ctx, query)}`,
  isNoneOf: async (ctx, column, query) => `${column} not in ${await idsOf(ctx, query)}`,
  async inPostgres(_, statement) {
    const rows = await database.rows<Record<string, number>>({ query: `${statement} ${settings}` });
    return `select unnest('{${rows.flatMap((row) => Object.values(row))}}'::bigint[])`;
  },
  async reportParts(_, { sources, parts }) {
    const withSources = Object.entries(sources).map(([name, query]) => `${name} AS (${query})`);
    const read = (query: string) =>
      database.rows<Record<string, unknown>>({ query: `WITH ${withSources.join(", ")} ${query} ${settings}` });
    const found = Object.entries(parts).map(async ([name, query]) => [name, await read(query)] as const);
    return Object.fromEntries(await Promise.all(found));
  },
});
