import type { VisitDimension } from "#app/features/analytics/visits/visit-filter.ts";
import type { Metric } from "../figures/metrics.ts";
import {
  type Dialect,
  factColumn,
  isListDimension,
  listColumns,
  type ReportRows,
  viewsIn,
  visitsIn,
} from "../report-sql.ts";

/** Groups of a query: by each dimension (`k0`, `k1`) and, with `starts`, by interval (`bucket`). Metrics are `m0`, `m1`, … */
export type QueryGroups = {
  dimensions: readonly VisitDimension[];
  starts: readonly Date[] | null;
  metrics: readonly Metric[];
};

/** The rows to read: a part of all, in order, or those with these keys. */
export type QueryPart = { limit: number; offset: number } | { keys: readonly (readonly number[])[] };

export const keysOf = ({ dimensions, starts }: Pick<QueryGroups, "dimensions" | "starts">): string[] => [
  ...dimensions.map((_, index) => `k${index}`),
  ...(starts ? ["bucket"] : []),
];

/** A quotient of doubles, which both stores round alike. */
const perVisit = (d: Dialect, sum: string) =>
  `case when coalesce(visits, 0) > 0 then ${d.double(sum)} / visits else 0 end`;

const metricColumns = (d: Dialect): Readonly<Record<Metric, string>> => ({
  visitors: "coalesce(visitors, 0)",
  visits: "coalesce(visits, 0)",
  views: "coalesce(views, 0)",
  bounceRate: perVisit(d, "bounces"),
  averageVisitSeconds: perVisit(d, "seconds"),
  conversions: "coalesce(conversions, 0)",
  revenueUsd: "coalesce(usd, 0)",
});

/** The statement of a query. Groups have no order among equal first metrics but that of their ids. */
export function querySums(d: Dialect, rows: ReportRows, groups: QueryGroups, part: QueryPart | null): string {
  const keys = keysOf(groups);
  const visits = `(${visitGroups(d, rows, groups)}) a`;
  const joined = groups.metrics.includes("views")
    ? `${visits} ${keys.length === 0 ? "cross join" : "full join"} (${viewGroups(d, rows, groups)}) b${
        keys.length === 0 ? "" : ` on ${keys.map((key) => `a.v_${key} = b.w_${key}`).join(" and ")}`
      }`
    : visits;
  // A row that only one side has: its keys are null or 0 on the other.
  const key = groups.metrics.includes("views")
    ? (name: string) => `greatest(coalesce(v_${name}, 0), coalesce(w_${name}, 0)) as ${name}`
    : (name: string) => `v_${name} as ${name}`;
  const columns = metricColumns(d);
  const metrics = groups.metrics.map((metric, index) => `${columns[metric]} as m${index}`);
  const read = `select ${[...keys.map(key), ...metrics].join(", ")} from ${joined}`;
  if (part === null || keys.length === 0) return read;
  if ("keys" in part)
    return `select * from (${read}) q where (${keys.join(", ")}) in (${part.keys.map((one) => `(${one.join(", ")})`).join(", ")})`;
  const order = [...(groups.starts ? ["bucket"] : []), "m0 desc", ...keys].join(", ");
  return `select * from (${read}) q order by ${order} limit ${part.limit} offset ${part.offset}`;
}

export function visitGroups(d: Dialect, rows: ReportRows, { dimensions, starts }: QueryGroups): string {
  const keys = dimensions.map((dimension, index) => {
    if (isListDimension(dimension))
      return { inside: `v.${listColumns[dimension]} as list`, outside: `id as v_k${index}` };
    return { inside: `coalesce(v.${factColumn(dimension)}, 0) as k${index}`, outside: `k${index} as v_k${index}` };
  });
  if (starts) keys.push({ inside: `${d.bucket("v.started_at", starts)} as bucket`, outside: "bucket as v_bucket" });
  const entries = dimensions.some(isListDimension) ? d.entries("list") : "";
  const inside = [
    ...keys.map((key) => key.inside),
    `${d.visitor} as visitor, ${d.utcDay("v.started_at")} as day, v.is_bounce as is_bounce`,
    `v.duration_seconds as visit_seconds, ${d.hasGoal} as has_goal, ${d.usd} as visit_usd`,
  ];
  const sums = [
    "count(*) as visits, count(distinct (visitor, day)) as visitors",
    "sum(case when is_bounce then 1 else 0 end) as bounces, sum(visit_seconds) as seconds",
    "sum(case when has_goal then 1 else 0 end) as conversions, sum(visit_usd) as usd",
  ];
  return `select ${[...keys.map((key) => key.outside), ...sums].join(", ")}
    from (select ${inside.join(", ")} from ${visitsIn(d, rows)}) visits ${entries}${groupBy({ dimensions, starts }, "v_")}`;
}

/** Views of the groups: those of visitors who ask not to be tracked count only without filters and facts of visits. */
function viewGroups(d: Dialect, rows: ReportRows, { dimensions, starts }: QueryGroups): string {
  const columns = dimensions.map((dimension, index) =>
    dimension === "page" ? `coalesce(w.page_id, 0) as w_k${index}` : `fact_k${index} as w_k${index}`,
  );
  if (starts) columns.push(`${d.bucket("w.at", starts)} as w_bucket`);
  const facts = dimensions.flatMap((dimension, index) =>
    dimension === "page" || isListDimension(dimension)
      ? []
      : [`coalesce(v.${factColumn(dimension)}, 0) as fact_k${index}`],
  );
  return `select ${[...keysOf({ dimensions, starts }).map((key) => `w_${key}`), "count(*) as views"].join(", ")}
    from (select ${[...columns, "1 as one"].join(", ")} from ${viewsIn(d, rows, facts)}) views${groupBy({ dimensions, starts }, "w_")}`;
}

function groupBy(groups: Pick<QueryGroups, "dimensions" | "starts">, prefix: string): string {
  const keys = keysOf(groups);
  return keys.length === 0 ? "" : ` group by ${keys.map((key) => `${prefix}${key}`).join(", ")}`;
}
