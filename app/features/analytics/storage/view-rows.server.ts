import { type SQL, sql } from "drizzle-orm";
import { daySeconds } from "#app/lib/durations.ts";
import { analyticsHit, analyticsSession, analyticsTerm } from "../tables.server.ts";
import { hitKinds } from "./hit-kinds.ts";
import { sharedSessions } from "./shared-sessions.server.ts";
import { numberedHits } from "./visit-rows.server.ts";

const term = (text: string) => sql`(select id from ${analyticsTerm} where text = ${text})`;

/** The largest reported value of a vital, rounded to `decimals`. */
const metric = (name: string, decimals = 0) =>
  sql`round(max(value) filter (where kind = ${hitKinds.performance} and type_id = ${term(name)})::numeric, ${decimals})`;

const behaviors = (name: string) =>
  sql`least(count(*) filter (where kind = ${hitKinds.behavior} and type_id = ${term(name)}), 32767)::smallint`;

/** A number of the metadata of `engagement` events, 0 to `max`. Metadata may contain any JSON value under this name. */
const engagement = (name: string, max: number) =>
  sql`case when kind = ${hitKinds.event} and type_id = ${term("engagement")} and jsonb_typeof(detail -> ${name}::text) = 'number'
    then least(greatest((detail ->> ${name}::text)::numeric, 0), ${max}) end`;

const seconds = sql`coalesce(r.seconds, v.next_value)`;

/**
 * A query of the page views of these sessions, computed from their hits since `since`: one row per view with the columns of
 * `analytics_view` in the table's order. Reports about a page belong to its latest view in the visit. The seconds come from the page
 * itself, otherwise from the next page.
 */
export const viewRows = (sessionIds: readonly number[], since: Date): SQL => sql`
  ${numberedHits(sessionIds, since)}, located as (
    select numbered.*, min(at) over (partition by session_id, number) as visit_at,
      greatest(count(*) filter (where kind = ${hitKinds.page_view})
        over (partition by session_id, number, page_id order by at), 1) as occurrence
    from numbered
  ), view as (
    select session_id, number, page_id, occurrence, at, visit_at,
      lead(value) over (partition by session_id, number order by at, page_id, value) as next_value,
      lag(at) over (partition by session_id, number, page_id order by at) as previous_at
    from located where kind = ${hitKinds.page_view}
  ), report as (
    select session_id, number, page_id, occurrence,
      sum(${engagement("seconds", daySeconds)}) as seconds, max(${engagement("scroll_percent", 100)}) as scroll,
      ${metric("lcp")} as lcp, ${metric("fid")} as fid, ${metric("inp")} as inp, ${metric("cls", 3)} as cls, ${metric("fcp")} as fcp,
      ${metric("ttfb")} as ttfb,
      ${behaviors("rage_click")} as rage_clicks, ${behaviors("dead_click")} as dead_clicks, ${behaviors("error")} as errors
    from located where kind <> ${hitKinds.page_view} group by session_id, number, page_id, occurrence
  )
  select v.at, v.visit_at, v.previous_at, v.session_id, v.page_id,
    case when ${seconds} > ${daySeconds} then ${daySeconds} else round(${seconds}) end::int, round(r.scroll)::smallint,
    r.lcp, r.fid, r.inp, r.cls, r.fcp, r.ttfb,
    coalesce(r.rage_clicks, 0), coalesce(r.dead_clicks, 0), coalesce(r.errors, 0), coalesce(s.device, 0)::smallint, s.rule
  from view v join ${analyticsSession} s on s.id = v.session_id
    left join report r on r.session_id = v.session_id and r.number = v.number and r.page_id is not distinct from v.page_id
      and r.occurrence = v.occurrence`;

/**
 * A query of the views of visitors who ask not to be tracked, since `since`; rejected ones have the rule that matched. Their shared
 * session is omitted, because it is not a visitor.
 */
export const viewsWithoutSession = (since: Date): SQL => sql`
  select h.at, null::timestamptz, null::timestamptz, null::int, h.page_id, null::int, null::smallint, null::int, null::int, null::int, null::real,
    null::int, null::int, 0::smallint, 0::smallint, 0::smallint, 0::smallint,
    (select s.rule from ${analyticsSession} s where s.id = h.session_id)
  from ${analyticsHit} h where (h.session_id is null or h.session_id = any(array(${sharedSessions})))
    and h.kind = ${hitKinds.page_view} and h.at >= ${since.toISOString()}::timestamptz`;
