/*
 * Lets visitors read and delete what is stored about one browser session. The session id authorizes both; only a keyed hash of it is
 * stored with visits, so no one else can find them, not even with a copied database. Hits counted without an id belong to no session
 * and cannot be found here.
 */
import { asc, desc, eq, or } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { settleCollected } from "../storage/collector.server.ts";
import { deviceKindName } from "../storage/device-kinds.ts";
import { hitKindName } from "../storage/hit-kinds.ts";
import { termOf } from "../storage/terms.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsIdentity, analyticsSession, funnelEvent } from "../tables.server.ts";
import type { VisitRecords } from "../visits/visit-records.ts";

type Dated<Row, Moment extends keyof Row> = Omit<Row, Moment> & Record<Moment, Date>;
type Visit = Dated<VisitRecords["visits"][number], "startedAt">;

export type VisitData = Pick<VisitRecords, "emails" | "hidden"> & {
  visits: Visit[];
  hits: Dated<VisitRecords["hits"][number], "at">[];
  funnelSteps: Dated<VisitRecords["funnelSteps"][number], "at">[];
};

/** Maximum number of listed hits, and of steps: a script can store hundreds of thousands under its own session id. */
export const maxListed = 2000;

/**
 * Returns what is stored under this session id, oldest first, with the latest `maxListed` hits and steps; empty lists for an unknown
 * id.
 */
export async function readVisitData(ctx: Pick<Ctx, "db">, sessionId: string): Promise<VisitData> {
  await settleCollected(ctx.db);
  const ofSession = isStepOf(sessionId);
  const steps = await ctx.db
    .select({ at: funnelEvent.occurredAt, stage: funnelEvent.stage, substage: funnelEvent.substage })
    .from(funnelEvent)
    .where(ofSession)
    .orderBy(desc(funnelEvent.occurredAt))
    .limit(maxListed);
  const funnelSteps = steps.reverse();
  const hiddenSteps = steps.length < maxListed ? 0 : (await ctx.db.$count(funnelEvent, ofSession)) - steps.length;
  const identities = await ctx.db
    .select({ email: analyticsIdentity.email })
    .from(analyticsIdentity)
    .where(eq(analyticsIdentity.sessionKey, sessionKey(sessionId)))
    .orderBy(asc(analyticsIdentity.email));
  const emails = identities.map(({ email }) => email);
  const session = await findSession(ctx, sessionId);
  if (!session) return { visits: [], hits: [], funnelSteps, emails, hidden: hiddenSteps };
  const hits = await hitsOf(ctx, session);
  const hiddenHits = hits.length < maxListed ? 0 : (await visitStore().countHits(ctx, session.id)) - hits.length;
  const hidden = hiddenSteps + hiddenHits;
  return { visits: await visitsOf(ctx, session), hits, funnelSteps, emails, hidden };
}

/** Deletes everything stored under this session id. Returns the number of deleted rows. */
export async function deleteVisitData(ctx: Pick<Ctx, "db">, sessionId: string): Promise<number> {
  // Otherwise accepted hits that are still in memory would be stored after the deletion.
  await settleCollected(ctx.db, { forget: sessionKey(sessionId) });
  return ctx.db.transaction(async (tx) => {
    const deleted = async (query: PromiseLike<{ rowCount: number | null }>) => (await query).rowCount ?? 0;
    const [session] = await tx
      .select({ id: analyticsSession.id })
      .from(analyticsSession)
      .where(eq(analyticsSession.key, sessionKey(sessionId)))
      .for("update");
    let rows = await deleted(tx.delete(funnelEvent).where(isStepOf(sessionId)));
    rows += await deleted(tx.delete(analyticsIdentity).where(eq(analyticsIdentity.sessionKey, sessionKey(sessionId))));
    if (!session) return rows;
    rows += await visitStore().deleteSessions({ db: tx }, [session.id]);
    return rows + (await deleted(tx.delete(analyticsSession).where(eq(analyticsSession.id, session.id))));
  });
}

/** Steps that follow from an event have only the key. */
const isStepOf = (sessionId: string) =>
  or(eq(funnelEvent.sessionId, sessionId), eq(funnelEvent.sessionKey, sessionKey(sessionId)));

type Session = { id: number; firstAt: Date } & Omit<Visit, "startedAt" | "pages">;

async function findSession(ctx: Pick<Ctx, "db">, sessionId: string): Promise<Session | null> {
  const [found] = await ctx.db
    .select({
      id: analyticsSession.id,
      firstAt: analyticsSession.firstAt,
      device: analyticsSession.device,
      browser: termOf("browser_id"),
      os: termOf("os_id"),
      language: termOf("language_id"),
      timezone: termOf("timezone_id"),
      referrer: termOf("referrer_id"),
      source: termOf("source_id"),
      medium: termOf("medium_id"),
      campaign: termOf("campaign_id"),
    })
    .from(analyticsSession)
    .where(eq(analyticsSession.key, sessionKey(sessionId)));
  if (!found) return null;
  const { source, medium, campaign, device, browser, os, ...rest } = found;
  return {
    ...rest,
    device: deviceKindName(device),
    browser: browser ?? "unknown",
    os: os ?? "unknown",
    campaign: [source, medium, campaign].filter((value) => value !== null).join(" / ") || null,
  };
}

/** Returns a session without stored hits as one visit without pages. */
async function visitsOf(ctx: Pick<Ctx, "db">, { id, firstAt, ...facts }: Session): Promise<Visit[]> {
  const derived = await visitStore().visitsFromHits(ctx, id);
  const visits = derived.map(({ startedAt, views }) => ({ startedAt, pages: views, ...facts }));
  return visits.length > 0 ? visits : [{ startedAt: firstAt, pages: 0, ...facts }];
}

async function hitsOf(ctx: Pick<Ctx, "db">, { id }: Session): Promise<VisitData["hits"]> {
  const rows = await visitStore().latestHits(ctx, id, maxListed);
  return rows.reverse().map(({ at, kind, page, type, name }) => ({
    at,
    kind: hitKindName(kind),
    page,
    name: [type, name].filter((word) => word !== null).join(": ") || null,
  }));
}
