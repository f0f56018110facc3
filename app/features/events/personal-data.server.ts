import { asc } from "drizzle-orm";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { concerns } from "./log.server.ts";
import { event } from "./tables.server.ts";

export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: DataSubject) {
  const rows = await ctx.db
    .select({ name: event.name, occurred_at: event.occurredAt, data: event.payload })
    .from(event)
    .where(concerns(person))
    .orderBy(asc(event.id));
  return { events: rows };
}

/** Removes user and payload from their events; name and time remain. */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await ctx.db
    .update(event)
    .set({ subjectEmail: null, subjectUserId: null, actorUserId: null, payload: {}, redactedAt: ctx.now })
    .where(concerns(person));
}
