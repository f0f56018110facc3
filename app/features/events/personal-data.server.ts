import { asc } from "drizzle-orm";
import type { DataSubject } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { concerns } from "./log.server.ts";
import { event } from "./tables.server.ts";

/** The events about a person and the ones they caused. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: DataSubject) {
  const rows = await ctx.db
    .select({ name: event.name, occurred_at: event.occurredAt, data: event.payload })
    .from(event)
    .where(concerns(person))
    .orderBy(asc(event.id));
  return { events: rows };
}

/** Removes the person and the payload from their events. What remains says only that something happened, and when. */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await ctx.db
    .update(event)
    .set({ subjectEmail: null, subjectUserId: null, actorUserId: null, payload: {}, redactedAt: ctx.now })
    .where(concerns(person));
}
