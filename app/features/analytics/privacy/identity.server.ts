import { and, eq, inArray, lt } from "drizzle-orm";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { analyticsIdentity, analyticsSession } from "../tables.server.ts";

/**
 * Records when the visitor with this session id last used this email: they submitted a form, or reported a step while signed in. Nothing is
 * stored for visitors who ask not to be tracked (`asksForPrivacy`) or have no session id. Anyone can enter anyone's email in a form, so
 * this does not prove the visitor's identity.
 */
export async function identifyVisitor(
  ctx: Pick<Ctx, "db" | "now">,
  visitor: { sessionId?: string | null | undefined; email: string; isPrivate: boolean },
): Promise<void> {
  if (visitor.isPrivate || !visitor.sessionId) return;
  await ctx.db
    .insert(analyticsIdentity)
    .values({ sessionKey: sessionKey(visitor.sessionId), email: visitor.email.trim().toLowerCase(), at: ctx.now })
    .onConflictDoUpdate({
      target: [analyticsIdentity.sessionKey, analyticsIdentity.email],
      set: { at: ctx.now },
    });
}

/** Returns the emails used in these sessions, by session id. */
export async function findVisitorEmails(
  ctx: Pick<Ctx, "db">,
  sessionIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await ctx.db
    .select({ id: analyticsSession.id, email: analyticsIdentity.email })
    .from(analyticsIdentity)
    .innerJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
    .where(inArray(analyticsSession.id, [...sessionIds]))
    .orderBy(analyticsIdentity.at);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, own]) => [id, own.map(({ email }) => email)]));
}

type AddressPeriod = Pick<DataSubject, "email" | "until">;

export const isIdentityOf = ({ email, until }: AddressPeriod) =>
  and(eq(analyticsIdentity.email, email), isBeforeMove({ until }, analyticsIdentity.at));

export async function forgetIdentities(ctx: Pick<Ctx, "db">, of: { before: Date } | AddressPeriod): Promise<void> {
  await ctx.db.delete(analyticsIdentity).where("before" in of ? lt(analyticsIdentity.at, of.before) : isIdentityOf(of));
}
