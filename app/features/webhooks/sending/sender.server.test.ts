import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { accountDeleted } from "#app/features/accounts/events.ts";
import { publish } from "#app/features/events/events.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { consumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { startReceiver } from "#tests/fixtures/webhook-receiver.ts";
import { useWebhookSending } from "#tests/fixtures/webhook-sending.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { findLatestTest, getDelivery } from "../deliveries/deliveries.server.ts";
import { replayDelivery, replayRange, sendTest } from "../deliveries/replaying.server.ts";
import { deleteEndpoint, pauseEndpoint, resumeEndpoint, rotateSecret } from "../endpoints/endpoint-commands.server.ts";
import { webhookAttempt } from "../tables.server.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
const sending = useWebhookSending(ctx);
const { add, happen, follow, send, list, endpoint } = sending;

test("an event reaches a subscribed endpoint once, signed according to Standard Webhooks", async () => {
  const { id, secret } = await add({ headers: [{ name: "Authorization", value: "Bearer the-token" }] });
  await add({ events: ["booking.*"] });
  const eventId = await happen();
  expect(await send()).toEqual({ delivered: 1, failed: 0 });
  expect(await send()).toEqual({ delivered: 0, failed: 0 });
  const [request, ...others] = sending.receiver.requests;
  expect(others).toEqual([]);
  expect(request!.headers).toMatchObject({
    "webhook-id": eventId,
    "content-type": "application/json",
    authorization: "Bearer the-token",
  });
  const at = Number(request!.headers["webhook-timestamp"]);
  expect(Math.abs(at - testNow.getTime() / 1000)).toBeLessThan(5);
  expect(request!.headers["webhook-signature"]).toBe(
    new Webhook(secret).sign(eventId, new Date(at * 1000), request!.body),
  );
  expect(JSON.parse(request!.body)).toEqual({
    type: "access.requested",
    timestamp: testNow.toISOString(),
    data: expect.objectContaining({ email: "dana@northfield.example", companyName: "Northfield" }),
  });

  const [entry] = await list(id);
  expect(entry).toMatchObject({ eventId, type: "access.requested", status: "delivered", attempts: 1, lastStatus: 200 });
  const detail = value(await getDelivery(ctx, { deliveryId: entry!.id }));
  expect(detail.body).toBe(request!.body);
  expect(detail.attemptLog).toMatchObject([
    { number: 1, status: 200, error: null, responseBody: "ok", requestHeaders: { Authorization: "[redacted]" } },
  ]);
  expect(JSON.stringify(detail)).not.toContain("the-token");
  expect(await endpoint(id)).toMatchObject({ recent: { delivered: 1, failed: 0, pending: 0 }, failingSince: null });
});

