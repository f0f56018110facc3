import { and, eq, gt, sql } from "drizzle-orm";
import { type Actor, anonymous } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sessionTokenOf } from "./session-cookie.server.ts";
import { session, twoFactor, user } from "./tables.server.ts";

/** A session ends this long after its last use, and in any case this long after the sign-in (ASVS 7.3). */
export const sessionLife = { idleDays: 7, longestDays: 30 } as const;
const touchMinutes = 5;
const dayMs = 86_400_000;

/** When a session that is used at `now` ends if nobody uses it again. */
export const idleEnd = (now: Date): Date => new Date(now.getTime() + sessionLife.idleDays * dayMs);

/**
 * Who sends this request: from the session cookie or a bearer token, whose signature is checked before the database is
 * asked; one indexed query. Ended, disabled and unverified accounts are anonymous, at once. An admin whose account has no
 * verified second factor, such as one promoted while signed in, is never more than aal1, whatever the session says:
 * every admin route then refuses, and the way to enrolment stays open (decision 4).
 */
export async function findActor(ctx: Pick<Ctx, "db" | "now">, headers: Headers): Promise<Actor> {
  const token = sessionTokenOf(headers, env());
  if (!token) return anonymous;
  const [found] = await sessionByToken(ctx.db).execute({ token, now: ctx.now });
  if (!found || found.disabledAt || !found.emailVerified) return anonymous;

  if (ctx.now.getTime() - found.lastSeenAt.getTime() > touchMinutes * 60_000) await touch(ctx, found.sessionId);
  return {
    kind: "user",
    userId: found.userId,
    sessionId: found.sessionId,
    email: found.email,
    isAdmin: found.isAdmin,
    aal: found.factor === "verified" ? found.aal : "aal1",
    factorVerifiedAt: found.factorVerifiedAt,
  };
}

/** Asked by every request of everybody who is signed in, so PostgreSQL plans it once per connection. */
const sessionByToken = prepared((db) =>
  db
    .select({
      sessionId: session.id,
      aal: session.aal,
      factorVerifiedAt: session.factorVerifiedAt,
      lastSeenAt: session.lastSeenAt,
      userId: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      isAdmin: user.isAdmin,
      disabledAt: user.disabledAt,
      factor: twoFactor.status,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(twoFactor, and(eq(twoFactor.userId, user.id), eq(twoFactor.status, "verified")))
    .where(and(eq(session.token, sql.placeholder("token")), gt(session.expiresAt, sql.placeholder("now"))))
    .prepare("accounts_session_by_token"),
);

/** Ends one session; its cookie and its bearer token are worthless from then on. */
export async function endSession(ctx: Pick<Ctx, "db">, sessionId: string): Promise<void> {
  await ctx.db.delete(session).where(eq(session.id, sessionId));
}

/** Moves the idle end on, never past the longest life. */
async function touch(ctx: Pick<Ctx, "db" | "now">, sessionId: string) {
  const longest = sql`${session.createdAt} + make_interval(days => ${sessionLife.longestDays})`;
  await ctx.db
    .update(session)
    .set({
      lastSeenAt: ctx.now,
      updatedAt: ctx.now,
      expiresAt: sql`least(${idleEnd(ctx.now).toISOString()}::timestamptz, ${longest})`,
    })
    .where(eq(session.id, sessionId));
}
