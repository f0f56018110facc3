import { asc, eq } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { withoutIdentity } from "./funnel.server.ts";
import { analyticsSession, funnelEvent } from "./tables.server.ts";

type Person = { userId: string | null; email: string };

/** What this feature stores about a person: funnel steps while signed in, and sessions in which they were an admin. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, { userId }: Person) {
  if (userId === null) return { funnel_events: [], analytics_sessions: [] };
  const events = await ctx.db
    .select()
    .from(funnelEvent)
    .where(eq(funnelEvent.userId, userId))
    .orderBy(asc(funnelEvent.occurredAt));
  const sessions = await ctx.db
    .select({ id: analyticsSession.id, firstAt: analyticsSession.firstAt })
    .from(analyticsSession)
    .where(eq(analyticsSession.adminUserId, userId))
    .orderBy(asc(analyticsSession.firstAt));
  return { funnel_events: events, analytics_sessions: sessions };
}

/** Removes every reference to the person; counts remain. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, { userId }: Person): Promise<void> {
  if (userId === null) return;
  await ctx.db.update(funnelEvent).set(withoutIdentity).where(eq(funnelEvent.userId, userId));
  await ctx.db.update(analyticsSession).set({ adminUserId: null }).where(eq(analyticsSession.adminUserId, userId));
}
