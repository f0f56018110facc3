import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { addLocalEndpoint, deliveriesOf, requestAccess } from "#tests/fixtures/webhooks.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { webhookDelivery } from "../tables.server.ts";
import type { DeliveryStatus } from "../webhooks.ts";
import { replayDelivery, replayRange } from "./replaying.server.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const latestOf = async (endpointId: string, eventId: string) =>
  (await deliveriesOf(ctx, endpointId)).find((each) => each.eventId === eventId)!;

async function happen(endpointId: string, first: DeliveryStatus, ...replays: DeliveryStatus[]): Promise<string> {
  const eventId = await requestAccess(ctx);
  await finish(await latestOf(endpointId, eventId), first);
  for (const [index, outcome] of replays.entries()) {
    const { id: deliveryId } = await latestOf(endpointId, eventId);
    value(await replayDelivery(later(ctx, { seconds: index + 1 }), { deliveryId }));
    await finish(await latestOf(endpointId, eventId), outcome);
  }
  return eventId;
}

async function finish({ id }: { id: string }, status: DeliveryStatus) {
  if (status === "pending") return;
  await db.update(webhookDelivery).set({ status, nextAttemptAt: null }).where(eq(webhookDelivery.id, id));
}

test("replaying failures resends each event without a delivery or with a failed latest one", async () => {
  const { id: endpointId } = await addLocalEndpoint(ctx, { url: "http://127.0.0.1:5580/hook" });
  const { id: otherId } = await addLocalEndpoint(ctx, { url: "http://127.0.0.1:5580/other" });
  const cases: Record<string, DeliveryStatus[]> = {
    delivered: ["delivered"],
    failed: ["failed"],
    "failed, then delivered": ["failed", "delivered"],
    "delivered, then failed": ["delivered", "failed"],
    waiting: ["pending"],
    "failed, then waiting": ["failed", "pending"],
    lost: ["pending"],
  };
  const names = new Map<string, string>();
  for (const [name, [first, ...replays]] of Object.entries(cases))
    names.set(await happen(endpointId, first!, ...replays), name);
  const lost = [...names].find(([, name]) => name === "lost")![0];
  await db.delete(webhookDelivery).where(eq(webhookDelivery.eventId, lost));
  const elsewhere = eq(webhookDelivery.endpointId, otherId);
  await db.update(webhookDelivery).set({ status: "delivered", nextAttemptAt: null }).where(elsewhere);

  const at = later(ctx, { seconds: 60 });
  const replay = (only: "all" | "failed") => replayRange(at, { endpointId, since: ctx.now, until: null, only });
  const queued = async () =>
    (await deliveriesOf(ctx, endpointId))
      .filter(({ createdAt }) => createdAt.getTime() === at.now.getTime())
      .map(({ eventId }) => names.get(eventId))
      .sort();
  const missed = ["delivered, then failed", "failed", "lost"];
  expect(value(await replay("failed"))).toEqual({ queued: 3 });
  expect(await queued()).toEqual(missed);
  expect(value(await replay("failed"))).toEqual({ queued: 0 });
  expect(value(await replay("all"))).toEqual({ queued: 2 });
  expect(await queued()).toEqual([...missed, "delivered", "failed, then delivered"].sort());
});
