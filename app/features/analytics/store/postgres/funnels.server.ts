import { sql } from "drizzle-orm";
import type { FunnelDialect } from "#app/features/analytics/funnels/funnel-dialect.ts";
import type { FunnelReads } from "../visit-store.ts";

const column = (rows: readonly (readonly number[])[], n: number) =>
  `'{${rows.map((row) => row[n]).join(",")}}'::bigint[]`;

const dialect: FunnelDialect = {
  tables: { visit: "analytics_visit", view: "analytics_view", hit: "analytics_hit" },
  knowsVisitors: true,
  time: (at) => `'${at.toISOString()}'::timestamptz`,
  isNone: (id) => `${id} is null`,
  hasAny: (list, ids) => `${list} && '{${ids.join(",")}}'::int[]`,
  isEmptyList: (list) => `${list} = '{}'`,
  sessions: (isCounted) => `select s.id from analytics_session s where s.client is not null and ${isCounted}`,
  micros: (at) => `round(date_part('epoch', ${at}) * 1000000)`,
  timeOfMicros: (micros) => `timestamptz 'epoch' + ${micros} * interval '1 microsecond'`,
  real: (value) => `(${value})::float8`,
  hasBit: (bits, mask) => `${bits} & ${mask} <> 0`,
  array: (...values) => `array[${values.join(", ")}]::float8[]`,
  // A null costs the aggregates of a window less than an empty array.
  emptyArray: "null::float8[]",
  joined: (...arrays) => `(${arrays.join(" || ")})`,
  rest: (array) => `(${array})[2:]`,
  isEmpty: (array) => `(${array}) is null`,
  least: (...values) => `least(${values.join(", ")})`,
  median: (value, condition) => `percentile_cont(0.5) within group (order by ${value}) filter (where ${condition})`,
  values: (columns, rows) =>
    `select * from unnest(${columns.map((_, n) => column(rows, n)).join(", ")}) as given(${columns.join(", ")})`,
};

export const funnelReads: FunnelReads = {
  funnelDialect: dialect,
  async funnelRows({ db }, statement) {
    const { rows } = await db.execute<Record<string, unknown>>(sql.raw(statement));
    return rows;
  },
};
