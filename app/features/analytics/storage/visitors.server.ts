import { type SQL, sql } from "drizzle-orm";
import { isCounted } from "../reports/visit-conditions.server.ts";
import { analyticsSession, analyticsVisit } from "../tables.server.ts";

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
