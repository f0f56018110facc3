import { asc, eq } from "drizzle-orm";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { forgetIdentities } from "./privacy/identity.server.ts";
import { withoutIdentity } from "./steps/funnel.server.ts";
import { visitStore } from "./store/current-store.server.ts";
import {
  analyticsAlert,
  analyticsAnnotation,
  analyticsFunnel,
  analyticsGoal,
  analyticsSegment,
  analyticsSession,
  analyticsSharedLink,
  analyticsWeeklyReader,
  funnelEvent,
} from "./tables.server.ts";

/**
 * Exports what this feature stores about a person: funnel steps while signed in, visits in which they signed in or submitted a form,
 * sessions in which they were an admin, and whether they get the weekly mail and alerts.
 */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: DataSubject) {
  const { userId } = person;
  const visits = await visitStore().exportVisits(ctx, person);
  if (userId === null)
    return { funnel_events: [], analytics_sessions: [], analytics_visits: visits, weekly_mail: [], alerts: [] };
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
  const weekly = await ctx.db
    .select({ since: analyticsWeeklyReader.since })
    .from(analyticsWeeklyReader)
    .where(eq(analyticsWeeklyReader.userId, userId));
  const alerts = await ctx.db
    .select({ figure: analyticsAlert.figure })
    .from(analyticsAlert)
    .where(eq(analyticsAlert.userId, userId));
  return { funnel_events: events, analytics_sessions: sessions, analytics_visits: visits, weekly_mail: weekly, alerts };
}

/** Removes every reference to the person; counts remain. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, person: DataSubject): Promise<void> {
  const { userId } = person;
  await forgetIdentities(ctx, person);
  if (userId === null) return;
  await ctx.db.update(funnelEvent).set(withoutIdentity).where(eq(funnelEvent.userId, userId));
  await ctx.db.delete(analyticsWeeklyReader).where(eq(analyticsWeeklyReader.userId, userId));
  await ctx.db.delete(analyticsAlert).where(eq(analyticsAlert.userId, userId));
  await ctx.db.update(analyticsSession).set({ adminUserId: null }).where(eq(analyticsSession.adminUserId, userId));
  for (const table of [analyticsSegment, analyticsAnnotation, analyticsFunnel, analyticsGoal, analyticsSharedLink])
    await ctx.db.update(table).set({ createdBy: null }).where(eq(table.createdBy, userId));
}
