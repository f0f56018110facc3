import { and, eq, gte, inArray, isNotNull, lt, notExists, sql } from "drizzle-orm";
import { hitsOfMeasurement } from "#app/features/analytics/storage/every-hit.server.ts";
import { dropPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { deleteSumsBefore, forgetSums, timesOf } from "#app/features/analytics/storage/summed-spans.server.ts";
import { clientsOf, linkVisitors } from "#app/features/analytics/storage/visitors.server.ts";
import {
  analyticsHit,
  analyticsMeasurement,
  analyticsSession,
  analyticsView,
  analyticsVisit,
} from "#app/features/analytics/tables.server.ts";
import type { Deletion } from "../visit-store.ts";

export const deletion: Deletion = {
  async deleteSessions({ db }, ids) {
    await forgetSums({ db }, timesOf(ids));
    const visits = await db.delete(analyticsVisit).where(inArray(analyticsVisit.sessionId, [...ids]));
    await db.delete(analyticsView).where(inArray(analyticsView.sessionId, [...ids]));
    await db.execute(linkVisitors(clientsOf(ids)));
    const hits = await db.delete(analyticsHit).where(inArray(analyticsHit.sessionId, [...ids]));
    const measured = await db
      .delete(analyticsMeasurement)
      .where(inArray(analyticsMeasurement.sessionId, [...ids]))
      .returning({ hits: hitsOfMeasurement });
    return (visits.rowCount ?? 0) + (hits.rowCount ?? 0) + measured.reduce((sum, row) => sum + row.hits, 0);
  },

  async deleteBefore(ctx, since) {
    const { db } = ctx;
    const monthsDropped = await dropPartitions(ctx, since);
    const started = lt(analyticsVisit.startedAt, since);
    const across = await db
      .selectDistinct({ id: analyticsVisit.sessionId })
      .from(analyticsVisit)
      .where(and(started, gte(analyticsVisit.endedAt, since)));
    await deleteSumsBefore({ db }, since);
    await db.delete(analyticsVisit).where(started);
    await db.delete(analyticsView).where(lt(analyticsView.at, since));
    return { monthsDropped, across: across.map(({ id }) => id) };
  },

  async deleteSessionsWithoutVisits({ db }, since) {
    const visits = db
      .select({ one: sql`1` })
      .from(analyticsVisit)
      .where(eq(analyticsVisit.sessionId, analyticsSession.id));
    await db
      .delete(analyticsSession)
      .where(and(lt(analyticsSession.firstAt, since), isNotNull(analyticsSession.client), notExists(visits)));
  },

  async deleteOrphans({ db }, since) {
    for (const table of [analyticsHit, analyticsMeasurement])
      await db.execute(sql`
        delete from ${table} h where h.at >= ${since.toISOString()}::timestamptz and h.session_id is not null
          and not exists (select from ${analyticsSession} s where s.id = h.session_id)`);
  },
};
