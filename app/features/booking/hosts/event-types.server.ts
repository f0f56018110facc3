import { asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { canRead } from "#app/lib/actor.ts";
import { missingBillingDetails } from "#app/lib/invoice-details.ts";
import { type NotAdmin, notAdmin, notFound, refuse, stale } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { violates } from "#app/platform/database/constraint.server.ts";
import { env } from "#app/platform/env.server.ts";
import { bookingAudit } from "../audit.ts";
import type { EventTypeRow } from "../availability/schedule.server.ts";
import { eventType, host, hosting } from "../tables.server.ts";
import type { EventTypeRefusal, EventTypeSettings, NewEventType, SeenVersion } from "./event-type.ts";
import { isBuiltIn } from "./event-type-slugs.ts";

/** Lists all event types in the firm's order, archived ones last. For admins. */
export async function listEventTypes(ctx: Ctx): Promise<Result<({ kind: EventTypeRow } & HostsOf)[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const eventTypes = await ctx.db
    .select()
    .from(eventType)
    .orderBy(
      sql`${eventType.archivedAt} nulls first`,
      asc(eventType.position),
      asc(eventType.createdAt),
      asc(eventType.slug),
    );
  const taken = await ctx.db.select().from(hosting);
  return ok(
    eventTypes.map((kind) => ({
      kind,
      ...hostsOf(taken.filter(({ eventTypeId }) => eventTypeId === kind.id)),
    })),
  );
}

type HostsOf = Required<Pick<EventTypeSettings, "hostIds" | "weights">>;

const hostsOf = (rows: readonly (typeof hosting.$inferSelect)[]): HostsOf => ({
  hostIds: rows.map(({ hostId }) => hostId).sort(),
  weights: Object.fromEntries(rows.filter(({ weight }) => weight !== 1).map(({ hostId, weight }) => [hostId, weight])),
});

/**
 * Changes the rules of an event type; its slug cannot change, because it is part of URLs. Booked calls keep their times and buffers.
 * Absent settings keep their values. For admins. Refusals: not_admin, not_found, stale (with the current `version`), unknown_host,
 * archived, site_call (a price or an audience for a call that the site offers to everyone), no_payments and no_invoices (a price that cannot be
 * paid that way).
 */
export async function changeEventType(
  ctx: Ctx,
  { eventTypeId, version, hostIds, weights, ...settings }: EventTypeSettings & SeenVersion & { eventTypeId: string },
): Promise<Result<undefined, EventTypeRefusal>> {
  return adminCommand(ctx, "calendar", async (tx) => {
    if (!isUuid(eventTypeId)) return notFound();
    const [kind] = await tx.db.select().from(eventType).where(eq(eventType.id, eventTypeId)).for("update");
    if (!kind) return notFound();
    if (kind.version !== version) return stale({ version: kind.version });
    if (kind.archivedAt) return refuse("archived");
    const { priceCents, payBy, audience } = settings;
    if (isBuiltIn(kind.slug) && (priceCents !== null || audience !== "anyone")) return refuse("site_call");
    const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = env();
    if (priceCents !== null && payBy === "checkout" && !(key && secret)) return refuse("no_payments");
    if (priceCents !== null && payBy === "invoice" && missingBillingDetails(env()).length > 0)
      return refuse("no_invoices");
    const wanted = [...new Set(hostIds)];
    const known = await tx.db.select({ id: host.id }).from(host).where(inArray(host.id, wanted));
    if (known.length !== wanted.length) return refuse("unknown_host");
    await tx.db
      .update(eventType)
      .set({ ...settings, version: version + 1 })
      .where(eq(eventType.id, eventTypeId));
    const before = await tx.db.delete(hosting).where(eq(hosting.eventTypeId, eventTypeId)).returning();
    const rows = wanted.map((hostId) => ({
      eventTypeId,
      hostId,
      weight: (weights ?? hostsOf(before).weights)[hostId] ?? 1,
    }));
    await tx.db.insert(hosting).values(rows);
    const changes = changedValues<EventTypeSettings>(
      { ...kind, ...hostsOf(before) },
      { ...settings, ...hostsOf(rows) },
    );
    return recorded({ action: bookingAudit.eventTypeChanged, subject: eventTypeId, detail: { changes } });
  });
}

/**
 * Adds an event type with the rules, hosts and questions of another; it cannot be booked until an admin offers it. For admins.
 * Refusals: not_admin, not_found (the one to copy), link_taken.
 */
export async function addEventType(
  ctx: Ctx,
  { title, slug, copyOf }: NewEventType,
): Promise<Result<{ id: string }, EventTypeRefusal>> {
  try {
    return await adminCommand(ctx, "calendar", async (tx) => {
      const [copied] = await tx.db.select().from(eventType).where(eq(eventType.id, copyOf));
      if (!copied) return notFound();
      const id = newId();
      const [last] = await tx.db.select({ position: sql<number>`max(${eventType.position})` }).from(eventType);
      await tx.db.insert(eventType).values({
        ...{ ...copied, id, title, slug, active: false, archivedAt: null, version: 1, createdAt: tx.now },
        position: last!.position + 1,
        // Theirs say what happens with an analysis or a blueprint.
        ...(isBuiltIn(copied.slug) && { description: "A call with one of our hosts." }),
      });
      const hosts = await tx.db.select().from(hosting).where(eq(hosting.eventTypeId, copyOf));
      if (hosts.length > 0) await tx.db.insert(hosting).values(hosts.map((each) => ({ ...each, eventTypeId: id })));
      return recorded({ action: bookingAudit.eventTypeAdded, subject: id, detail: { copyOf } }, { id });
    });
  } catch (error) {
    if (violates(error, "event_type_slug_unique")) return refuse("link_taken");
    throw error;
  }
}

/**
 * Sets the order of the lists. `ids`: all event types that are not archived. For admins. Refusals: not_admin, order_changed (others
 * exist by now).
 */
export const orderEventTypes = (
  ctx: Ctx,
  { ids }: { ids: readonly string[] },
): Promise<Result<undefined, EventTypeRefusal>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    const listed = await tx.db
      .select({ id: eventType.id })
      .from(eventType)
      .where(isNull(eventType.archivedAt))
      .orderBy(eventType.id)
      .for("update");
    const isSame =
      new Set(ids).size === ids.length && ids.length === listed.length && listed.every(({ id }) => ids.includes(id));
    if (!isSame) return refuse("order_changed");
    for (const [position, id] of ids.entries())
      await tx.db.update(eventType).set({ position }).where(eq(eventType.id, id));
    return recorded({ action: bookingAudit.eventTypesOrdered, subject: "all" });
  });

