import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type ActionGroup, isPerPage, type ListedActions } from "../lists/action-selection.ts";
import {
  conditions,
  type Dialect,
  type FactDimension,
  factColumn,
  filtered,
  isAround,
  isBetween,
  isCounted,
  isWithin,
  oneOf,
  type ReportRows,
  type Span,
} from "../report-sql.ts";
import { type RatedVital, vitalLimits, vitalNames } from "../vitals/vital-limits.ts";

/*
 * The sums of a report that are asked at the same time, read by one statement: all of them are queries of `visits`, the visits of the report
 * and those that go on into it, and of `views`. So each table is read and joined once.
 *
 * Sums have the same names everywhere: `amount` of visits, views or times, `fresh`: visitors (of pages: visits) that are new in the report,
 * `firsts`: those of `fresh` that were not known before it either.
 */

/** Groups of visits: all of them, those of each bucket, and those of each value of a dimension. */
export type VisitSet = "total" | "bucket" | FactDimension;
export type ViewSet = "total" | "bucket" | "page";

type GroupedActions = Pick<ListedActions, "selection" | "by">;
/** A sum that is asked of a report. */
export type Ask = `visits.${VisitSet}` | `views.${ViewSet}` | `rating.${RatedVital}` | `actions.${string}` | "vitals";

export const actionsAsk = ({ selection, by }: GroupedActions): Ask => `actions.${JSON.stringify({ selection, by })}`;
export const actionsOf = (key: string): GroupedActions => JSON.parse(key) as GroupedActions;

export type SelectedHits = {
  kind: keyof typeof hitKinds;
  typeIds: readonly number[] | null;
  nameIds: readonly number[] | null;
  /** Whether measurements of pages can be among them. */
  isMeasured: boolean;
};
export type AskedActions = { key: string; selected: SelectedHits; by: ActionGroup };

export type Asked = {
  visits: readonly VisitSet[];
  views: readonly ViewSet[];
  /** Of the buckets. */
  starts: readonly Date[];
  /** Whether the values of the vitals are asked. */
  vitals: boolean;
  ratings: readonly RatedVital[];
  actions: readonly AskedActions[];
};

/** Named queries. They read `sources`, which are queries too; a later one reads earlier ones. */
export type Queries = { sources: Readonly<Record<string, string>>; parts: Readonly<Record<string, string>> };

/** The start of the UTC day of a time, at the earliest `rows.knownFrom`. */
const dayOf = ({ start, knownFrom = start }: ReportRows, at: Date, daysBefore = 0) =>
  new Date(Math.max(knownFrom.getTime(), Math.floor(at.getTime() / dayMs - daysBefore) * dayMs));

/** Actions of the same visitor and day before a span: visits that go on into it began at most a day before it, as others have no sums. */
const knownFrom = (rows: ReportRows, { start }: Span): Date => dayOf(rows, start, 1);

export const spansOf = ({ start, end, parts = [] }: ReportRows): readonly Span[] =>
  parts.length === 0 ? [{ start, end }] : parts;

/** Whether visits alone show which of them are a visitor's first: filters can exclude the one before. */
const countsVisitors = (d: Dialect, { filters }: ReportRows): boolean => d.knowsPrevious && filters.length === 0;

/** Each view has a page, so those of all pages are the total. */
export const readViewSets = (sets: readonly ViewSet[]): ViewSet[] =>
  sets.filter((set) => set !== "total" || !sets.includes("page"));

export const columnOfSet = (set: VisitSet | ViewSet): string =>
  set === "bucket" || set === "total" ? set : set === "page" ? "page_id" : factColumn(set);

