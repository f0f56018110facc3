import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useWebhookSending } from "#tests/fixtures/webhook-sending.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { resumeEndpoint } from "../endpoints/endpoint-commands.server.ts";
import { webhookDelivery } from "../tables.server.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
const sending = useWebhookSending(ctx);
const { add, happen, send, list, endpoint } = sending;
const seconds = (from: Date, to: Date | null) => ((to?.getTime() ?? 0) - from.getTime()) / 1000;

test("a failure is retried on schedule with the same id and a fresh timestamp, until it succeeds", async () => {
  const { id } = await add();
  sending.receiver.respond((response, _, number) => response.writeHead(number < 4 ? 500 : 204).end("broken"));
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
  expect(new Set(sending.receiver.requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([eventId]));
  expect(new Set(sending.receiver.requests.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  expect(await endpoint(id)).toMatchObject({ failingSince: null, status: "active" });
});

test("a receiver that times out, resets, redirects or is gone fails with a reason", async () => {
  const { id } = await add();
  const reasons: unknown[] = [];
  for (const respond of [
    () => {},
    (response: { destroy: () => void }) => response.destroy(),
    (response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
      response.writeHead(302, { location: "/elsewhere" }).end(),
  ]) {
    sending.receiver.respond(respond as never);
    await happen();
    await send(ctx, { timeoutMs: 300 });
    const [entry] = await list(id);
    reasons.push(entry!.lastError);
    await db.delete(webhookDelivery);
  }
  sending.receiver.close();
  await happen();
  await send();
  reasons.push((await list(id))[0]!.lastError);
  expect(reasons).toEqual([
    "The endpoint did not respond within 15 seconds.",
    "The endpoint could not be reached, or its certificate is not valid.",
    "The endpoint redirected. Redirects are not followed; enter the final address.",
    "The endpoint could not be reached, or its certificate is not valid.",
  ]);
  expect(sending.receiver.requests.every(({ path }) => path === "/hook")).toBe(true);
});

test("410 disables the endpoint at once and mails the admins", async () => {
  await asAdmin(ctx);
  const { id } = await add();
  sending.receiver.respond((response) => response.writeHead(410).end());
  await happen();
  await happen();
  await send();
  expect(await endpoint(id)).toMatchObject({ status: "disabled", disabledReason: "gone" });
  const mails = await db.select().from(message).where(eq(message.kind, "webhook-disabled"));
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(["admin@gtmarc.example"]);
  const count = sending.receiver.requests.length;
  await happen();
  await send(later(ctx, { days: 1 }));
  expect(sending.receiver.requests).toHaveLength(count);
});

test("429 with Retry-After delays the delivery and, for at most an hour, the endpoint's others", async () => {
  const { id } = await add();
  sending.receiver.respond((response, _, number) =>
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

test("an endpoint that returns 500 for a day gets everything; after five days it is disabled, and resuming sends the pending deliveries", async () => {
  await asAdmin(ctx);
  const { id } = await add();
  sending.receiver.respond((response) => response.writeHead(500).end());
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
  const tried = sending.receiver.requests.length;
  expect(tried).toBeGreaterThanOrEqual(7);

  let fresh = false;
  for (let due = await next(); due && (await endpoint(id)).status === "active"; due = await next()) {
    at = { ...ctx, now: due };
    await send(at);
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
  expect(seconds(ctx.now, at.now)).toBeGreaterThanOrEqual(5 * daySeconds);
  expect(await db.$count(message, eq(message.kind, "webhook-disabled"))).toBe(1);

  sending.receiver.respond((response) => response.end());
  const { version } = await endpoint(id);
  value(await resumeEndpoint(at, { endpointId: id, version }));
  expect((await send(later(at, { days: 2 }))).delivered).toBeGreaterThan(0);
});
