import { ne } from "drizzle-orm";
import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { isDemoAddress, isDemoUrl } from "#app/lib/people/demo-address.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { wakeSender } from "./jobs.server.ts";
import { webhookDelivery, webhookEndpoint } from "./tables.server.ts";
import { deliveryDays, isSubscribed } from "./webhooks.ts";

/**
 * Creates the deliveries of events: one for each subscribed endpoint that is not disabled. Idempotent; a replay of the
 * log adds only deliveries missing within the retention period. An endpoint receives only events from after it was
 * added. Demo events are not sent, and demo endpoints receive nothing.
 */
export async function followEvents(ctx: Ctx, events: readonly LoggedEvent[]): Promise<void> {
  const wanted = events.filter(
    ({ email, occurredAt }) =>
      !(email && isDemoAddress(email)) && ctx.now.getTime() - occurredAt.getTime() <= deliveryDays * dayMs,
  );
  if (wanted.length === 0) return;
  const endpoints = await ctx.db
    .select({
      ...{ id: webhookEndpoint.id, url: webhookEndpoint.url },
      ...{ events: webhookEndpoint.events, createdAt: webhookEndpoint.createdAt },
    })
    .from(webhookEndpoint)
    .where(ne(webhookEndpoint.status, "disabled"));
  const rows = wanted.flatMap(({ id: eventId, name, occurredAt }) =>
    endpoints
      .filter(({ url, events, createdAt }) => !isDemoUrl(url) && createdAt <= occurredAt && isSubscribed(events, name))
      .map(({ id }) => ({
        ...{ id: newId(), endpointId: id, kind: "event" as const, eventId, messageId: eventId },
        ...{ eventName: name, occurredAt, createdAt: ctx.now, nextAttemptAt: ctx.now },
      })),
  );
  if (rows.length === 0) return;
  const added = await ctx.db
    .insert(webhookDelivery)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: webhookDelivery.id });
  if (added.length > 0) await wakeSender(ctx);
}

/** Deliveries record past requests, so a replay of the log keeps them. */
export const keepDeliveries = async (): Promise<void> => {};