export function queriesOf(d: Dialect, rows: ReportRows, asked: Asked): Queries {
  const isJoined = rows.filters.length > 0;
  const isOnlyCounted =
    isJoined && d.knowsPrevious && asked.views.join() === "total" && !asked.vitals && asked.ratings.length === 0;
  const hasViews = !isOnlyCounted && (asked.views.length > 0 || asked.vitals);
  const hasVisits =
    asked.visits.length + asked.ratings.length + asked.actions.length > 0 ||
    (isJoined && (asked.views.length > 0 || asked.vitals));
  const counts = asked.visits.some((set) => set === "total" || set === "bucket") && !countsVisitors(d, rows);
  const parts: Record<string, string> = {};
  if (asked.visits.length > 0) parts["visits"] = visitSums(d, rows, asked.visits);
  if (counts) parts["visitors"] = visitorCounts(d, rows, asked.visits.includes("bucket"));
  if (asked.views.length > 0)
    parts["views"] = isOnlyCounted ? viewsOfVisits(d, rows) : viewSums(d, rows, readViewSets(asked.views));
  if (asked.views.includes("page") && !d.knowsPrevious) parts["pageVisits"] = pageVisits(d, rows);
  if (asked.vitals) parts["vitals"] = isJoined ? vitalPercentiles(d, rows) : vitalCounts(d, rows);
  for (const vital of asked.ratings) parts[`rating.${vital}`] = ratingSums(d, rows, vital);
  if (asked.actions.length > 0) parts["actions"] = actionSums(d, rows, asked.actions);
  return {
    sources: {
      ...(hasVisits ? { visits: visitSource(d, rows, asked, counts) } : {}),
      ...(hasViews || (isJoined && asked.ratings.length > 0) ? { views: viewSource(d, rows, asked) } : {}),
    },
    parts,
  };
}

function visitSource(d: Dialect, rows: ReportRows, asked: Asked, countsDays: boolean): string {
  const { visits, ratings, actions, starts } = asked;
  const bucket = (at: string) => d.bucket(at, starts);
  const hasBuckets = visits.includes("bucket");
  const hasRows =
    actions.length + ratings.length > 0 || (rows.filters.length > 0 && (asked.views.length > 0 || asked.vitals));
  const around = spansOf(rows).map(
    (span) => `(${isAround(d, { ...span, start: actions.length > 0 ? dayOf(rows, span.start) : span.start })})`,
  );
  const facts = visits.filter((set) => set !== "total" && set !== "bucket").map((set) => `v.${columnOfSet(set)}`);
  const columns = [
    "v.session_id as of_session, v.started_at as of_visit, v.ended_at as of_end",
    `v.is_bounce as is_bounce, v.duration_seconds as visit_seconds, ${d.hasGoal} as has_goal, nullif(${d.usd}, 0) as visit_usd, v.views as visit_views`,
    ...facts.map((fact) => `${fact} as ${fact.slice(2)}`),
    ...(countsDays || actions.length > 0 ? [`${d.visitor} as visitor, ${d.utcDay("v.started_at")} as day`] : []),
    ...(hasBuckets ? [`${bucket("v.started_at")} as bucket`] : []),
    ...(countsVisitors(d, rows)
      ? [`v.previous_at is null as is_first, ${isNewSince(d, "v", rows.start)} as is_new`]
      : []),
    ...(countsVisitors(d, rows) && hasBuckets
      ? [`(v.previous_at is null or ${bucket("v.previous_at")} < ${bucket("v.started_at")}) as is_new_there`]
      : []),
  ];
  const during = hasRows ? `(${around.join(" or ")})` : isBetween(d, "v.started_at", rows);
  return `select ${columns.join(", ")} from ${d.tables.visit} v
    where ${conditions(during, isCounted(d, "v", rows), ...filtered(d, rows))}`;
}

/** The views of the period; with filters those of matching visits, and the later ones of these visits if they are rated. */
function viewSource(d: Dialect, rows: ReportRows, { views, vitals, ratings, starts }: Asked): string {
  const isJoined = rows.filters.length > 0;
  const isNew = d.knowsPrevious ? isNewSince(d, "w", rows.start) : "false";
  const isFirst = d.knowsPrevious ? "w.previous_at is null" : "false";
  const hasSession = `not ${d.isNone("w.session_id")}`;
  const measured = vitals ? vitalNames : ratings;
  const columns = [
    "w.at as view_at",
    ...(isJoined && ratings.length > 0 ? ["of_session, of_visit, has_goal"] : []),
    ...(views.includes("page") && !d.knowsPrevious ? ["w.session_id as view_session, w.visit_at as view_visit"] : []),
    ...(views.includes("page")
      ? [
          `w.page_id as page_id, w.seconds as view_seconds, w.scroll as view_scroll`,
          `${hasSession} and ${isNew} as is_new, ${hasSession} and ${isFirst} as is_first`,
        ]
      : []),
    ...(views.includes("bucket") ? [`${d.bucket("w.at", starts)} as bucket`] : []),
    ...measured.map((vital) => `w.${vital} as view_${vital}`),
  ];
  const joined = isJoined ? "join visits on of_session = w.session_id and of_visit = w.visit_at" : "";
  const isRated = isJoined && ratings.length > 0;
  const during = isRated ? untilLast(d, rows) : isBetween(d, "w.at", rows);
  // A visit and its views have the same rule.
  const isCountedView = !isJoined && isCounted(d, "w", rows);
  return `select ${columns.join(", ")} from ${d.tables.view} w ${joined} where ${conditions(during, isCountedView)}`;
}

