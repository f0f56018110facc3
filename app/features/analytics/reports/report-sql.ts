import { dayMs, daySeconds } from "#app/lib/durations.ts";
import { hitKinds } from "../hit-kinds.ts";
import { type VisitDimension, visitDimensions } from "../visit-filter.ts";
import { type ActionGroup, isPerPage } from "./action-selection.ts";
import { type Vital, vitalNames } from "./vital-limits.ts";

/*
 * Sums of rows have the same names in every statement: \`amount\` of visits, views or times, \`fresh\`: visitors (of pages: visits) that are new
 * in the report, \`firsts\`: those of \`fresh\` that were not known before the report either.
 *
 * Reports as statements, the same for every store (decision 0267). They contain numbers, times and names of this code, no text of visitors:
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
};

/** How a store writes expressions. Columns have the names of the tables in tables.server.ts. */
export type Dialect = {
  tables: Readonly<Record<"visit" | "view" | "hit", string>>;
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
  /** The text of hit \`h\` in its metadata under this name; null if there is none. */
  detail(name: string): string;
};

export const listColumns = { page: "page_ids", event: "event_ids", goal: "goal_ids" } as const;
export type ListDimension = keyof typeof listColumns;
export type FactDimension = Exclude<VisitDimension, ListDimension>;
export const isListDimension = (dimension: VisitDimension): dimension is ListDimension =>
  Object.hasOwn(listColumns, dimension);
export const factDimensions = visitDimensions.filter((dimension) => !isListDimension(dimension)) as FactDimension[];
export const factColumn = (dimension: FactDimension): string =>
  dimension === "channel" || dimension === "device" ? dimension : `${dimension}_id`;

const oneOf = (column: string, ids: readonly number[]) =>
  ids.length === 0 ? "false" : `${column} in (${ids.join(",")})`;

const idIn = (column: string, ids: readonly number[] | null) => (ids === null ? "true" : oneOf(column, ids));

export const isCounted = (d: Dialect, alias: string, { acceptedRules }: ReportRows) =>
  `(${d.isNone(`${alias}.rule`)} or ${oneOf(`${alias}.rule`, acceptedRules)})`;

function passes(d: Dialect, { dimension, ids, hasNone, isExcluded }: IdFilter): string {
  const isList = isListDimension(dimension);
  const column = `v.${isList ? listColumns[dimension] : factColumn(dimension)}`;
  const matches = isList ? (ids.length === 0 ? "false" : d.hasAny(column, ids)) : oneOf(column, ids);
  const isAbsent = isList ? d.isEmpty(column) : d.isNone(column);
  return `${isExcluded ? "not " : ""}coalesce(${hasNone ? `${matches} or ${isAbsent}` : matches}, false)`;
}

const isWithin = (d: Dialect, column: string, { start, end }: Span) =>
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

export const filtered = (d: Dialect, { filters }: ReportRows) => filters.map((filter) => passes(d, filter));

/** The visits that start in the period. */
export const visitsIn = (d: Dialect, rows: ReportRows) =>
  `${d.tables.visit} v where ${conditions(isBetween(d, "v.started_at", rows), isCounted(d, "v", rows), ...filtered(d, rows))}`;

/** The views of the period; with filters only those of matching visits. */
export function viewsIn(d: Dialect, rows: ReportRows): string {
  const during = conditions(isBetween(d, "w.at", rows), isCounted(d, "w", rows));
  if (rows.filters.length === 0) return `${d.tables.view} w where ${during}`;
  return `${d.tables.view} w join (
      select v.session_id as of_session, v.started_at as of_visit from ${d.tables.visit} v
      where ${conditions(isAround(d, rows), ...filtered(d, rows))}
    ) v on v.of_session = w.session_id and v.of_visit = w.visit_at where ${during}`;
}

/** Groups of visits: all of them, those of each bucket, and those of each value of a dimension. */
export type VisitSet = "total" | "bucket" | FactDimension;

const columnOfSet = (set: VisitSet) => (set === "bucket" ? "bucket" : factColumn(set as FactDimension));

const isNewSince = (d: Dialect, alias: string, start: Date) =>
  `(${alias}.previous_at is null or ${alias}.previous_at < ${d.time(start)})`;

const grouped = (columns: readonly string[], hasTotal: boolean) =>
  columns.length === 0
    ? ""
    : `group by grouping sets (${[...(hasTotal ? ["()"] : []), ...columns.map((column) => `(${column})`)].join(", ")})`;

const marks = (columns: readonly string[]) =>
  columns.map((column) => `, ${column}, grouping(${column}) as not_${column}`).join("");

