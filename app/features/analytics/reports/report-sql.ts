import { dayMs, daySeconds } from "#app/lib/durations.ts";
import { type VisitDimension, visitDimensions } from "../visits/visit-filter.ts";
import { vitalNames } from "./vitals/vital-limits.ts";

/*
 * Reports as statements, the same for every store (decision 0158). They contain numbers, times and names of this code, no text of visitors:
 * values of filters are ids, and rows are named and searched afterward.
 */

/** A filter with its values as ids. `hasNone`: also matches visits without this fact. */
export type IdFilter = {
  dimension: VisitDimension;
  ids: readonly number[];
  hasNone: boolean;
  isExcluded: boolean;
};

/** [start, end). */
export type Span = { start: Date; end: Date };

/** What a report counts; rejected rows only of accepted rules. `parts`: the spans to read, if not all. */
export type ReportRows = Span & {
  parts?: readonly Span[];
  acceptedRules: readonly number[];
  filters: readonly IdFilter[];
  /** The latest time of a row of the visits that start in the period, or later. */
  lastAt?: Date;
  /** From when on visitors of actions are known, if not from the start. */
  knownFrom?: Date;
};

/** How a store writes expressions of reports and funnels. Columns have the names of the tables in tables.server.ts. */
export type Dialect = {
  /** \`hit\` can lack what pages measured, which is quicker to read. \`hitTimes\`: only the sessions and times of all hits. */
  tables: Readonly<Record<"visit" | "view" | "hit" | "everyHit" | "hitTimes", string>>;
  time(at: Date): string;
  isNone(id: string): string;
  /** Whether a list of ids has one of these. */
  hasAny(list: string, ids: readonly number[]): string;
  isEmpty(list: string): string;
  /** A join that adds \`id\`, each entry of a list. */
  entries(list: string): string;
  utcDay(at: string): string;
  /** The index of the bucket in which a time is, from 1; times before the first bucket are in 0. */
  bucket(at: string, starts: readonly Date[]): string;
  /** The visitor of visit \`v\` on its UTC day. */
  visitor: string;
  /** Whether rows know the row before (\`previous_at\`). */
  knowsPrevious: boolean;
  hasGoal: string;
  usd: string;
  isReported(measure: string): string;
  /** Interpolated, of the reported values. */
  percentile75(measure: string): string;
  real(value: string): string;
  /** All values of a group; lists of one statement have the same order. */
  list(value: string): string;
  /** The text of hit \`h\` in its metadata under this name; null if there is none. */
  detail(name: string): string;
  // Of single rows.
  text(value: string): string;
  /** The text of the term with this id, or the id, for \`reportRows\`; of several ids a list in alphabetical order. */
  term(id: string): string;
  terms(ids: string): string;
  /** Whether visit \`v\` has a hit \`h\` of this table. \`isVisit\`: the other conditions of the visit. */
  hasHit(table: string, isHit: string, isVisit: string): string;
  /** The days that a list of visits searches for a page before its whole period: the visits of a year take long to sort. */
  searchedDays: readonly number[];
  // Of funnels. Arrays contain doubles and start at 1.
  /** Whether a named query (`with`) is computed once, not for each use. */
  readsNamedOnce: boolean;
  /** Added to the end of a subquery so that its expressions are computed once, not for each use. */
  computedOnce: string;
  /** A query of the sessions of visitors; `isCounted` is about `s`. */
  sessions(isCounted: string): string;
  /** Microseconds since 1970, a double. */
  micros(at: string): string;
  timeOfMicros(micros: string): string;
  double(value: string): string;
  hasBit(bits: string, mask: number): string;
  array(...values: string[]): string;
  emptyArray: string;
  joined(...arrays: string[]): string;
  /** Without the first value. */
  rest(array: string): string;
  isEmptyArray(array: string): string;
  least(...values: string[]): string;
  median(value: string, condition: string): string;
  /** Rows of whole numbers with these column names. */
  values(columns: readonly string[], rows: readonly (readonly number[])[]): string;
};

export const listColumns = { page: "page_ids", event: "event_ids", goal: "goal_ids" } as const;
export type ListDimension = keyof typeof listColumns;
export type FactDimension = Exclude<VisitDimension, ListDimension>;
export const isListDimension = (dimension: VisitDimension): dimension is ListDimension =>
  Object.hasOwn(listColumns, dimension);
export const factDimensions = visitDimensions.filter((dimension) => !isListDimension(dimension)) as FactDimension[];
export const factColumn = (dimension: FactDimension): string =>
  dimension === "channel" || dimension === "device" ? dimension : `${dimension}_id`;