/** Views until the last one of a visit that starts in the period. */
const untilLast = (d: Dialect, rows: ReportRows) =>
  `w.at >= ${d.time(spansOf(rows)[0]!.start)} and w.at <= ${
    rows.lastAt ? d.time(rows.lastAt) : `(select max(of_end) from visits where ${isBetween(d, "of_visit", rows)})`
  }`;

const isNewSince = (d: Dialect, alias: string, start: Date) =>
  `(${alias}.previous_at is null or ${alias}.previous_at < ${d.time(start)})`;

const count = (condition: string) => `count(case when ${condition} then 1 end)`;

function grouped(sets: readonly (VisitSet | ViewSet)[]): { marks: string; groupBy: string } {
  const columns = sets.filter((set) => set !== "total").map(columnOfSet);
  const all = [...(sets.includes("total") ? ["()"] : []), ...columns.map((column) => `(${column})`)];
  return {
    marks: columns.map((column) => `, ${column}, grouping(${column}) as not_${column}`).join(""),
    groupBy: columns.length === 0 ? "" : `group by grouping sets (${all.join(", ")})`,
  };
}

/** The sums of visits by each set. Without filters a total and buckets have their visitors. */
function visitSums(d: Dialect, rows: ReportRows, sets: readonly VisitSet[]): string {
  const { marks, groupBy } = grouped(sets);
  const visitors = countsVisitors(d, rows)
    ? `, ${count("is_new")} as fresh, ${count("is_first")} as firsts${sets.includes("bucket") ? `, ${count("is_new_there")} as fresh_there` : ""}`
    : "";
  return `select count(*) as amount, ${count("is_bounce")} as bounces, sum(visit_seconds) as seconds, ${count("has_goal")} as conversions,
      sum(visit_usd) as usd${visitors}${marks} from visits where ${isBetween(d, "of_visit", rows)} ${groupBy}`;
}

/** The visitors of all visits, and of each bucket: \`not_bucket\` is 1 for all. */
function visitorCounts(d: Dialect, rows: ReportRows, hasBuckets: boolean): string {
  const during = isBetween(d, "of_visit", rows);
  if (!hasBuckets)
    return `select count(*) as fresh, 0 as bucket, 1 as not_bucket from (select distinct visitor, day from visits where ${during}) days`;
  return `select not_bucket, bucket, count(*) as fresh from (
      select visitor, day, bucket, grouping(bucket) as not_bucket from visits where ${during}
      group by grouping sets ((visitor, day, bucket), (visitor, day))
    ) visitors group by not_bucket, bucket`;
}

/** The sums of views by each set. Pages have their visits. */
function viewSums(d: Dialect, rows: ReportRows, sets: readonly ViewSet[]): string {
  const { marks, groupBy } = grouped(sets);
  const measured = (name: string, sum: string, times: string) =>
    `, sum(case when ${d.isReported(name)} then ${name} end) as ${sum}, ${count(d.isReported(name))} as ${times}`;
  const ofPages = sets.includes("page")
    ? `, ${count("is_new")} as fresh, ${count("is_first")} as firsts${measured("view_seconds", "seconds", "timed")}${measured("view_scroll", "scroll", "scrolled")}`
    : "";
  return `select count(*) as amount${ofPages}${marks} from views where ${isBetween(d, "view_at", rows)} ${groupBy}`;
}

/** The number of views of matching visits. Those of visits that go beyond the period are counted one by one. */
const viewsOfVisits = (d: Dialect, { start, end }: ReportRows): string =>
  `select sum(case when of_visit >= ${d.time(start)} and of_end < ${d.time(end)} then visit_views when of_end >= ${d.time(start)} then
      (select count(*) from ${d.tables.view} w
        where w.session_id = of_session and w.visit_at = of_visit and ${isWithin(d, "w.at", { start, end })}) end) as amount from visits`;

/** Visits per page, for stores without the previous view in each view. */
const pageVisits = (d: Dialect, rows: ReportRows): string =>
  `select page_id, count(*) as fresh from (
      select distinct page_id, view_session, view_visit from views where ${isBetween(d, "view_at", rows)} and not ${d.isNone("view_session")}
    ) views group by page_id`;