test("deleting an endpoint during a request does not affect the outcomes of others", async () => {
  const { id: deleted } = await add();
  const slow = await startReceiver();
  const { id: kept } = await add({ url: slow.url });
  await happen();
  sending.receiver.respond((response) => {
    void deleteEndpoint(ctx, { endpointId: deleted, version: 1 }).then(() => response.end("ok"));
  });
  await send();
  expect(await list(kept)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  expect(await list(deleted)).toEqual([]);
  slow.close();
});

test("a secret that is unreadable after SECRET changed fails only its own deliveries", async () => {
  const { id: old } = await add();
  useSettings({ SECRET: "another-secret-of-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  const { id: added } = await add();
  await happen();
  expect(await send()).toEqual({ delivered: 1, failed: 0 });
  expect(await list(added)).toMatchObject([{ status: "delivered" }]);
  expect(await list(old)).toMatchObject([
    { status: "pending", attempts: 1, lastError: expect.stringContaining("cannot be read") },
  ]);
  expect(sending.receiver.requests).toHaveLength(1);
});

test("an event that is delivered to the consumer twice, or replayed from the log, is sent once", async () => {
  const { id } = await add();
  const eventId = await happen();
  await follow(ctx, eventId);
  const webhooks = consumers.find(({ name }) => name === "webhooks")!;
  await webhooks.handle(
    ctx,
    {
      id: eventId,
      name: "access.requested",
      version: 1,
      payload: {},
      email: null,
      userId: null,
      actor: { kind: "system", userId: null },
      occurredAt: testNow,
    },
    { isReplay: true },
  );
  await send();
  expect(sending.receiver.requests).toHaveLength(1);
  expect(await list(id)).toHaveLength(1);
});

test("events from before the endpoint, of demo data and of other groups are not sent", async () => {
  const before = await happen();
  const { id } = await add();
  await happen(later(ctx, { seconds: 1 }), "dana@northfield-demo.example");
  expect(await list(id)).toEqual([]);
  const early = await happen(later(ctx, { hours: -1 }));
  await follow(ctx, early);
  await follow(ctx, before);
  await send();
  expect(sending.receiver.requests).toEqual([]);
});

test("a hanging endpoint does not delay the others", async () => {
  const hanging = await startReceiver();
  hanging.respond(() => {});
  await add({ url: hanging.url });
  await add();
  for (let n = 0; n < 60; n += 1) await happen();
  const sent = send();
  await expect.poll(() => sending.receiver.requests.length).toBe(60);
  expect(hanging.requests).toHaveLength(8);
  hanging.close();
  await sent;
});

test("two simultaneous senders send each delivery once", async () => {
  await add();
  for (let n = 0; n < 40; n += 1) await happen();
  const [one, other] = await Promise.all([send(), send()]);
  expect(one.delivered + other.delivered).toBe(40);
  expect(new Set(sending.receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(40);
  expect(sending.receiver.requests).toHaveLength(40);
});

test("requests keep to their endpoint's rate", async () => {
  await add({ ratePerMinute: 1 });
  for (let n = 0; n < 3; n += 1) await happen();
  const counts: number[] = [];
  for (const second of [0, 30, 60, 90, 120]) {
    await send(later(ctx, { seconds: second }));
    counts.push(sending.receiver.requests.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});

test("a paused endpoint queues deliveries, a resumed one sends them; after a rotation both secrets sign for a day", async () => {
  const { id, secret } = await add();
  value(await pauseEndpoint(ctx, { endpointId: id, version: 1 }));
  await happen();
  await send();
  expect(sending.receiver.requests).toEqual([]);
  value(await resumeEndpoint(ctx, { endpointId: id, version: 2 }));
  const rotated = value(await rotateSecret(ctx, { endpointId: id, version: 3 }));
  await send();
  const signatures = () => {
    const { headers, body } = sending.receiver.requests.at(-1)!;
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const of = (which: string) => new Webhook(which).sign(String(headers["webhook-id"]), at, body);
    return [String(headers["webhook-signature"]).split(" "), of(rotated.secret), of(secret)] as const;
  };
  const [both, now, before] = signatures();
  expect(both).toEqual([now, before]);
  const tomorrow = later(ctx, { hours: 25 });
  await happen(tomorrow);
  await send(tomorrow);
  const [one, after] = signatures();
  expect(one).toEqual([after]);
});

test("test sends contain a sample; a replay is a new delivery with the same id; a range resends the subscribed events", async () => {
  const { id } = await add();
  expect(await findLatestTest(ctx, id)).toBeNull();
  const { deliveryId } = value(await sendTest(ctx, { endpointId: id, event: "booking.made" }));
  const first = await happen();
  const second = await happen(later(ctx, { hours: 1 }));
  await send(later(ctx, { hours: 1 }));
  expect(sending.receiver.requests).toHaveLength(3);
  const sample = sending.receiver.requests
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === "booking.made");
  expect(sample.data).toMatchObject({ email: "dana@northfield.example", eventType: "strategy-session" });
  expect(value(await getDelivery(ctx, { deliveryId })).status).toBe("delivered");

  expect(await findLatestTest(ctx, id)).toMatchObject({ id: deliveryId, status: "delivered" });
  expect((await endpoint(id)).lastDeliveredAt).not.toBeNull();
  const delivery = (await list(id)).find(({ eventId }) => eventId === first)!;
  value(await replayDelivery(ctx, { deliveryId: delivery.id }));
  await send();
  expect(sending.receiver.requests.at(-1)?.headers["webhook-id"]).toBe(first);
  const since = later(ctx, { hours: 1 }).now;
  expect(value(await replayRange(ctx, { endpointId: id, since, until: null, only: "failed" }))).toEqual({ queued: 0 });
  expect(value(await replayRange(ctx, { endpointId: id, since, until: null, only: "all" }))).toEqual({ queued: 1 });
  // Pending deliveries are not queued again.
  expect(value(await replayRange(ctx, { endpointId: id, since, until: null, only: "all" }))).toEqual({ queued: 0 });
  await send();
  expect(sending.receiver.requests.at(-1)?.headers["webhook-id"]).toBe(second);
  expect((await list(id)).map(({ kind }) => kind).sort()).toEqual(["event", "event", "replay", "replay", "test"]);
});

test("deleting a person ends pending deliveries and removes echoed response bodies", async () => {
  const { id } = await add({ events: ["*"] });
  sending.receiver.respond((response, { body }) => response.end(body));
  await happen();
  await send();
  await happen();
  await inTransaction(ctx, (tx) => publish(tx, accountDeleted, { userId: newId(), email: "dana@northfield.example" }));
  await send();
  expect(sending.receiver.requests).toHaveLength(1);
  expect((await list(id)).map(({ status }) => status).sort()).toEqual(["canceled", "delivered"]);
  expect(JSON.stringify(await db.select().from(webhookAttempt))).not.toContain("dana@northfield");
  const canceled = (await list(id)).find(({ status }) => status === "canceled")!;
  expect(value(await getDelivery(ctx, { deliveryId: canceled.id })).body).toBeNull();
  expect(await replayDelivery(ctx, { deliveryId: canceled.id })).toEqual({ ok: false, reason: { kind: "forgotten" } });
});

test("a large response is truncated, and echoed secrets and header values are removed", async () => {
  const { id, secret } = await add({ headers: [{ name: "X-Key", value: "the-key-of-the-tool" }] });
  sending.receiver.respond((response) => {
    response.setHeader("set-cookie", "session=1");
    response.setHeader("x-echo", "the-key-of-the-tool");
    response.end(`${secret} the-key-of-the-tool \0${"x".repeat(20_000)}`);
  });
  await happen();
  await send();
  const [entry] = await list(id);
  const [attempt] = value(await getDelivery(ctx, { deliveryId: entry!.id })).attemptLog;
  expect(attempt).toMatchObject({
    isTruncated: true,
    responseHeaders: { "set-cookie": "[redacted]", "x-echo": "[redacted]" },
  });
  expect(attempt!.responseBody!.length).toBeLessThanOrEqual(16 * 1024);
  expect(attempt!.responseBody).toMatch(/^\[redacted\] \[redacted\] \uFFFDx*/u);
});