export const oneOf = (column: string, ids: readonly number[]) =>
  ids.length === 0 ? "false" : `${column} in (${ids.join(",")})`;

export const isCounted = (d: Dialect, alias: string, { acceptedRules }: Pick<ReportRows, "acceptedRules">) =>
  `(${d.isNone(`${alias}.rule`)} or ${oneOf(`${alias}.rule`, acceptedRules)})`;

function passes(d: Dialect, { dimension, ids, hasNone, isExcluded }: IdFilter): string {
  const isList = isListDimension(dimension);
  const column = `v.${isList ? listColumns[dimension] : factColumn(dimension)}`;
  const matches = isList ? (ids.length === 0 ? "false" : d.hasAny(column, ids)) : oneOf(column, ids);
  const isAbsent = isList ? d.isEmpty(column) : d.isNone(column);
  return `${isExcluded ? "not " : ""}coalesce(${hasNone ? `${matches} or ${isAbsent}` : matches}, false)`;
}

export const isWithin = (d: Dialect, column: string, { start, end }: Span) =>
  `${column} >= ${d.time(start)} and ${column} < ${d.time(end)}`;

export const isBetween = (
  d: Dialect,
  column: string,
  { parts = [], ...all }: Pick<ReportRows, "start" | "end" | "parts">,
) =>
  parts.length === 0 ? isWithin(d, column, all) : `(${parts.map((part) => isWithin(d, column, part)).join(" or ")})`;

/** Visits that can have rows in the period. */
export const isAround = (d: Dialect, { start, end }: Span) =>
  `v.started_at < ${d.time(end)} and (v.started_at >= ${d.time(new Date(start.getTime() - dayMs))}
    or v.duration_seconds >= ${daySeconds} and v.ended_at >= ${d.time(start)})`;

export const conditions = (...all: (string | false)[]) => all.filter((one) => one !== false).join(" and ");

export const filtered = (d: Dialect, { filters }: Pick<ReportRows, "filters">) =>
  filters.map((filter) => passes(d, filter));

/** The visits that start in the period. */
export const visitsIn = (d: Dialect, rows: ReportRows) =>
  `${d.tables.visit} v where ${conditions(isBetween(d, "v.started_at", rows), isCounted(d, "v", rows), ...filtered(d, rows))}`;

/** The views of the period; with filters or `facts`, columns of their visits, only those of matching visits. */
export function viewsIn(d: Dialect, rows: ReportRows, facts: readonly string[] = []): string {
  const during = conditions(isBetween(d, "w.at", rows), isCounted(d, "w", rows));
  if (rows.filters.length + facts.length === 0) return `${d.tables.view} w where ${during}`;
  const columns = ["v.session_id as of_session", "v.started_at as of_visit", ...facts];
  return `${d.tables.view} w join (
      select ${columns.join(", ")} from ${d.tables.visit} v
      where ${conditions(isAround(d, rows), ...filtered(d, rows))}
    ) v on v.of_session = w.session_id and v.of_visit = w.visit_at where ${during}`;
}

/** The visits with each entry of a list; those without an entry are left out. */
export const entrySums = (d: Dialect, rows: ReportRows, dimension: ListDimension): string =>
  `select id, count(*) as amount, sum(case when is_bounce then 1 else 0 end) as bounces, sum(seconds) as seconds,
      sum(case when has_goal then 1 else 0 end) as conversions
    from (
      select v.is_bounce as is_bounce, v.duration_seconds as seconds, ${d.hasGoal} as has_goal, v.${listColumns[dimension]} as list
      from ${visitsIn(d, rows)}
    ) visits ${d.entries("list")} group by id`;

/** The 75th percentiles of the vitals, by page or device; views without a vital are not counted. */
export function vitalPercentiles(d: Dialect, rows: ReportRows, by: "page" | "device"): string {
  const column = by === "page" ? "w.page_id" : "w.device";
  const isMeasured = vitalNames.map((vital) => d.isReported(`w.${vital}`)).join(" or ");
  const columns = vitalNames.map((vital) => `${d.percentile75(`w.${vital}`)} as ${vital}`).join(", ");
  return `select count(*) as views, ${columns}, ${column} as id from ${viewsIn(d, rows)} and (${isMeasured}) group by ${column}`;
}

/** Which of these sessions have a counted visit with revenue. */
export const soldSessions = (d: Dialect, rows: ReportRows, sessions: readonly number[]): string =>
  `select distinct v.session_id as session_id from ${d.tables.visit} v
    where ${conditions(oneOf("v.session_id", sessions), `${d.usd} > 0`, isCounted(d, "v", rows), ...filtered(d, rows))}`;
