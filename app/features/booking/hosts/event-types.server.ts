import { asc, eq, inArray } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin, notFound, refuse, stale } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { bookingAudit } from "../audit.ts";
import type { EventTypeRow } from "../availability/schedule.server.ts";
import { eventType, host, hosting } from "../tables.server.ts";
import type { EventTypeRefusal, EventTypeSettings, SeenVersion } from "./host-settings.ts";

export async function listEventTypes(ctx: Ctx): Promise<Result<{ kind: EventTypeRow; hostIds: string[] }[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const eventTypes = await ctx.db.select().from(eventType).orderBy(asc(eventType.createdAt), asc(eventType.slug));
  const taken = await ctx.db.select().from(hosting);
  return ok(
    eventTypes.map((kind) => ({
      kind,
      hostIds: taken.filter(({ eventTypeId }) => eventTypeId === kind.id).map(({ hostId }) => hostId),
    })),
  );
}

/**
 * Changes the rules of an event type; its slug cannot change, because it is part of URLs. Booked calls keep their times and buffers.
 * For admins. Refusals: not_admin, not_found, stale (with the current `version`), unknown_host.
 */
export async function changeEventType(
  ctx: Ctx,
  { eventTypeId, version, hostIds, ...settings }: EventTypeSettings & SeenVersion & { eventTypeId: string },
): Promise<Result<undefined, EventTypeRefusal>> {
  return adminCommand(ctx, "calendar", async (tx) => {
    if (!isUuid(eventTypeId)) return notFound();
    const [kind] = await tx.db.select().from(eventType).where(eq(eventType.id, eventTypeId)).for("update");
    if (!kind) return notFound();
    if (kind.version !== version) return stale({ version: kind.version });
    const wanted = [...new Set(hostIds)];
    const known = await tx.db.select({ id: host.id }).from(host).where(inArray(host.id, wanted));
    if (known.length !== wanted.length) return refuse("unknown_host");
    await tx.db
      .update(eventType)
      .set({ ...settings, version: version + 1 })
      .where(eq(eventType.id, eventTypeId));
    const before = await tx.db.delete(hosting).where(eq(hosting.eventTypeId, eventTypeId)).returning();
    await tx.db.insert(hosting).values(wanted.map((hostId) => ({ eventTypeId, hostId })));
    const changes = changedValues<EventTypeSettings>(
      { ...kind, hostIds: before.map(({ hostId }) => hostId).sort() },
      { ...settings, hostIds: wanted.toSorted() },
    );
    return recorded({ action: bookingAudit.eventTypeChanged, subject: eventTypeId, detail: { changes } });
  });
}
