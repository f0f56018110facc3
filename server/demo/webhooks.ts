import { eq } from "drizzle-orm";
import { findEvents, listEventsBetween } from "#app/features/events/log.server.ts";
import { apiToken } from "#app/features/security/tables.server.ts";
import { createApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { type DemoDelivery, storeDemoDeliveries } from "#app/features/webhooks/deliveries/demo-deliveries.server.ts";
import { addEndpoint, pauseEndpoint } from "#app/features/webhooks/endpoints/endpoint-commands.server.ts";
import { namesMatching } from "#app/features/webhooks/endpoints/subscriptions.server.ts";
import { webhookEndpoint } from "#app/features/webhooks/tables.server.ts";
import { EndpointInput } from "#app/features/webhooks/webhooks.ts";
import { demoDomain, isDemoAddress } from "#app/lib/people/demo-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Reach, theOutside } from "#app/platform/outside/outside-request.server.ts";
import { after, must, type Timeline } from "./timeline.ts";

/** Hosts of demo data do not exist, so this resolves them without a lookup. Nothing is requested. */
const noRequests: Reach = { ...theOutside, resolve: async () => ["demo"], isPublic: () => true };

const endpoints = [
  {
    url: `https://flows.${demoDomain("gtmarc")}/webhook/new-analyses`,
    ...{ description: "n8n: new analyses into the sales channel", events: ["analysis.created", "access.*"] },
  },
  {
    url: `https://crm.${demoDomain("gtmarc")}/hooks/gtmarc`,
    ...{ description: "CRM: bookings, payments and stages", events: ["booking.*", "payment.*", "prospect.*"] },
    ...{ ratePerMinute: 120, headers: [{ name: "Authorization", value: "Bearer demo" }] },
  },
];

const daysOfDeliveries = 14;
const maxDeliveries = 60;
/** Response statuses of a delivery that failed at every attempt. */
const failures = [502, 502, 500, 500, 500, 503, 500, 500, 500, 500, 500, 500];

/**
 * Adds endpoints of other tools with their deliveries, and an API token. The endpoints are paused and use reserved host names;
 * no copy of the token is kept. Call it after the events were delivered.
 */
export async function addWebhooks(ctx: Ctx, time: Timeline): Promise<void> {
  const added = { ...ctx, now: after(time.now, { days: -25 }) };
  for (const input of endpoints) {
    const { id: endpointId, secret } = must(await addEndpoint(added, EndpointInput.parse(input), noRequests));
    must(await pauseEndpoint({ ...ctx, now: after(time.now, { hours: -2 }) }, { endpointId, version: 1 }));
    const deliveries = await deliveriesOf(ctx, time, input.events);
    await storeDemoDeliveries(ctx, { endpointId, secret }, deliveries);
    const delivered = deliveries.filter(({ status }) => status === "delivered").map(({ createdAt }) => createdAt);
    const lastDeliveredAt = new Date(Math.max(...delivered.map((at) => at.getTime())));
    await ctx.db.update(webhookEndpoint).set({ lastDeliveredAt }).where(eq(webhookEndpoint.id, endpointId));
  }
  const { id } = must(
    await createApiToken(added, { name: "Weekly report", scopes: ["read:prospects", "read:bookings"] }),
  );
  await ctx.db
    .update(apiToken)
    .set({ lastUsedAt: after(time.now, { days: -1 }) })
    .where(eq(apiToken.id, id));
}

/** Adds deliveries in every state for the demo events of the last two weeks, and a test delivery per endpoint. */
async function deliveriesOf(ctx: Ctx, time: Timeline, patterns: readonly string[]): Promise<DemoDelivery[]> {
  const since = after(time.now, { days: -daysOfDeliveries });
  const names = namesMatching(patterns);
  const found = await listEventsBetween(ctx, { since, until: time.now, names, limit: 100_000 });
  const chosen = found.filter(({ email }) => email && isDemoAddress(email)).slice(-maxDeliveries);
  const events = await findEvents(
    ctx,
    chosen.map(({ id }) => id),
  );
  const longAgo = after(time.now, { days: -6 });
  const sent = [...events.values()]
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
    .flatMap((event, place): DemoDelivery[] => {
      const base = { kind: "event" as const, eventName: event.name, event, durationMs: time.between(60, 900) };
      const made = { ...base, createdAt: new Date(event.occurredAt.getTime() + 800) };
      if (place >= events.size - 2) return [{ ...made, status: "pending", responses: [] }];
      if (place === events.size - 3) return [{ ...made, status: "pending", responses: [503] }];
      if (place === events.size - 4) return [{ ...made, status: "canceled", responses: [] }];
      if (place === 1 && event.occurredAt < longAgo) {
        const replay = { ...base, kind: "replay" as const, createdAt: after(event.occurredAt, { days: 5, hours: 20 }) };
        return [
          { ...made, status: "failed", responses: failures },
          { ...replay, status: "delivered", responses: [200] },
        ];
      }
      return [{ ...made, status: "delivered", responses: place % 7 === 3 ? [503, 200] : [200] }];
    });
  const test = { kind: "test" as const, eventName: names[0]!, event: undefined, durationMs: 180 };
  return [{ ...test, createdAt: after(time.now, { days: -24 }), status: "delivered", responses: [200] }, ...sent];
}
