import { type SQL, sql } from "drizzle-orm";
import { automaticEventTypes } from "../collecting/automatic-events.ts";
import { channels } from "../collecting/sources/channels.ts";
import { isCounted } from "../reports/visit-conditions.server.ts";
import { analyticsSession, analyticsTerm, analyticsView, analyticsVisit } from "../tables.server.ts";
import { everyHit } from "./every-hit.server.ts";
import { hitKinds } from "./hit-kinds.ts";
import { noSourceTerms, type SourceTerms } from "./source-terms.server.ts";

export const pauseMinutes = 30;

const distinctIds = (column: string, kind: number) =>
  sql.raw(`coalesce(array_agg(distinct ${column} order by ${column})
    filter (where kind = ${kind} and ${column} is not null), '{}')`);

/** Only payments are revenue; values of other conversions are estimates. */
export const revenueType = sql`(select id from ${analyticsTerm} where text = 'revenue')`;

const isAutomatic = sql`coalesce(type_id = any(array(
  select id from ${analyticsTerm} where text = any(${sql.param([...automaticEventTypes])}::text[])
)), false)`;

/** CTEs up to `numbered`: the hits of these sessions since `since`, with the number of their visit in the session. */
export const numberedHits = (sessionIds: readonly number[], since: Date): SQL => sql`
  with hit as (
    select h.*, case when h.at - lag(h.at) over (partition by h.session_id order by h.at)
      <= make_interval(mins => ${pauseMinutes}) then 0 else 1 end as starts
    from ${everyHit} h
    where h.session_id = any(${sql.param(sessionIds)}::int[]) and h.at >= ${since.toISOString()}::timestamptz
  ), numbered as (
    select hit.*, sum(starts) over (partition by session_id order by at) as number from hit
  )`;

/**
 * A query of the visits of these sessions, computed from their hits since `since`: one row per visit with the columns of
 * `analytics_visit` in the table's order. `sources`: of these sessions. A visit is never shorter than the seconds of its views, which are
 * derived first. The result does not depend on the order in which rows arrived.
 */
export const visitRows = (sessionIds: readonly number[], since: Date, sources: SourceTerms = noSourceTerms): SQL => sql`
  ${numberedHits(sessionIds, since)}, shown as (
    select session_id, visit_at, least(coalesce(sum(seconds), 0), 2147483647)::int as seconds from ${analyticsView}
    where session_id = any(${sql.param(sessionIds)}::int[]) group by session_id, visit_at
  ), visit as (
    select session_id, min(at) as started_at, max(at) as ended_at,
      count(*) filter (where kind = ${hitKinds.page_view}) as views,
      count(*) filter (where kind = ${hitKinds.conversion} or kind = ${hitKinds.event} and not ${isAutomatic}) as actions,
      (array_agg(page_id order by at, page_id) filter (where kind = ${hitKinds.page_view}))[1] as entry_id,
      (array_agg(page_id order by at desc, page_id) filter (where kind = ${hitKinds.page_view}))[1] as exit_id,
      ${distinctIds("page_id", hitKinds.page_view)} as page_ids,
      ${distinctIds("name_id", hitKinds.event)} as event_ids,
      ${distinctIds("name_id", hitKinds.conversion)} as goal_ids,
      coalesce(sum(value::numeric) filter (where kind = ${hitKinds.conversion} and type_id = ${revenueType}), 0) as value_usd
    from numbered group by session_id, number
  )
  select v.started_at, v.ended_at, v.session_id,
    greatest(floor(extract(epoch from v.ended_at - v.started_at))::int, shown.seconds) as duration_seconds, v.views::int,
    v.views <= 1 and v.actions = 0 as is_bounce, v.entry_id, v.exit_id, v.page_ids, v.event_ids, v.goal_ids,
    least(v.value_usd, 999999999999)::numeric(14, 2) as value_usd,
    coalesce(named.id, s.source_id, s.referrer_id) as source_id, coalesce(s.channel, ${channels.direct})::smallint as channel,
    coalesce(s.device, 0)::smallint as device, s.rule,
    s.referrer_id, s.medium_id, s.campaign_id, s.browser_id, s.os_id, s.screen_id, s.language_id, s.timezone_id,
    v.session_id as visitor_id
  from visit v join ${analyticsSession} s on s.id = v.session_id
    left join shown on shown.session_id = v.session_id and shown.visit_at = v.started_at
    left join unnest(${sql.param(sources.reported)}::int[], ${sql.param(sources.named)}::int[]) named(reported_id, id)
      on named.reported_id = coalesce(s.source_id, s.referrer_id)`;

/** Sets what the visits of these clients say about each other. `clients`: a query of their hashes. Repeatable. */
export const linkVisitors = (clients: SQL): SQL => sql`
  with linked as (
    select v.session_id, v.started_at, min(v.session_id) over day as visitor_id,
      max(v.started_at) filter (where ${isCounted("v")})
        over (day order by v.started_at, v.session_id rows between unbounded preceding and 1 preceding) as previous_at
    from ${analyticsSession} s join ${analyticsVisit} v on v.session_id = s.id where s.client in (${clients})
    window day as (partition by s.client, (v.started_at at time zone 'UTC')::date)
  )
  update ${analyticsVisit} v set visitor_id = l.visitor_id, previous_at = l.previous_at from linked l
  where v.session_id = l.session_id and v.started_at = l.started_at
    and (v.visitor_id, v.previous_at) is distinct from (l.visitor_id, l.previous_at)`;

export const clientsOf = (sessionIds: readonly number[]): SQL =>
  sql`select s.client from ${analyticsSession} s where s.id = any(${sql.param(sessionIds)}::int[])`;