/** The sums of visits by each set. Without filters a total and buckets have their visitors. */
export function visitSums(d: Dialect, rows: ReportRows, sets: readonly VisitSet[], starts: readonly Date[]): string {
  const columns = sets.filter((set) => set !== "total").map(columnOfSet);
  const facts = columns.filter((column) => column !== "bucket").map((column) => `, v.${column}`);
  const hasBuckets = sets.includes("bucket");
  const knowsVisitors = countsVisitors(d, rows);
  const visitors = knowsVisitors
    ? `, sum(case when is_new then 1 else 0 end) as fresh, sum(case when is_first then 1 else 0 end) as firsts${hasBuckets ? ", sum(case when is_new_there then 1 else 0 end) as fresh_there" : ""}`
    : "";
  const isNewThere = `(v.previous_at is null or ${d.bucket("v.previous_at", starts)} < ${d.bucket("v.started_at", starts)})`;
  return `select count(*) as amount, sum(case when is_bounce then 1 else 0 end) as bounces, sum(seconds) as seconds,
      sum(case when has_goal then 1 else 0 end) as conversions, sum(usd) as usd${visitors}${marks(columns)}
    from (
      select v.is_bounce as is_bounce, v.duration_seconds as seconds, ${d.hasGoal} as has_goal, ${d.usd} as usd${facts.join("")}
        ${knowsVisitors ? `, v.previous_at is null as is_first, ${isNewSince(d, "v", rows.start)} as is_new` : ""}
        ${knowsVisitors && hasBuckets ? `, ${isNewThere} as is_new_there` : ""}
        ${hasBuckets ? `, ${d.bucket("v.started_at", starts)} as bucket` : ""}
      from ${visitsIn(d, rows)}
    ) visits ${grouped(columns, sets.includes("total"))}`;
}

/** Whether visits alone show which of them are a visitor's first: filters can exclude the one before. */
export const countsVisitors = (d: Dialect, { filters }: Pick<ReportRows, "filters">): boolean =>
  d.knowsPrevious && filters.length === 0;

/** The visitors of all visits, and of each bucket: \`not_bucket\` is 1 for all. */
export function visitorCounts(d: Dialect, rows: ReportRows, starts: readonly Date[] | null): string {
  const bucket = starts ? `, ${d.bucket("v.started_at", starts)} as bucket` : "";
  const keys = `${d.visitor} as visitor, ${d.utcDay("v.started_at")} as day`;
  if (!starts)
    return `select count(*) as fresh, 0 as bucket, 1 as not_bucket from (select distinct ${keys} from ${visitsIn(d, rows)}) visits`;
  return `select not_bucket, bucket, count(*) as fresh from (
      select visitor, day, bucket, grouping(bucket) as not_bucket from (select ${keys}${bucket} from ${visitsIn(d, rows)}) visits
      group by grouping sets ((visitor, day, bucket), (visitor, day))
    ) visitors group by not_bucket, bucket`;
}

/** The visits with each entry of a list; those without an entry are left out. */
export const entrySums = (d: Dialect, rows: ReportRows, dimension: ListDimension): string =>
  `select id, count(*) as amount, sum(case when is_bounce then 1 else 0 end) as bounces, sum(seconds) as seconds,
      sum(case when has_goal then 1 else 0 end) as conversions
    from (
      select v.is_bounce as is_bounce, v.duration_seconds as seconds, ${d.hasGoal} as has_goal, v.${listColumns[dimension]} as list
      from ${visitsIn(d, rows)}
    ) visits ${d.entries("list")} group by id`;

export type ViewSet = "total" | "bucket" | "page";

/** The sums of views by each set. Pages have their visits. */
export function viewSums(d: Dialect, rows: ReportRows, sets: readonly ViewSet[], starts: readonly Date[]): string {
  const columns = sets.filter((set) => set !== "total").map((set) => (set === "page" ? "page_id" : set));
  const hasPages = sets.includes("page");
  const isNew = d.knowsPrevious ? isNewSince(d, "w", rows.start) : "false";
  const isFirst = d.knowsPrevious ? `not ${d.isNone("w.session_id")} and w.previous_at is null` : "false";
  const measured = (name: string, count: string) =>
    `, sum(case when ${d.isReported(name)} then ${name} end) as ${name}, sum(case when ${d.isReported(name)} then 1 else 0 end) as ${count}`;
  return `select count(*) as amount${
    hasPages
      ? `, sum(case when is_new then 1 else 0 end) as fresh, sum(case when is_first then 1 else 0 end) as firsts${measured("seconds", "timed")}${measured("scroll", "scrolled")}`
      : ""
  }${marks(columns)}
    from (
      select 1 as one${hasPages ? `, w.page_id as page_id, w.seconds as seconds, w.scroll as scroll, not ${d.isNone("w.session_id")} and ${isNew} as is_new, ${isFirst} as is_first` : ""}
        ${sets.includes("bucket") ? `, ${d.bucket("w.at", starts)} as bucket` : ""}
      from ${viewsIn(d, rows)}
    ) views ${grouped(columns, sets.includes("total"))}`;
}

/** The visits of each page, for stores whose views do not know the one before. */
export const pageVisits = (d: Dialect, rows: ReportRows): string =>
  `select page_id, count(*) as fresh from (
      select distinct w.page_id as page_id, w.session_id as session_id, w.visit_at as visit_at from ${viewsIn(d, rows)} and not ${d.isNone("w.session_id")}
    ) views group by page_id`;

