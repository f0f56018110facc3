import {
  type Dialect,
  filtered,
  isAround,
  isCounted,
  isWithin,
  oneOf,
} from "#app/features/analytics/reports/report-sql.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { dayMs } from "#app/lib/durations.ts";
import { reachedActions } from "./chain-sql.server.ts";
import type { FunnelQuery } from "./funnel-query.server.ts";
import type { HitMatch } from "./step-conditions.server.ts";

/*
 * Funnels as statements, the same for every store (decision 0153). Actions are read of visitors who can get further than the first step;
 * of the others only their number. Times are microseconds since 1970. They contain numbers and times, no text of visitors.
 */

export const monthBefore = (at: Date): Date => new Date(at.getTime() - 30 * dayMs);

const bitsWhere = (conditions: readonly (string | null)[]) =>
  conditions
    .flatMap((condition, step) => (condition === null ? [] : [`case when ${condition} then ${1 << step} else 0 end`]))
    .join(" + ") || "0";

const pagesOf = ({ conditions }: FunnelQuery) => ({
  isAny: conditions.some(({ pages }) => pages.isAny),
  ids: [...new Set(conditions.flatMap(({ pages }) => pages.ids))],
});

/** Views that are one of the steps. `ofSessions`: a query of the sessions that are wanted. */
function views(d: Dialect, query: FunnelQuery, ofSessions?: string): string[] {
  const { isAny, ids } = pagesOf(query);
  if (!isAny && ids.length === 0) return [];
  const bits = bitsWhere(
    query.conditions.map(({ pages }) =>
      pages.isAny ? "true" : pages.ids.length > 0 ? oneOf("w.page_id", pages.ids) : null,
    ),
  );
  return [
    `select w.session_id as session, w.at as at, ${bits} as bits, ${d.double("0")} as value, 0 as fact, 1 as is_hit from ${d.tables.view} w
      where ${isWithin(d, "w.at", { start: query.start, end: query.until })} and not ${d.isNone("w.session_id")} and ${isCounted(d, "w", query)}
        ${isAny ? "" : `and ${oneOf("w.page_id", ids)}`} ${ofSessions ? `and w.session_id = any(array(${ofSessions}))` : ""}`,
  ];
}

const isMatch = ({ kind, types, names }: HitMatch) =>
  [
    `h.kind = ${kind}`,
    ...(types ? [oneOf("h.type_id", types)] : []),
    ...(names ? [oneOf("h.name_id", names)] : []),
  ].join(" and ");
const isOneOf = (matches: readonly HitMatch[]) => `(${matches.map(isMatch).join(" or ")})`;

/** The condition of the index on actions. */
const isAction = `h.kind in (${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`;

/** Events and conversions that are one of the steps; of counted sessions, or of any if they only say who may get further. */
function hits(d: Dialect, query: FunnelQuery, isChecked: boolean): string[] {
  const wanted = query.conditions.flatMap((step) => step.hits);
  if (wanted.length === 0) return [];
  const isRevenue = `h.kind = ${hitKinds.conversion} and ${oneOf("h.type_id", query.revenueTypes)}`;
  const bits = bitsWhere(query.conditions.map(({ hits: own }) => (own.length > 0 ? isOneOf(own) : null)));
  return [
    `select h.session_id as session, h.at as at, ${bits} as bits,
        case when ${isRevenue} then coalesce(h.value, 0) else ${d.double("0")} end as value, 0 as fact, 1 as is_hit from ${d.tables.everyHit} h
      where ${isWithin(d, "h.at", { start: query.start, end: query.until })} and ${isOneOf(wanted)}
        and ${isAction}
        and ${isChecked ? `h.session_id in (${d.sessions(isCounted(d, "s", query))})` : `not ${d.isNone("h.session_id")}`}`,
  ];
}

/** Visits with a page of one of the steps. Reading them costs less than reading their views. */
function visits(d: Dialect, query: FunnelQuery, during: string): string[] {
  const { isAny, ids } = pagesOf(query);
  if (!isAny && ids.length === 0) return [];
  return [
    `select v.session_id as session, v.started_at as at, 1 as bits, ${d.double("0")} as value, 0 as fact, 1 as is_hit from ${d.tables.visit} v
      where ${during} and ${isCounted(d, "v", query)} and ${isAny ? "v.views > 0" : d.hasAny("v.page_ids", ids)}`,
  ];
}