/** Of reports that are read whole: a sort takes less time than a table of counts. */
const vitalPercentiles = (d: Dialect, rows: ReportRows): string =>
  `select ${vitalNames.map((vital) => `${d.percentile75(`view_${vital}`)} as ${vital}`).join(", ")}
    from views where ${isBetween(d, "view_at", rows)}`;

/** How often the views have each value of each vital. */
function vitalCounts(d: Dialect, rows: ReportRows): string {
  const columns = vitalNames.map((vital) => `view_${vital}`);
  const ofSet = (value: (column: string, vital: string) => string) =>
    `case ${columns.map((column, index) => `when not_${column} = 0 then ${value(column, vitalNames[index]!)}`).join(" ")} end`;
  return `select vital, ${d.list("value")} as all_values, ${d.list("times")} as all_times from (
      select ${ofSet((_, vital) => `'${vital}'`)} as vital, ${ofSet((column) => d.double(column))} as value, times from (
        select ${columns.map((column) => `${column}, grouping(${column}) as not_${column}`).join(", ")}, count(*) as times
        from views where ${isBetween(d, "view_at", rows)} group by grouping sets (${columns.map((column) => `(${column})`).join(", ")})
      ) counted where ${ofSet((column) => d.isReported(column))}
    ) measured group by vital`;
}

/** Visits by the worst value of a vital: 0 good, 1 fair, 2 poor. */
function ratingSums(d: Dialect, rows: ReportRows, vital: RatedVital): string {
  const { good, fair } = vitalLimits[vital];
  const [source, value] =
    rows.filters.length > 0
      ? ["views where true", `view_${vital}`]
      : [
          `${d.tables.view} w join visits on of_session = w.session_id and of_visit = w.visit_at where ${untilLast(d, rows)}`,
          `w.${vital}`,
        ];
  return `select rating, count(*) as amount, ${count("has_goal")} as conversions from (
      select case when max(${value}) <= ${d.real(String(good))} then 0 when max(${value}) <= ${d.real(String(fair))} then 1 else 2 end as rating,
        has_goal
      from ${source} and ${isBetween(d, "of_visit", rows)} and ${d.isReported(value)} group by of_session, of_visit, has_goal
    ) rated group by rating`;
}

/**
 * Hits of each selection in the visits of a report, by list and group: `action_key` is an id or a text, `page` an id. `fresh`: visitors who
 * did it on a day, `firsts`: of these, those who did it for the first time on their day.
 */
function actionSums(d: Dialect, rows: ReportRows, lists: readonly AskedActions[]): string {
  const hits = spansOf(rows).flatMap((span, part) =>
    lists.map((actions, list) => `select ${list} as list, ${part} as part, ${hitsOf(d, rows, span, actions)}`),
  );
  return `select list, action_key, page, sum(times) as amount, sum(usd) as usd, count(*) as fresh, ${count("times = known")} as firsts
    from (
      select list, part, action_key, page, visitor, day, ${count("is_own")} as times, count(*) as known, sum(case when is_own then usd end) as usd
      from (${hits.join(" union all ")}) hits join visits on of_session = hit_session
      where hit_at >= of_visit and hit_at <= of_end group by visitor, day, list, part, action_key, page
    ) actions where times > 0 group by list, action_key, page`;
}

/** `is_own`: hits of the span; the others are those that a visitor did before on the same day. */
function hitsOf(d: Dialect, rows: ReportRows, span: Span, { selected, by }: AskedActions): string {
  const { kind, typeIds, nameIds, isMeasured } = selected;
  const id = by === "page" ? "h.page_id" : "h.name_id";
  const [key, isKnown] =
    typeof by === "object"
      ? [d.detail(by.detail), `${d.detail(by.detail)} is not null`]
      : [`cast(${id} as text)`, `not ${d.isNone(id)}`];
  const all = { start: knownFrom(rows, span), end: span.end };
  const ids = (column: string, list: readonly number[] | null) => list !== null && oneOf(column, list);
  return `h.session_id as hit_session, h.at as hit_at, h.value as usd, ${key} as action_key,
      ${isPerPage(by) ? "h.page_id" : "0"} as page, h.at >= ${d.time(span.start)} as is_own
    from ${isMeasured ? d.tables.everyHit : d.tables.hit} h
    where ${conditions(
      `h.kind = ${hitKinds[kind]} and ${isWithin(d, "h.at", all)} and ${isKnown}`,
      ids("h.type_id", typeIds),
      ids("h.name_id", nameIds),
    )}`;
}
