import { and, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { hitTimes } from "#app/features/analytics/storage/every-hit.server.ts";
import { forgetSums, timesOf } from "#app/features/analytics/storage/summed-spans.server.ts";
import { viewRows, viewsWithoutSession } from "#app/features/analytics/storage/view-rows.server.ts";
import { clientsOf, linkVisitors, visitRows } from "#app/features/analytics/storage/visit-rows.server.ts";
import { analyticsSession, analyticsView, analyticsVisit } from "#app/features/analytics/tables.server.ts";
import type { Derivation } from "../visit-store.ts";

const insertViews = (
  rows: SQL,
) => sql`insert into ${analyticsView} (at, visit_at, previous_at, session_id, page_id, seconds, scroll, lcp, fid, inp,
  cls, fcp, ttfb, rage_clicks, dead_clicks, errors, device, rule) ${rows}`;

export const derivation: Derivation = {
  sessionsPerStep: 1000,

  async sessionsWithHits({ db }, { after, since, limit }) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select distinct s.id from ${hitTimes} h join ${analyticsSession} s on s.id = h.session_id
      where s.id > ${after} and h.at >= ${since.toISOString()}::timestamptz and s.client is not null order by s.id limit ${limit}`);
    return rows.map(({ id }) => id);
  },

  async replaceVisits({ db }, { ids, since, sources }) {
    await forgetSums({ db }, timesOf(ids));
    await db.delete(analyticsView).where(inArray(analyticsView.sessionId, [...ids]));
    await db.execute(insertViews(viewRows(ids, since)));
    await db.delete(analyticsVisit).where(inArray(analyticsVisit.sessionId, [...ids]));
    await db.execute(sql`insert into ${analyticsVisit} (started_at, ended_at, session_id, duration_seconds, views, is_bounce, entry_id,
      exit_id, page_ids, event_ids, goal_ids, value_usd, source_id, channel, device, rule, referrer_id, medium_id, campaign_id,
      browser_id, os_id, screen_id, language_id, timezone_id, visitor_id) ${visitRows(ids, since, sources)}`);
    await db.execute(linkVisitors(clientsOf(ids)));
    await forgetSums({ db }, timesOf(ids));
  },

  async replaceViewsWithoutSession({ db }, since) {
    const own = and(isNull(analyticsView.sessionId), gte(analyticsView.at, since));
    await forgetSums({ db }, sql`select at from ${analyticsView} where ${own}`);
    await db.delete(analyticsView).where(own);
    await db.execute(insertViews(viewsWithoutSession(since)));
    await forgetSums({ db }, sql`select at from ${analyticsView} where ${own}`);
  },
};