/** The query with some of its steps. */
const onlySteps = (query: FunnelQuery, wanted: number): FunnelQuery => ({
  ...query,
  conditions: query.conditions.map((step, number) =>
    (wanted & (1 << number)) === 0 ? { ...step, pages: { isAny: false, ids: [] }, hits: [] } : step,
  ),
  stages: query.stages.filter(([, , , bits]) => (bits & wanted) !== 0),
});

/** Actions with their visitor: the person's, or the first session of the client on its day. `stored`: queries of them, without stages. */
function withVisitors(d: Dialect, query: FunnelQuery, stored: readonly string[], steps?: number): string {
  const isMoved = query.moved.length > 0;
  const first = "coalesce(tab.visitor, stored.session)";
  const parts =
    stored.length === 0
      ? []
      : [
          `select ${isMoved ? `coalesce(person.visitor, ${first})` : first} as visitor, stored.session as session,
        stored.at as at, stored.bits as bits, stored.value as value, stored.fact as fact, stored.is_hit as is_hit
      from (${stored.join(" union all ")} ${d.computedOnce}) stored left join tab on tab.session = stored.session
        ${isMoved ? `left join person on person.session = ${first}` : ""}`,
        ];
  const staged = `select visitor, session, at, bits, value, fact, 0 as is_hit from stage
    where at < ${d.time(query.until)} ${steps === undefined ? "" : `and ${d.hasBit("bits", steps)}`}`;
  return [...parts, ...(parts.length === 0 || query.stages.length > 0 ? [staged] : [])].join(" union all ");
}

/** Reported steps and payments with their visitors. */
const stages = (d: Dialect, query: FunnelQuery) =>
  `stage as (select cast(visitor as int) as visitor, cast(session as int) as session, ${d.timeOfMicros("at")} as at, cast(bits as int) as bits,
      ${d.double("cents")} / 100 as value, cast(fact as int) as fact
    from (${d.values(["visitor", "session", "at", "bits", "cents", "fact"], query.stages)}) given_stage)`;

/** The actions that are one of the steps, with whether each can start the funnel. */
function actions(d: Dialect, query: FunnelQuery, stored: readonly string[]): string {
  const isFiltered = query.filters.length > 0;
  const canStart = `at < ${d.time(query.end)} ${isFiltered ? "and chosen.session is not null" : ""}`;
  return `(select every.*, case when ${canStart} then 1 else 0 end as can_start
    from (${withVisitors(d, query, stored)}) every ${isFiltered ? "left join chosen on chosen.session = every.session" : ""}) action`;
}

/**
 * The visitors who start, in two parts, so that the many sessions of which each is a visitor of its own need not be compared: `plain`, those
 * with a visit in the period with a page of the first step, counted without being listed; and `rest`, the visitors of further tabs, of
 * persons, of views of visits that go beyond the period, and of other actions. `isPlain` is about rows of `joined`.
 */
function starting(d: Dialect, query: FunnelQuery) {
  const { start, end, filters } = query;
  const first = { ...onlySteps(query, 1), until: end };
  const beyond = [start, end].map((at) => `${isAround(d, { start: at, end: at })} and v.ended_at >= ${d.time(at)}`);
  const around = (columns: string) => `select ${columns} from ${d.tables.visit} v where ${beyond.join(" or ")}`;
  const edges = views(d, first, around("v.session_id")).map(
    (viewed) => `${viewed} and (w.session_id, w.visit_at) in (${around("v.session_id, v.started_at")})`,
  );
  const inside = visits(d, first, `v.started_at >= ${d.time(start)} and v.ended_at < ${d.time(end)}`);
  const further = inside.map((visited) => `${visited} and v.session_id = any(array(select session from other))`);
  const isFiltered = filters.length > 0;
  const isChosen = isFiltered ? "where session in (select session from chosen)" : "";
  const sessions = (visited: string) => `(select count(distinct session) from (${visited}) visited ${isChosen})`;
  return {
    rest: `rest as (select distinct visitor from (${withVisitors(d, first, [...further, ...edges, ...hits(d, first, true)], 1)}) every ${isChosen})`,
    plain: inside.length === 0 ? "0" : `${sessions(inside[0]!)} - ${sessions(further[0]!)}`,
    joined: (visitors: string) =>
      `${visitors} left join other on other.session = ${visitors}.visitor
        ${isFiltered ? `left join chosen on chosen.session = ${visitors}.visitor` : ""}`,
    isPlain: (visitors: string) =>
      inside.length === 0
        ? "false"
        : `(other.session is null ${isFiltered ? "and chosen.session is not null" : ""}
            and exists (${inside[0]} and v.session_id = ${visitors}.visitor))`,
  };
}

