/*
 * Visits and page views, for dashboards and funnels. A visit is derived from the hits of a session up to a pause of 30 minutes, so a
 * session that continues later has several visits, and midnight does not end one. Every run derives the visits of all sessions with
 * recent hits again, which makes it idempotent: late hits change their visit in the next run. Visits can be rebuilt at any time with
 * the same result.
 */

import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readSourceTerms } from "../storage/source-terms.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsProgress, analyticsSession } from "../tables.server.ts";

/** Rename when derived rows change their meaning: the next run then derives everything again. */
const progressName = "sources of one table";
/**
 * The first run of an hour finds all hits that are stored up to an hour after their time: a process keeps hits while the database is away,
 * and pages send rows that are up to half an hour old. It looks back two hours, because they may be stored just after the first run of
 * the hour before.
 */
const latestMs = 2 * hourMs;
/** Other runs look back less: each derivation writes the visits of its sessions again. */
const usualMs = 8 * minuteMs;
/** A session's first hit and the time stored with it may come from processes with different clocks. */
const marginMs = dayMs;

/** Derives the visits of every session with hits since the last run. Returns the number of sessions. */
export async function deriveVisits(ctx: Ctx): Promise<number> {
  const [progress] = await ctx.db.select().from(analyticsProgress).where(eq(analyticsProgress.name, progressName));
  await visitStore().deliver(ctx);
  const from = progress ? new Date(progress.until.getTime() - lookBackMs(progress.until, ctx.now)) : null;
  const sessions = await deriveSince(ctx, from);
  await deriveViewsWithoutSession(ctx, from ?? new Date(0));
  await ctx.db
    .insert(analyticsProgress)
    .values({ name: progressName, until: ctx.now })
    .onConflictDoUpdate({ target: analyticsProgress.name, set: { until: ctx.now } });
  return sessions;
}

const hourOf = (time: Date) => Math.floor(time.getTime() / hourMs);
const lookBackMs = (until: Date, now: Date) => (hourOf(until) === hourOf(now) ? usualMs : latestMs);

/** Derives the visits of every session with hits since `from`, or of every session. Returns the number of sessions. */
async function deriveSince(ctx: Ctx, from: Date | null): Promise<number> {
  let derived = 0;
  for (let last = 0; ; ) {
    const ids = await sessionsAfter(ctx, last, from);
    if (ids.length === 0) return derived;
    await deriveSessions(ctx, ids);
    derived += ids.length;
    last = ids.at(-1)!;
  }
}

async function sessionsAfter(ctx: Ctx, last: number, from: Date | null): Promise<number[]> {
  const limit = visitStore().sessionsPerStep;
  if (from !== null) return visitStore().sessionsWithHits(ctx, { after: last, since: from, limit });
  const rows = await ctx.db
    .select({ id: analyticsSession.id })
    .from(analyticsSession)
    .where(and(gt(analyticsSession.id, last), isNotNull(analyticsSession.client)))
    .orderBy(asc(analyticsSession.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deriveSessions(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const sources = await readSourceTerms(ctx, ids);
  await ctx.db.transaction(async (tx) => {
    // The job and the operator's command can run at the same time.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_visits'))`);
    // Skips sessions that are being deleted. A session locked here can be deleted only afterwards, with its visits.
    const locked = await tx
      .select({ id: analyticsSession.id, firstAt: analyticsSession.firstAt })
      .from(analyticsSession)
      .where(and(inArray(analyticsSession.id, [...ids]), isNotNull(analyticsSession.client)))
      .orderBy(asc(analyticsSession.id))
      .for("key share");
    if (locked.length === 0) return;
    const since = new Date(Math.min(...locked.map(({ firstAt }) => firstAt.getTime())) - marginMs);
    const kept = locked.map(({ id }) => id);
    await visitStore().replaceVisits({ db: tx }, { ids: kept, since, sources });
  });
}

export async function deriveViewsWithoutSession(ctx: Ctx, since: Date): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_visits'))`);
    await visitStore().replaceViewsWithoutSession({ db: tx }, since);
  });
}

/** Derives visits and views again from all stored hits. Returns the number of sessions. */
export async function rebuildVisits(ctx: Ctx): Promise<number> {
  await visitStore().deliver(ctx);
  const sessions = await deriveSince(ctx, null);
  await deriveViewsWithoutSession(ctx, new Date(0));
  return sessions;
}
