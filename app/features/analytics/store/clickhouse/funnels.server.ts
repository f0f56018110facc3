import type { FunnelDialect } from "#app/features/analytics/funnels/funnel-dialect.ts";
import type { FunnelReads } from "../visit-store.ts";
import { type ColumnDatabase, instant } from "./column-database.server.ts";

const dialect: FunnelDialect = {
  tables: { visit: "visit", view: "view", hit: "hit" },
  knowsVisitors: false,
  time: instant,
  isNone: (id) => `${id} = 0`,
  hasAny: (list, ids) => `hasAny(${list}, [${ids.join(",")}]::Array(Int32))`,
  isEmptyList: (list) => `empty(${list})`,
  sessions: (isCounted) => `select s.session_id from visit s where ${isCounted}`,
  micros: (at) => `toFloat64(toUnixTimestamp64Micro(${at}))`,
  timeOfMicros: (micros) => `fromUnixTimestamp64Micro(${micros}, 'UTC')`,
  real: (value) => `toFloat64(${value})`,
  hasBit: (bits, mask) => `bitAnd(${bits}, ${mask}) <> 0`,
  array: (...values) => `[${values.map((value) => `toFloat64(${value})`).join(", ")}]`,
  emptyArray: "[]::Array(Float64)",
  joined: (...arrays) => `arrayConcat(${arrays.join(", ")})`,
  rest: (array) => `arraySlice(${array}, 2)`,
  isEmpty: (array) => `empty(${array})`,
  least: (...values) => `arrayMin([${values.join(", ")}])`,
  median: (value, condition) => `quantileExactInclusiveIf(0.5)(${value}, ${condition})`,
  values: (columns, rows) =>
    rows.length === 0
      ? `select ${columns.map((column) => `toInt64(0) as ${column}`).join(", ")} where 0`
      : `select * from values('${columns.map((column) => `${column} Int64`).join(", ")}', ${rows.map((row) => `(${row.join(",")})`).join(",")})`,
};

export const clickhouseFunnels = (database: ColumnDatabase): FunnelReads => ({
  funnelDialect: dialect,
  funnelRows: (_, statement) =>
    database.rows({ query: `${statement} SETTINGS final = 1, join_use_nulls = 1, prefer_column_name_to_alias = 1` }),
});