/** At least the visitors with an action of one of these steps. */
function acting(d: Dialect, query: FunnelQuery, steps: number): string {
  const some = onlySteps(query, steps);
  const around = visits(d, some, `(${isAround(d, { start: query.start, end: query.until })})`);
  return `select distinct visitor from (${withVisitors(d, some, [...around, ...hits(d, some, false)], steps)}) every`;
}

/** The sessions of the visitors in \`going\`, and some of others. */
function sessionsOfGoing({ moved }: FunnelQuery): string {
  const firsts =
    moved.length === 0
      ? "select visitor from going"
      : "select visitor from going union select person.session from person where person.visitor in (select visitor from going)";
  return `${firsts} union select tab.session from tab where tab.visitor in (${firsts})`;
}

/** Further tabs of a client, each with its first session. Grouped, so PostgreSQL knows that a session has one row. */
const tabs = (d: Dialect, { start, until }: FunnelQuery) =>
  `tab as (select v.session_id as session, min(v.visitor_id) as visitor from ${d.tables.visit} v
    where ${isWithin(d, "v.started_at", { start: monthBefore(start), end: until })} and not ${d.isNone("v.visitor_id")} and v.visitor_id <> v.session_id group by v.session_id)`;

const persons = (d: Dialect, { moved }: FunnelQuery) =>
  `person as (select session, max(visitor) as visitor from (${d.values(["session", "visitor"], moved)}) moved group by session)`;

/** The sessions with a visit that passes the filters. */
const chosen = (d: Dialect, query: FunnelQuery) =>
  query.filters.length === 0
    ? []
    : [
        `chosen as (select distinct v.session_id as session from ${d.tables.visit} v
          where ${isWithin(d, "v.started_at", { start: query.filteredFrom, end: query.end })} and ${isCounted(d, "v", query)}
            and ${filtered(d, query).join(" and ")})`,
      ];

/** Whether visitors who cannot get further have their time, session and fact, not only their number. */
type Wanted = { withStart: boolean };

/**
 * Common table expressions up to `reached`: the visitors of the funnel, with the number of required steps that they reached (`levels`), and
 * for each step an array `r0`, `r1`, … of the place of its action, its time, session, revenue and fact; an empty one if it was not reached.
 * Only visitors who can get further than the first step are put in order; without `withStart` the others are in `starters` alone. Of their
 * actions, those before the first start and starts after every other action are left out, except in any order, where another step can be
 * the start and the first step can come after the period.
 */
