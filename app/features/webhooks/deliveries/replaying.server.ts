import { and, eq, inArray, sql } from "drizzle-orm";
import { findEvents, listEventsBetween } from "#app/features/events/log.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { isDemoAddress } from "#app/lib/people/demo-address.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { webhooksAudit } from "../audit.ts";
import { listSendable, namesMatching } from "../endpoints/subscriptions.server.ts";
import { wakeSender } from "../jobs.server.ts";
import { webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import { type DeliveryStatus, maxReplayed } from "../webhooks.ts";

/*
 * Sends samples, and resends events, on request. Each is a new delivery with its own attempts. A replay has the
 * `webhook-id` of the first delivery, so that a receiver that has already processed the event can ignore it.
 */

type Refused = NotAdmin | NotFound | Refusal<"not_active">;

/** Sends a sample of an event at once, subscribed or not. For admins. Refusals: not_found, not_active, unknown_event. */
export function sendTest(
  ctx: Ctx,
  { endpointId, event }: { endpointId: string; event: string },
): Promise<Result<{ deliveryId: string }, Refused | Refusal<"unknown_event">>> {
  return adminCommand(ctx, "webhooks", async (tx) => {
    const endpoint = await findEndpoint(tx, endpointId);
    if (!endpoint) return notFound();
    if (endpoint.status !== "active") return refuse("not_active");
    if (!listSendable().some(({ name }) => name === event)) return refuse("unknown_event");
    const deliveryId = newId();
    await tx.db.insert(webhookDelivery).values({
      ...{ id: deliveryId, endpointId, kind: "test", eventId: null, messageId: newId(), eventName: event },
      ...{ occurredAt: tx.now, createdAt: tx.now, nextAttemptAt: tx.now },
    });
    await wakeSender(tx);
    return recorded({ action: webhooksAudit.testSent, subject: endpointId, detail: { event } }, { deliveryId });
  });
}

/** Resends a delivery's event; for a test, a new sample. For admins. Refusals: not_found, not_active, forgotten. */
export function replayDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<Result<{ deliveryId: string }, Refused | Refusal<"forgotten">>> {
  return adminCommand(ctx, "webhooks", async (tx) => {
    if (!isUuid(deliveryId)) return notFound();
    const [before] = await tx.db.select().from(webhookDelivery).where(eq(webhookDelivery.id, deliveryId));
    if (!before) return notFound();
    const { endpointId, eventId, eventName, occurredAt } = before;
    const endpoint = await findEndpoint(tx, endpointId);
    if (endpoint?.status !== "active") return refuse("not_active");
    if (eventId && (await findEvents(tx, [eventId])).size === 0) return refuse("forgotten");
    const id = newId();
    await tx.db.insert(webhookDelivery).values({
      ...{ id, endpointId, kind: eventId ? "replay" : "test", eventId, messageId: eventId ?? newId(), eventName },
      ...{ occurredAt, createdAt: tx.now, nextAttemptAt: tx.now },
    });
    await wakeSender(tx);
    return recorded(
      { action: webhooksAudit.deliveriesReplayed, subject: endpointId, detail: { events: 1 } },
      { deliveryId: id },
    );
  });
}

/**
 * Resends the subscribed events from `since` until `until` (excluded): all, or those without a delivery or with a
 * failed latest one (`failed`). Skips events with a pending delivery. For admins. Refusals: not_found, not_active,
 * too_many_events.
 */
export function replayRange(
  ctx: Ctx,
  { endpointId, since, until, only }: { endpointId: string; since: Date; until: Date | null; only: "all" | "failed" },
): Promise<Result<{ queued: number }, Refused | Refusal<"too_many_events">>> {
  return adminCommand(ctx, "webhooks", async (tx) => {
    const endpoint = await findEndpoint(tx, endpointId);
    if (!endpoint) return notFound();
    if (endpoint.status !== "active") return refuse("not_active");
    const found = await listEventsBetween(tx, {
      ...{ since, until, names: namesMatching(endpoint.events), limit: maxReplayed + 1 },
    });
    if (found.length > maxReplayed) return refuse("too_many_events");
    const latest = await latestOutcomes(
      tx,
      endpointId,
      found.map(({ id }) => id),
    );
    const isWanted = (id: string) =>
      !latest.get(id)?.isPending && !(only === "failed" && latest.get(id)?.status === "delivered");
    const rows = found
      .filter(({ id, email }) => isWanted(id) && !(email && isDemoAddress(email)))
      .map(({ id, name, occurredAt }) => ({
        ...{ id: newId(), endpointId, kind: "replay" as const, eventId: id, messageId: id, eventName: name },
        ...{ occurredAt, createdAt: tx.now, nextAttemptAt: tx.now },
      }));
    if (rows.length === 0) return unrecorded({ queued: 0 });
    for (let at = 0; at < rows.length; at += 1000)
      await tx.db.insert(webhookDelivery).values(rows.slice(at, at + 1000));
    await wakeSender(tx);
    return recorded(
      { action: webhooksAudit.deliveriesReplayed, subject: endpointId, detail: { events: rows.length } },
      { queued: rows.length },
    );
  });
}

/** By event: the status of its latest delivery to the endpoint, and whether any of its deliveries is pending. */
async function latestOutcomes(
  tx: Ctx,
  endpointId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, { status: DeliveryStatus; isPending: boolean }>> {
  const { eventId, status, createdAt, id } = webhookDelivery;
  const rows = await tx.db
    .select({
      eventId: sql<string>`${eventId}`,
      isPending: sql<boolean>`bool_or(${status} = 'pending')`,
      status: sql<DeliveryStatus>`(array_agg(${status} order by ${createdAt} desc, ${id} desc))[1]`,
    })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.endpointId, endpointId), inArray(eventId, [...eventIds])))
    .groupBy(eventId);
  return new Map(rows.map((row) => [row.eventId, row]));
}

/** Locks the endpoint, so that it is not paused or deleted meanwhile. */
async function findEndpoint(tx: Ctx, endpointId: string) {
  if (!isUuid(endpointId)) return undefined;
  const [row] = await tx.db
    .select({ status: webhookEndpoint.status, events: webhookEndpoint.events })
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.id, endpointId))
    .for("share");
  return row;
}
