import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { accessRequested } from "#app/features/access/events.ts";
import { accountDeleted } from "#app/features/accounts/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { connectConsumers, consumers } from "#server/consumers.ts";
import { registerListeners } from "#server/listeners.ts";
import { jobDefinitions } from "#server/schedule.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { localReach, type Receiver, startReceiver } from "#tests/fixtures/webhook-receiver.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { findLatestTest, getDelivery, listDeliveries } from "./deliveries.server.ts";
import {
  addEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from "./endpoint-commands.server.ts";
import { getEndpoint } from "./endpoints.server.ts";
import { replayDelivery, replayRange, sendTest } from "./replaying.server.ts";
import { sendDue } from "./sender.server.ts";
import { webhookAttempt, webhookDelivery } from "./tables.server.ts";
import { EndpointInput } from "./webhooks.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
let receiver: Receiver;
beforeEach(async () => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
  registerListeners();
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const add = async (input: Partial<EndpointInput> = {}) =>
  value(await addEndpoint(ctx, EndpointInput.parse({ url: receiver.url, events: ["access.*"], ...input }), localReach));

/** An event, delivered to the consumer as its job does. */
async function happen(at: Ctx = ctx, email = "dana@northfield.example"): Promise<string> {
  const payload = { requestId: newId(), email, companyName: "Northfield" };
  const eventId = await inTransaction(at, (tx) =>
    publish(tx, accessRequested, { ...payload, companyWebsite: null, role: null, industry: null }),
  );
  await follow(at, eventId);
  return eventId;
}
const follow = (at: Ctx, eventId: string) =>
  deliverEvent(at, consumers.find(({ name }) => name === "webhooks")!, eventId);
const send = (at: Ctx = ctx, options: { timeoutMs?: number } = {}) => sendDue(at, { reach: localReach, ...options });
const list = async (endpointId: string) =>
  value(await listDeliveries(ctx, { endpointId, event: null, status: null, after: null, before: null })).rows;
const endpoint = async (endpointId: string) => value(await getEndpoint(ctx, { endpointId }));
const seconds = (from: Date, to: Date | null) => ((to?.getTime() ?? 0) - from.getTime()) / 1000;

test("an event reaches a subscribed endpoint once, signed as Standard Webhooks says", async () => {
  const { id, secret } = await add({ headers: [{ name: "Authorization", value: "Bearer the-token" }] });
  await add({ events: ["booking.*"] });
  const eventId = await happen();
  expect(await send()).toEqual({ delivered: 1, failed: 0 });
  expect(await send()).toEqual({ delivered: 0, failed: 0 });
  const [request, ...others] = receiver.requests;
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

test("an endpoint that is deleted during a request does not spoil the outcomes of others", async () => {
  const { id: deleted } = await add();
  const slow = await startReceiver();
  const { id: kept } = await add({ url: slow.url });
  await happen();
  receiver.respond((response) => {
    void deleteEndpoint(ctx, { endpointId: deleted, version: 1 }).then(() => response.end("ok"));
  });
  await send();
  expect(await list(kept)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  expect(await list(deleted)).toEqual([]);
  slow.close();
});

test("a secret that cannot be read after SECRET changed fails its own deliveries only", async () => {
  const { id: old } = await add();
  useSettings({ SECRET: "another-secret-of-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  const { id: added } = await add();
  await happen();
  expect(await send()).toEqual({ delivered: 1, failed: 0 });
  expect(await list(added)).toMatchObject([{ status: "delivered" }]);
  expect(await list(old)).toMatchObject([
    { status: "pending", attempts: 1, lastError: expect.stringContaining("cannot be read") },
  ]);
  expect(receiver.requests).toHaveLength(1);
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
  expect(receiver.requests).toHaveLength(1);
  expect(await list(id)).toHaveLength(1);
});

test("events before the endpoint, of demo data and of other groups are not sent", async () => {
  const before = await happen();
  const { id } = await add();
  await happen(later(ctx, { seconds: 1 }), "dana@northfield-demo.example");
  expect(await list(id)).toEqual([]);
  const early = await happen(later(ctx, { hours: -1 }));
  await follow(ctx, early);
  await follow(ctx, before);
  await send();
  expect(receiver.requests).toEqual([]);
});

test("a failure is repeated by the schedule with the same id and a fresh timestamp, until it succeeds", async () => {
  const { id } = await add();
  receiver.respond((response, _, number) => response.writeHead(number < 4 ? 500 : 204).end("broken"));
  const eventId = await happen();
  let at = ctx;
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await send(at)).toEqual({ delivered: 0, failed: 1 });
    const [entry] = await list(id);
    expect(entry).toMatchObject({ status: "pending", attempts: attempt, lastStatus: 500 });
    waits.push(seconds(at.now, entry!.nextAttemptAt));
    expect(await send(at)).toEqual({ delivered: 0, failed: 0 });
    at = { ...ctx, now: entry!.nextAttemptAt! };
  }
  for (const [index, least] of [5, 300, 1800].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(least);
    expect(waits[index]).toBeLessThan(least * 1.1 + 2);
  }
  expect((await endpoint(id)).failingSince).not.toBeNull();
  expect(await send(at)).toEqual({ delivered: 1, failed: 0 });
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([eventId]));
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  expect(await endpoint(id)).toMatchObject({ failingSince: null, status: "active" });
});

test("a receiver that is silent, resets, redirects or is gone fails with a reason", async () => {
  const { id } = await add();
  const reasons: unknown[] = [];
  for (const respond of [
    () => {},
    (response: { destroy: () => void }) => response.destroy(),
    (response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
      response.writeHead(302, { location: "/elsewhere" }).end(),
  ]) {
    receiver.respond(respond as never);
    await happen();
    await send(ctx, { timeoutMs: 300 });
    const [entry] = await list(id);
    reasons.push(entry!.lastError);
    await db.delete(webhookDelivery);
  }
  receiver.close();
  await happen();
  await send();
  reasons.push((await list(id))[0]!.lastError);
  expect(reasons).toEqual([
    "The endpoint did not respond within 15 seconds.",
    "The endpoint could not be reached, or its certificate is not valid.",
    "The endpoint redirected. Redirects are not followed; enter the final address.",
    "The endpoint could not be reached, or its certificate is not valid.",
  ]);
  expect(receiver.requests.every(({ path }) => path === "/hook")).toBe(true);
});

test("410 disables the endpoint at once and mails the admins", async () => {
  await asAdmin(ctx);
  const { id } = await add();
  receiver.respond((response) => response.writeHead(410).end());
  await happen();
  await happen();
  await send();
  expect(await endpoint(id)).toMatchObject({ status: "disabled", disabledReason: "gone" });
  const mails = await db.select().from(message).where(eq(message.kind, "webhook-disabled"));
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(["admin@gtmarc.example"]);
  const count = receiver.requests.length;
  await happen();
  await send(later(ctx, { days: 1 }));
  expect(receiver.requests).toHaveLength(count);
});

test("429 with Retry-After delays the delivery and, for at most an hour, the others of the endpoint", async () => {
  const { id } = await add();
  receiver.respond((response, _, number) =>
    number === 1 ? response.writeHead(429, { "retry-after": "7200" }).end() : response.end(),
  );
  await happen();
  await send();
  const [first] = await list(id);
  expect(seconds(ctx.now, first!.nextAttemptAt)).toBeGreaterThanOrEqual(7200);
  expect(seconds(ctx.now, first!.nextAttemptAt)).toBeLessThan(7200 * 1.1 + 2);
  await happen(later(ctx, { seconds: 10 }));
  expect(await send(later(ctx, { seconds: 20 }))).toEqual({ delivered: 0, failed: 0 });
  expect(await send(later(ctx, { seconds: 3700 }))).toEqual({ delivered: 1, failed: 0 });
  expect(await send(later(ctx, { seconds: 8000 }))).toEqual({ delivered: 1, failed: 0 });
});

test("an endpoint that returns 500 for a day gets everything; after five days it is disabled and resuming sends what waited", async () => {
  await asAdmin(ctx);
  const { id } = await add();
  receiver.respond((response) => response.writeHead(500).end());
  await happen();
  let at = ctx;
  const next = async () => {
    const [entry] = await list(id);
    return entry!.nextAttemptAt;
  };
  for (let due = await next(); due && due < later(ctx, { days: 1 }).now; due = await next()) {
    at = { ...ctx, now: due };
    await send(at);
  }
  expect(await endpoint(id)).toMatchObject({ status: "active" });
  const tried = receiver.requests.length;
  expect(tried).toBeGreaterThanOrEqual(7);

  let fresh = false;
  for (let due = await next(); due && (await endpoint(id)).status === "active"; due = await next()) {
    at = { ...ctx, now: due };
    await send(at);
    // A second event, half way, still waits when the endpoint is disabled.
    if (!fresh && due > later(ctx, { days: 4 }).now) {
      await happen(at);
      fresh = true;
      await send(at);
      await db
        .update(webhookDelivery)
        .set({ createdAt: later(ctx, { days: -1 }).now })
        .where(eq(webhookDelivery.status, "pending"));
    }
  }
  expect(await endpoint(id)).toMatchObject({ status: "disabled", disabledReason: "failing" });
  expect(seconds(ctx.now, at.now)).toBeGreaterThanOrEqual(5 * 86_400);
  expect(await db.$count(message, eq(message.kind, "webhook-disabled"))).toBe(1);

  receiver.respond((response) => response.end());
  const { version } = await endpoint(id);
  value(await resumeEndpoint(at, { endpointId: id, version }));
  expect((await send(later(at, { days: 2 }))).delivered).toBeGreaterThan(0);
});

test("a hanging endpoint does not delay the others", async () => {
  const hanging = await startReceiver();
  hanging.respond(() => {});
  await add({ url: hanging.url });
  await add();
  for (let n = 0; n < 60; n += 1) await happen();
  // Its requests last fifteen seconds.
  const sending = send();
  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(60);
  expect(hanging.requests).toHaveLength(8);
  hanging.close();
  await sending;
});

test("two senders at the same time send each delivery once", async () => {
  await add();
  for (let n = 0; n < 40; n += 1) await happen();
  const [one, other] = await Promise.all([send(), send()]);
  expect(one.delivered + other.delivered).toBe(40);
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(40);
  expect(receiver.requests).toHaveLength(40);
});

test("requests keep the rate of their endpoint", async () => {
  await add({ ratePerMinute: 1 });
  for (let n = 0; n < 3; n += 1) await happen();
  const counts: number[] = [];
  for (const second of [0, 30, 60, 90, 120]) {
    await send(later(ctx, { seconds: second }));
    counts.push(receiver.requests.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});

test("a paused endpoint collects, a resumed one sends; after a rotation both secrets sign for a day", async () => {
  const { id, secret } = await add();
  value(await pauseEndpoint(ctx, { endpointId: id, version: 1 }));
  await happen();
  await send();
  expect(receiver.requests).toEqual([]);
  value(await resumeEndpoint(ctx, { endpointId: id, version: 2 }));
  const rotated = value(await rotateSecret(ctx, { endpointId: id, version: 3 }));
  await send();
  const signatures = () => {
    const { headers, body } = receiver.requests.at(-1)!;
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

test("test sends carry a sample; a replay is a new delivery with the same id; a range sends what is subscribed", async () => {
  const { id } = await add();
  expect(await findLatestTest(ctx, id)).toBeNull();
  const { deliveryId } = value(await sendTest(ctx, { endpointId: id, event: "booking.made" }));
  const first = await happen();
  const second = await happen(later(ctx, { hours: 1 }));
  await send(later(ctx, { hours: 1 }));
  expect(receiver.requests).toHaveLength(3);
  const sample = receiver.requests.map(({ body }) => JSON.parse(body)).find(({ type }) => type === "booking.made");
  expect(sample.data).toMatchObject({ email: "dana@northfield.example", eventType: "strategy-session" });
  expect(value(await getDelivery(ctx, { deliveryId })).status).toBe("delivered");

  expect(await findLatestTest(ctx, id)).toMatchObject({ id: deliveryId, status: "delivered" });
  expect((await endpoint(id)).lastDeliveredAt).not.toBeNull();
  const delivery = (await list(id)).find(({ eventId }) => eventId === first)!;
  value(await replayDelivery(ctx, { deliveryId: delivery.id }));
  await send();
  expect(receiver.requests.at(-1)?.headers["webhook-id"]).toBe(first);
  const since = later(ctx, { hours: 1 }).now;
  expect(value(await replayRange(ctx, { endpointId: id, since, until: null, only: "failed" }))).toEqual({ queued: 0 });
  expect(value(await replayRange(ctx, { endpointId: id, since, until: null, only: "all" }))).toEqual({ queued: 1 });
  // What waits is not queued twice.
  expect(value(await replayRange(ctx, { endpointId: id, since, until: null, only: "all" }))).toEqual({ queued: 0 });
  await send();
  expect(receiver.requests.at(-1)?.headers["webhook-id"]).toBe(second);
  expect((await list(id)).map(({ kind }) => kind).sort()).toEqual(["event", "event", "replay", "replay", "test"]);
});

test("deleting a person ends what waits and empties what the receiver echoed", async () => {
  const { id } = await add({ events: ["*"] });
  receiver.respond((response, { body }) => response.end(body));
  await happen();
  await send();
  await happen();
  await inTransaction(ctx, (tx) => publish(tx, accountDeleted, { userId: newId(), email: "dana@northfield.example" }));
  await send();
  expect(receiver.requests).toHaveLength(1);
  expect((await list(id)).map(({ status }) => status).sort()).toEqual(["canceled", "delivered"]);
  expect(JSON.stringify(await db.select().from(webhookAttempt))).not.toContain("dana@northfield");
  const canceled = (await list(id)).find(({ status }) => status === "canceled")!;
  expect(value(await getDelivery(ctx, { deliveryId: canceled.id })).body).toBeNull();
  expect(await replayDelivery(ctx, { deliveryId: canceled.id })).toEqual({ ok: false, reason: { kind: "forgotten" } });
});

test("a large response is cut, and what it echoes of the secret and header values is removed", async () => {
  const { id, secret } = await add({ headers: [{ name: "X-Key", value: "the-key-of-the-tool" }] });
  receiver.respond((response) => {
    response.setHeader("set-cookie", "session=1");
    response.setHeader("x-echo", "the-key-of-the-tool");
    response.end(`${secret} the-key-of-the-tool \0${"x".repeat(20_000)}`);
  });
  await happen();
  await send();
  const [entry] = await list(id);
  const [attempt] = value(await getDelivery(ctx, { deliveryId: entry!.id })).attemptLog;
  expect(attempt).toMatchObject({
    isCut: true,
    responseHeaders: { "set-cookie": "[redacted]", "x-echo": "[redacted]" },
  });
  expect(attempt!.responseBody!.length).toBeLessThanOrEqual(16 * 1024);
  expect(attempt!.responseBody).toMatch(/^\[redacted\] \[redacted\] \uFFFDx*/u);
});
