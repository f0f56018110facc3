import { sql } from "drizzle-orm";
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Dialect } from "#app/features/analytics/reports/report-sql.ts";
import type { ReportReads } from "../visit-store.ts";

const array = (ids: readonly number[]) => `'{${ids.join(",")}}'::int[]`;
const time = (at: Date) => `'${at.toISOString()}'::timestamptz`;

export const postgresDialect: Dialect = {
  tables: { visit: "analytics_visit", view: "analytics_view", hit: "analytics_hit" },
  time,
  isNone: (id) => `${id} is null`,
  // Overlap compares all pairs; a long list of ids is hashed.
  hasAny: (list, ids) =>
    ids.length < 9
      ? `${list} && ${array(ids)}`
      : `exists (select from unnest(${list}) as entry(id) where entry.id = any(${array(ids)}))`,
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
  // The name comes from an admin.
  detail: (name) => `h.detail ->> ${escapeLiteral(name)}`,
};

export const reportReads: ReportReads = {
  dialect: postgresDialect,
  async reportRows({ db }, statement) {
    const { rows } = await db.execute<Record<string, unknown>>(sql.raw(statement));
    return rows;
  },
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