function funnelVisitors(d: Dialect, query: FunnelQuery, wanted: Wanted): string {
  const { withStart } = wanted;
  const { conditions, order } = query;
  const numbered = [...conditions.keys()];
  const others = numbered.slice(1).map((step) => `${d.emptyArray} as r${step}`);
  const isAny = order === "any";
  const following = followingSteps(query);
  const delay = `interval '${collectorDelaySeconds} second'`;
  const start = (value: string) => `case when ${d.hasBit("bits", 1)} and can_start = 1 then ${value} end`;
  const first = `min(${start("at")})`;
  const last = (condition: string) => `max(case when ${condition} then at end)`;
  const follows = last(d.hasBit("bits", following));
  const lastOther = last("bits <> 1");
  const isOpen = [
    ...(following === 0 ? [] : [isAny ? `${follows} is not null` : `${follows} >= ${first} - ${delay}`]),
    ...(mayHaveValue(query) ? [`max(${start("value")}) > 0`, `min(${start("value")}) < 0`] : []),
    ...(withStart ? [`min(${start("session")}) <> max(${start("session")})`] : []),
  ];
  const isNarrow = isNarrowed(d, query, wanted);
  const stored = (isChecked: boolean, ofSessions?: string) => [
    ...views(d, query, ofSessions),
    ...hits(d, query, isChecked),
  ];
  const { rest, joined, isPlain } = starting(d, query);
  const source = (isChecked: boolean) => (isNarrow ? "own action" : actions(d, query, stored(isChecked)));
  return [
    tabs(d, query),
    ...(query.moved.length > 0 ? [persons(d, query)] : []),
    stages(d, query),
    ...chosen(d, query),
    ...(isNarrow
      ? [
          `other as (select session from tab ${query.moved.length > 0 ? "union select session from person" : ""})`,
          rest,
          `acting as (${acting(d, query, following)})`,
          isAny
            ? "going as (select visitor from acting)"
            : `going as (select acting.visitor from ${joined("acting")} left join rest on rest.visitor = acting.visitor
                where rest.visitor is not null or ${isPlain("acting")})`,
          `own as (select * from ${actions(d, query, stored(true, sessionsOfGoing(query)))} where visitor in (select visitor from going))`,
        ]
      : []),
    `starters as (
      select visitor, case when ${isOpen.join(" or ") || "false"} then 1 else 0 end as is_open,
        ${first} - ${delay} as first_at, case when ${lastOther} > ${first} then ${lastOther} else ${first} end + ${delay} as last_at
        ${withStart ? `, min(${start(d.micros("at"))}) as at, min(${start("session")}) as session, max(${start("fact")}) as fact` : ""}
      from ${source(conditions[0]!.hits.length > 0)} group by visitor having ${first} is not null ${isAny ? `or ${last(d.hasBit("bits", 1))} is not null and ${follows} is not null` : ""})`,
    `followed as (
      select action.visitor as visitor, action.session as session, ${d.micros("action.at")} as at, bits, value, action.fact as fact, can_start,
        ${d.micros(`case when is_hit = 1 and bits = 1 then action.at - ${delay} else action.at end`)} as order_at
      from ${source(true)} join starters on starters.visitor = action.visitor
      where is_open = 1 ${isAny ? "" : "and action.at >= first_at and action.at <= last_at"})`,
    `walked as (${reachedActions(d, query, "followed")})`,
    `reached as (
      select visitor, levels, ${numbered.map((step) => `r${step}`).join(", ")} from walked
      ${
        withStart
          ? `union all
      select visitor, 1 as levels, ${[`${d.array("0", "at", "session", "0", "fact")} as r0`, ...others].join(", ")} from starters where is_open = 0`
          : ""
      })`,
  ].join(",\n");
}

/** Whether an action that starts the funnel can have revenue. */
const mayHaveValue = ({ conditions, stages }: FunnelQuery) =>
  conditions[0]!.hits.some(({ kind }) => kind === hitKinds.conversion) ||
  stages.some(([, , , bits, cents]) => (bits & 1) !== 0 && cents !== 0);

/** The steps of which one must follow the first for a visitor to get further, as bits. */
const followingSteps = ({ conditions, required, optional, order }: FunnelQuery): number =>
  (order === "any" ? [...conditions.keys()].slice(1) : [...required.slice(1, 2), ...optional]).reduce(
    (bits, step) => bits | (1 << step),
    0,
  );

/**
 * Whether visitors with an action of a following step are found first, and only their actions are read. For pages without a filter they are
 * so many that reading all actions costs less.
 */
function isNarrowed(d: Dialect, query: FunnelQuery, { withStart }: Wanted): boolean {
  if (!d.readsNamedOnce) return false;
  const { isAny, ids } = pagesOf(onlySteps(query, followingSteps(query)));
  return !withStart && !mayHaveValue(query) && (query.filters.length > 0 || (!isAny && ids.length === 0));
}

/** Maximum delay of hits from the collector; funnel steps are reported immediately, and a landing must not follow one. */
const collectorDelaySeconds = 5;

const factColumns = { source: "v.source_id", channel: "v.channel", device: "v.device", campaign: "v.campaign_id" };

const timeOf = (d: Dialect, step: number) => `case when ${d.isEmptyArray(`r${step}`)} then 0 else r${step}[2] end`;

/** Microseconds from the previous required step to a step; in any order a step can precede the one above it, which counts as 0. */
function spanOf(d: Dialect, { required, order }: FunnelQuery, step: number): string {
  const before =
    order === "any"
      ? Array.from({ length: step }, (_, each) => timeOf(d, each))
      : [timeOf(d, required.findLast((each) => each < step)!)];
  return `greatest(0, r${step}[2] - ${before.length === 1 ? before[0] : `greatest(${before.join(", ")})`})`;
}

