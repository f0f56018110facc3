import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { SignedIn } from "#app/lib/actor.ts";
import { deviceName } from "#app/lib/browsers/agents/device-name.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { randomToken } from "#app/platform/secrets/hashes.server.ts";
import { type Aal, session } from "../tables.server.ts";

export type OpenSession = {
  id: string;
  current: boolean;
  device: string;
  aal: Aal;
  createdAt: Date;
  lastSeenAt: Date;
};

/** This session first, then the most recently used. */
export async function listSessions(ctx: SignedInCtx): Promise<OpenSession[]> {
  const { userId, sessionId } = ctx.actor;
  const open = await openSessions(ctx.db).execute({ userId, now: ctx.now });
  return open
    .map(({ id, userAgent, aal, createdAt, lastSeenAt }) => ({
      id,
      current: id === sessionId,
      device: deviceName(userAgent ?? ""),
      aal,
      createdAt,
      lastSeenAt,
    }))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

const openSessions = prepared((db) =>
  db
    .select()
    .from(session)
    .where(and(eq(session.userId, sql.placeholder("userId")), gt(session.expiresAt, sql.placeholder("now"))))
    .orderBy(desc(session.lastSeenAt))
    .prepare("accounts_open_sessions"),
);

/** Refusal: `not_found`, also for another user's session. */
export async function revokeSession(ctx: SignedInCtx, input: { id: string }): Promise<Result<undefined, NotFound>> {
  const [ended] = await ctx.db
    .delete(session)
    .where(and(eq(session.userId, ctx.actor.userId), eq(session.id, input.id)))
    .returning({ id: session.id });
  return ended ? ok() : notFound();
}

export async function endOtherSessions(
  ctx: Pick<Ctx, "db">,
  { userId, sessionId }: Pick<SignedIn, "userId" | "sessionId">,
): Promise<number> {
  const ended = await ctx.db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, sessionId)))
    .returning({ id: session.id });
  return ended.length;
}

export async function endAllSessions(ctx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await ctx.db.delete(session).where(eq(session.userId, userId));
}

/**
 * Gives the open session a new token and, if given, a new assurance level (aal2: a code was just verified), so that the
 * old token is rejected after every change of rights or credentials (ASVS 7.2.4). Does not extend the maximum lifetime.
 * Returns null if the session has ended.
 */
export async function rotateSession(
  ctx: Pick<Ctx, "db" | "now">,
  { sessionId, aal }: { sessionId: string; aal?: Aal },
): Promise<string | null> {
  const token = randomToken();
  const [rotated] = await ctx.db
    .update(session)
    .set({
      token,
      updatedAt: ctx.now,
      ...(aal ? { aal, factorVerifiedAt: aal === "aal2" ? ctx.now : null } : {}),
    })
    .where(and(eq(session.id, sessionId), gt(session.expiresAt, ctx.now)))
    .returning({ id: session.id });
  return rotated ? token : null;
}
