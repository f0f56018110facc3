import { and, eq, gte, isNotNull, lt, notExists, sql } from "drizzle-orm";
import { monthStart } from "#app/lib/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { deleteOldSalts } from "./collecting/client-hash.server.ts";
import { funnelMonths } from "./funnel.server.ts";
import { forgetIdentities } from "./identity.server.ts";
import { dropPartitions, preparePartitions } from "./storage/partitions.server.ts";
import { analyticsHit, analyticsSession, analyticsView, analyticsVisit } from "./tables.server.ts";
import { deriveSessions } from "./visits.server.ts";

export { preparePartitions } from "./storage/partitions.server.ts";

/**
 * Returns the instant from which hits are kept. Hits are deleted by dropping partitions of whole months, so the last 12 months are
 * complete and nothing is older than the 13 months of `funnelMonths`.
 */
export const keptSince = (now: Date): Date => monthStart(now, 1 - funnelMonths);

/** Creates partitions ahead, and deletes data older than 13 months and the salts of past days. Run nightly. */
export async function maintainVisits(ctx: Ctx): Promise<{ partitionsDropped: number }> {
  await preparePartitions(ctx, ctx.now);
  await deleteOldSalts(ctx.db, ctx.now);
  const since = keptSince(ctx.now);
  const partitionsDropped = await dropPartitions(ctx, since);
  await deleteOldVisits(ctx, since);
  await forgetIdentities(ctx, { before: since });
  await deleteOrphans(ctx);
  return { partitionsDropped };
}

async function deleteOldVisits(ctx: Ctx, since: Date): Promise<void> {
  const { db } = ctx;
  const started = lt(analyticsVisit.startedAt, since);
  const across = await db
    .selectDistinct({ id: analyticsVisit.sessionId })
    .from(analyticsVisit)
    .where(and(started, gte(analyticsVisit.endedAt, since)));
  await db.delete(analyticsVisit).where(started);
  await db.delete(analyticsView).where(lt(analyticsView.at, since));
  for (let n = 0; n < across.length; n += 1000)
    await deriveSessions(
      ctx,
      across.slice(n, n + 1000).map(({ id }) => id),
    );
  const visits = db
    .select({ one: sql`1` })
    .from(analyticsVisit)
    .where(eq(analyticsVisit.sessionId, analyticsSession.id));
  await db
    .delete(analyticsSession)
    .where(and(lt(analyticsSession.firstAt, since), isNotNull(analyticsSession.client), notExists(visits)));
}

/** Deletes hits that another process stored for a session just after its deletion (my-data.server.ts). */
async function deleteOrphans({ db, now }: Ctx): Promise<void> {
  const recently = new Date(now.getTime() - 2 * dayMs);
  await db.execute(sql`
    delete from ${analyticsHit} h where h.at >= ${recently.toISOString()}::timestamptz and h.session_id is not null
      and not exists (select from ${analyticsSession} s where s.id = h.session_id)`);
}