/**
 * One row with the visitors `n0`, `n1`, …, revenue `v0`, … and the median microseconds `m1`, … of each step; with a breakdown also one row
 * per fact of the session in which the visitor started.
 */
export function funnelSums(d: Dialect, query: FunnelQuery): string {
  const { breakdown, conditions } = query;
  const sums = conditions.flatMap((_, step) => {
    const isReached = `not ${d.isEmptyArray(`r${step}`)}`;
    return [
      `sum(case when ${isReached} then 1 else 0 end) as n${step}, sum(case when ${isReached} then r${step}[4] else 0 end) as v${step}`,
      ...(step === 0 ? [] : [`${d.median(spanOf(d, query, step), isReached)} as m${step}`]),
    ];
  });
  const visitors = `with ${funnelVisitors(d, query, { withStart: breakdown !== null })}`;
  const { plain, joined, isPlain } = starting(d, query);
  if (breakdown === null) {
    const others = isNarrowed(d, query, { withStart: false })
      ? `${plain} + (select count(*) from ${joined("rest")} where not ${isPlain("rest")})
          - (select count(*) from starters where is_open = 1 and first_at is not null)`
      : "(select count(*) from starters where is_open = 0)";
    return `${visitors} select ${sums.join(", ")}, ${others} as others from reached`;
  }
  const firsts = conditions.map(
    (_, step) =>
      `case when ${d.isEmptyArray(`r${step}`)} then ${d.array("1e18")} else ${d.array(`r${step}[2]`, String(step), `r${step}[3]`, `r${step}[5]`)} end`,
  );
  return `${visitors},
    started as (select reached.*, ${d.least(...firsts)} as begin from reached),
    known as (select v.session_id as session, max(coalesce(${factColumns[breakdown]}, 0)) as fact from ${d.tables.visit} v
      where ${isWithin(d, "v.started_at", { start: monthBefore(query.start), end: query.until })} and v.session_id in (select begin[3] from started) group by v.session_id)
    select fact, grouping(fact) as is_whole, ${sums.join(", ")}
    from (select started.*, coalesce(known.fact, started.begin[4]) as fact from started left join known on known.session = started.begin[3]) visitors
    group by grouping sets ((fact), ())`;
}

/** Visitors who reached this number of required steps, by their last action `last`, newest first; after a cursor. */
export function stoppedVisitors(
  d: Dialect,
  query: FunnelQuery,
  { levels, after, limit }: { levels: number; after: { last: number; visitor: number } | null; limit: number },
): string {
  const times = query.conditions.map((_, step) => timeOf(d, step));
  const isAfter = after ? `where last < ${after.last} or (last = ${after.last} and visitor < ${after.visitor})` : "";
  return `with ${funnelVisitors(d, query, { withStart: true })}
    select * from (select reached.*, greatest(${times.join(", ")}) as last from reached where levels = ${levels}) stopped
    ${isAfter} order by last desc, visitor desc limit ${limit}`;
}

/** Counts the events and conversions among hits of a condition that are one of the steps; null if none can be. */
export function anonymousHits(d: Dialect, { conditions, start, end }: FunnelQuery, isAnonymous: string): string | null {
  const wanted = conditions.flatMap(({ hits: own }) => own);
  if (wanted.length === 0) return null;
  return `select count(*) as amount from ${d.tables.hit} h
    where ${isAnonymous} and ${isWithin(d, "h.at", { start, end })} and ${isAction} and ${isOneOf(wanted)}`;
}

/** Counts the views of visitors who ask not to be tracked that are one of the steps; null if none can be. */
export function anonymousViews(d: Dialect, query: FunnelQuery): string | null {
  const pages = query.conditions.map((step) => step.pages);
  const ids = pages.flatMap((step) => step.ids);
  const isAny = pages.some((step) => step.isAny);
  if (!isAny && ids.length === 0) return null;
  return `select count(*) as amount from ${d.tables.view} w where ${d.isNone("w.session_id")} and ${isWithin(d, "w.at", { start: query.start, end: query.end })}
    and ${isCounted(d, "w", query)} ${isAny ? "" : `and ${oneOf("w.page_id", ids)}`}`;
}