/** The 75th percentiles of the vitals, of all views or by page or device; views without a vital are not counted. */
export function vitalPercentiles(d: Dialect, rows: ReportRows, by: "page" | "device" | null): string {
  const column = by === "page" ? "w.page_id" : "w.device";
  const isMeasured = vitalNames.map((vital) => d.isReported(`w.${vital}`)).join(" or ");
  const columns = vitalNames.map((vital) => `${d.percentile75(`w.${vital}`)} as ${vital}`).join(", ");
  return `select count(*) as views, ${columns}${by ? `, ${column} as id` : ""} from ${viewsIn(d, rows)} and (${isMeasured})${by ? ` group by ${column}` : ""}`;
}

/** How often the views have each value of each vital, packed as pairs of a double and a number of four bytes. Of PostgreSQL. */
export const vitalCounts = (d: Dialect, rows: ReportRows): string =>
  vitalNames
    .map(
      (vital) => `select '${vital}' as vital, string_agg(float8send(value) || int4send(times), ''::bytea) as counts
        from (select w.${vital}::float8 as value, count(*)::int as times from ${viewsIn(d, rows)} and w.${vital} is not null group by 1) counted`,
    )
    .join(" union all ");

/** Visits by the worst value of a vital: 0 good, 1 fair, 2 poor. */
export const vitalRatings = (d: Dialect, rows: ReportRows, vital: Vital, good: number, fair: number): string =>
  `select rating, count(*) as amount, sum(case when has_goal then 1 else 0 end) as conversions from (
      select case when max(w.${vital}) <= ${d.real(String(good))} then 0 when max(w.${vital}) <= ${d.real(String(fair))} then 1 else 2 end as rating,
        v.has_goal as has_goal
      from ${d.tables.view} w join (
        select v.session_id as of_session, v.started_at as of_visit, ${d.hasGoal} as has_goal from ${visitsIn(d, rows)}
      ) v on v.of_session = w.session_id and v.of_visit = w.visit_at
      where w.at >= ${d.time(rows.parts?.[0]?.start ?? rows.start)} and ${isBetween(d, "w.visit_at", rows)} and ${d.isReported(`w.${vital}`)}
        and w.at <= ${rows.lastAt ? d.time(rows.lastAt) : `(select max(v.ended_at) from ${visitsIn(d, rows)})`}
      group by v.of_session, v.of_visit, v.has_goal
    ) rated group by rating`;

export type SelectedHits = {
  kind: keyof typeof hitKinds;
  typeIds: readonly number[] | null;
  nameIds: readonly number[] | null;
};

/**
 * Hits of a selection in the visits of a report, by group: `action_key` is an id or a text, `page` an id. `firsts`: visitors who did it for
 * the first time on their day, known if the hits of the time before are read as well.
 */
export function actionSums(
  d: Dialect,
  rows: ReportRows,
  { kind, typeIds, nameIds }: SelectedHits,
  by: ActionGroup,
  readsFrom = rows.start,
): string {
  const key = typeof by === "object" ? d.detail(by.detail) : by === "page" ? "h.page_id" : "h.name_id";
  const isKnown = typeof by === "object" ? `${key} is not null` : `not ${d.isNone(key)}`;
  const page = isPerPage(by) ? "h.page_id" : "0";
  const all = { ...rows, start: readsFrom };
  const isOwn = readsFrom < rows.start ? `h.at >= ${d.time(rows.start)}` : "true";
  return `select action_key, page, sum(times) as amount, sum(usd) as usd, count(*) as fresh, sum(case when is_first then 1 else 0 end) as firsts
    from (
      select ${key} as action_key, ${page} as page, v.visitor as visitor, v.day as day, sum(case when ${isOwn} then 1 else 0 end) as times,
        sum(case when ${isOwn} then h.value end) as usd, min(h.at) >= ${d.time(rows.start)} as is_first
      from ${d.tables.hit} h join (
        select v.session_id as of_session, v.started_at as started_at, v.ended_at as ended_at, ${d.visitor} as visitor,
          ${d.utcDay("v.started_at")} as day
        from ${d.tables.visit} v where ${conditions(isAround(d, all), isCounted(d, "v", rows), ...filtered(d, rows))}
      ) v on v.of_session = h.session_id
      where h.at >= v.started_at and h.at <= v.ended_at and h.kind = ${hitKinds[kind]} and ${idIn("h.type_id", typeIds)}
        and ${idIn("h.name_id", nameIds)} and ${isBetween(d, "h.at", all)} and ${isKnown}
      group by ${key}, ${isPerPage(by) ? `${page}, ` : ""}v.visitor, v.day
    ) actions where times > 0 group by action_key, page`;
}

/** Which of these sessions have a counted visit with revenue. */
export const soldSessions = (d: Dialect, rows: ReportRows, sessions: readonly number[]): string =>
  `select distinct v.session_id as session_id from ${d.tables.visit} v
    where ${conditions(oneOf("v.session_id", sessions), `${d.usd} > 0`, isCounted(d, "v", rows), ...filtered(d, rows))}`;