/**
 * Takes an event type out of the lists and closes its page; its calls stay and can be moved and canceled. For admins. Refusals:
 * not_admin, not_found, built_in (the two that the site leads to).
 */
export const archiveEventType = (ctx: Ctx, { eventTypeId }: { eventTypeId: string }) =>
  changingState(ctx, eventTypeId, bookingAudit.eventTypeArchived, { archivedAt: ctx.now, active: false });

/** Lists an archived event type again; an admin offers it when it is ready. For admins. Refusals: not_admin, not_found. */
export const restoreEventType = (ctx: Ctx, { eventTypeId }: { eventTypeId: string }) =>
  changingState(ctx, eventTypeId, bookingAudit.eventTypeRestored, { archivedAt: null });

const changingState = (
  ctx: Ctx,
  eventTypeId: string,
  action: typeof bookingAudit.eventTypeArchived | typeof bookingAudit.eventTypeRestored,
  state: { archivedAt: Date | null; active?: false },
): Promise<Result<undefined, EventTypeRefusal>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    if (!isUuid(eventTypeId)) return notFound();
    const [kind] = await tx.db.select().from(eventType).where(eq(eventType.id, eventTypeId)).for("update");
    if (!kind) return notFound();
    if (isBuiltIn(kind.slug)) return refuse("built_in");
    await tx.db
      .update(eventType)
      .set({ ...state, version: kind.version + 1 })
      .where(eq(eventType.id, eventTypeId));
    return recorded({ action, subject: eventTypeId });
  });
