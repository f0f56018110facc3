import { and, eq, gt, sql } from "drizzle-orm";
import { anonymous } from "#app/lib/actor.ts";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { Batch } from "#app/lib/program/batch.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { roleOf } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Db, prepared } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { VisitorFact } from "#app/platform/requests/visitor-fact.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { session, user } from "../tables.server.ts";
import { sessionTokenOf } from "./session-cookie.server.ts";

/** A session expires this long after its last use, and in any case this long after the sign-in (ASVS 7.3). */
export const sessionLife = { idleDays: 7, maxDays: 30 } as const;
const touchMinutes = 5;

export const idleEnd = (now: Date): Date => new Date(now.getTime() + sessionLife.idleDays * dayMs);

/** The sender of a request, and facts about them; an anonymous sender has none. */
export type Visitor = Pick<Ctx, "actor" | "facts">;

/**
 * Finds the sender of a request by session cookie or bearer token. The signature is checked before the database is
 * queried. One statement also selects the `facts` of this and later features. Ended sessions and disabled or unverified
 * accounts are anonymous at once. A member of the team without a verified second factor, such as a user promoted while
 * signed in, is at most aal1, regardless of the session row: admin routes refuse, and enrollment is still possible (spec:
 * admin-second-factor).
 */
export function visitorReader(facts: readonly VisitorFact<unknown>[]) {
  // Used by every request with a session: prepared once per connection, and simultaneous requests share one statement.
  // Each row has its own time.
  const asked = { position: sql<number>`asked.position::int`, token: sql`asked.token`, now: sql`asked.now` };
  const byTokens = prepared((db) =>
    db
      .select({
        position: asked.position,
        session: {
          ...pick(session, ["id", "aal", "factorVerifiedAt", "lastSeenAt"]),
        },
        user: {
          ...pick(user, ["id", "email", "emailVerified", "isAdmin", "role", "disabledAt"]),
        },
        facts: Object.fromEntries([hasFactor, ...facts].map(({ name, select }) => [name, select(user.id, asked.now)])),
      })
      .from(
        sql`unnest(${sql.placeholder("tokens")}::text[], ${sql.placeholder("times")}::timestamptz[])
          with ordinality as asked(token, now, position)`,
      )
      .innerJoin(session, and(eq(session.token, asked.token), gt(session.expiresAt, asked.now)))
      .innerJoin(user, eq(user.id, session.userId))
      .prepare("accounts_visitors"),
  );
  type Found = Awaited<ReturnType<ReturnType<typeof byTokens>["execute"]>>[number];
  const batches = new WeakMap<Db, Batch<{ token: string; now: Date }, Found | undefined>>();
  const batchOf = (db: Db) => {
    const known = batches.get(db);
    if (known) return known;
    const batch = new Batch<{ token: string; now: Date }, Found | undefined>(async (keys) => {
      const tokens = keys.map(({ token }) => token);
      const rows = await byTokens(db).execute({ tokens, times: keys.map(({ now }) => now.toISOString()) });
      const found = new Map(rows.map((row) => [row.position, row]));
      return keys.map((_, index) => found.get(index + 1));
    });
    batches.set(db, batch);
    return batch;
  };

  return async (ctx: Pick<Ctx, "db" | "now">, headers: Pick<Headers, "get">): Promise<Visitor> => {
    const token = sessionTokenOf(headers, env());
    if (!token) return { actor: anonymous };
    const found = await batchOf(ctx.db).get({ token, now: ctx.now });
    if (!found) return { actor: anonymous };
    const { session: open, user: person, facts: values } = found;
    if (person.disabledAt || !person.emailVerified) return { actor: anonymous };

    if (ctx.now.getTime() - open.lastSeenAt.getTime() > touchMinutes * minuteMs) await touch(ctx, open.id);
    return {
      actor: {
        kind: "user",
        userId: person.id,
        sessionId: open.id,
        email: person.email,
        isAdmin: person.isAdmin,
        role: roleOf(person),
        aal: values[hasFactor.name] ? open.aal : "aal1",
        factorVerifiedAt: open.factorVerifiedAt,
      },
      facts: { userId: person.id, values },
    };
  };
}

export async function endSession(ctx: Pick<Ctx, "db">, sessionId: string): Promise<void> {
  await ctx.db.delete(session).where(eq(session.id, sessionId));
}

/** Extends the idle limit, but never past the maximum lifetime. */
async function touch(ctx: Pick<Ctx, "db" | "now">, sessionId: string) {
  const endsAtLatest = sql`${session.createdAt} + make_interval(days => ${sessionLife.maxDays})`;
  await ctx.db
    .update(session)
    .set({
      lastSeenAt: ctx.now,
      updatedAt: ctx.now,
      expiresAt: sql`least(${idleEnd(ctx.now).toISOString()}::timestamptz, ${endsAtLatest})`,
    })
    .where(eq(session.id, sessionId));
}
