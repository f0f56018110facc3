import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { SignedIn } from "#app/lib/actor.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { newToken } from "../proofs.server.ts";
import { type Aal, session } from "../tables.server.ts";
import { deviceName } from "./device-name.ts";

/** One place where a person is signed in. */
export type OpenSession = {
  id: string;
  /** The one that asks. */
  current: boolean;
  /** Such as "Chrome on Windows". */
  device: string;
  aal: Aal;
  createdAt: Date;
  lastSeenAt: Date;
};

type Mine = Ctx & { actor: SignedIn };

/** Where a person is signed in: this session first, then the most recently used. */
export async function listSessions(ctx: Mine): Promise<OpenSession[]> {
  const { userId, sessionId } = ctx.actor;
  const open = await ctx.db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, ctx.now)))
    .orderBy(desc(session.lastSeenAt));
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

/** Ends one of a person's own sessions at once. Refusal: `not_found`, also for somebody else's. */
export async function revokeSession(ctx: Mine, input: { id: string }): Promise<Result<undefined, NotFound>> {
  const [ended] = await ctx.db
    .delete(session)
    .where(and(eq(session.userId, ctx.actor.userId), eq(session.id, input.id)))
    .returning({ id: session.id });
  return ended ? ok() : notFound();
}

/** Ends what else is open of a person's: whoever is in there has to sign in again. Answers how many ended. */
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

/** Ends every session of a person. */
export async function endAllSessions(ctx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await ctx.db.delete(session).where(eq(session.userId, userId));
}

/**
 * Gives the open session a new token, and another assurance level when asked to (aal2: a code was verified just now): after every change of what it may do or of
 * what proves its owner the old token is worth nothing (ASVS 7.2.4). Its longest life goes on counting. Null: it has ended.
 */
export async function rotateSession(
  ctx: Pick<Ctx, "db" | "now">,
  { sessionId, aal }: { sessionId: string; aal?: Aal },
): Promise<string | null> {
  const token = newToken();
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
