import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountDeleted } from "#app/features/accounts/events.ts";
import { publish } from "#app/features/events/events.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { localReach, startReceiver } from "#tests/fixtures/webhook-receiver.ts";
import { useReceiver } from "#tests/fixtures/webhook-sending.ts";
import { addLocalEndpoint, deliveriesOf, requestAccess } from "#tests/fixtures/webhooks.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { changeEndpoint, pauseEndpoint, resumeEndpoint } from "../endpoints/endpoint-commands.server.ts";
import { getEndpoint } from "../endpoints/endpoints.server.ts";
import { EndpointInput } from "../webhooks.ts";
import { sendDue } from "./sender.server.ts";

/* Changes between the claim of a delivery and its request. One lane claims four deliveries and sends them one by one. */

const { ctx } = useDatabase({ jobs: jobDefinitions });
const running = useReceiver();

const claimed = 4;
const send = (at = ctx) => sendDue(at, { reach: localReach, lanes: 1 });
const endpoint = async (endpointId: string) => value(await getEndpoint(ctx, { endpointId }));

/** An endpoint with four due deliveries. `during` runs while the first is being sent; then `end` completes its response. */
async function withFour(
  during: (endpointId: string) => Promise<unknown>,
  end: (status: (code: number, headers?: Record<string, string>) => void) => void = (status) => status(200),
) {
  await asAdmin(ctx);
  const { id } = await addLocalEndpoint(ctx, { url: running.receiver.url });
  for (let n = 0; n < claimed; n += 1) await requestAccess(ctx);
  running.receiver.respond((response, _, number) => {
    if (number > 1) return response.end();
    void during(id).then(() => end((code, headers) => response.writeHead(code, headers).end()));
  });
  await send();
  running.receiver.respond((response) => response.end());
  return id;
}

const states = async (endpointId: string) =>
  (await deliveriesOf(ctx, endpointId))
    .map(({ status, attempts }) => `${status} ${attempts}`)
    .sort((one, other) => Number(other.slice(-1)) - Number(one.slice(-1)));

const released = Array(claimed - 1).fill("pending 0");

test("claimed deliveries are not sent after a pause, and no attempt is used up", async () => {
  const id = await withFour((endpointId) => pauseEndpoint(ctx, { endpointId, version: 1 }));
  expect(running.receiver.requests).toHaveLength(1);
  expect(await states(id)).toEqual(["delivered 1", ...released]);
  value(await resumeEndpoint(ctx, { endpointId: id, version: 2 }));
  expect(await send(later(ctx, { seconds: 60 }))).toEqual({ delivered: claimed - 1, failed: 0 });
  expect(await states(id)).toEqual(Array(claimed).fill("delivered 1"));
});

test("claimed deliveries are not sent after a 410", async () => {
  const id = await withFour(
    async () => {},
    (status) => status(410),
  );
  expect(running.receiver.requests).toHaveLength(1);
  expect(await endpoint(id)).toMatchObject({ status: "disabled", disabledReason: "gone" });
  expect(await states(id)).toEqual(["failed 1", ...released]);
});

test("claimed deliveries wait for Retry-After", async () => {
  const id = await withFour(
    async () => {},
    (status) => status(429, { "retry-after": "600" }),
  );
  expect(running.receiver.requests).toHaveLength(1);
  expect(await states(id)).toEqual(["pending 1", ...released]);
  expect(await send(later(ctx, { seconds: 590 }))).toEqual({ delivered: 0, failed: 0 });
  expect(await send(later(ctx, { seconds: 700 }))).toEqual({ delivered: claimed, failed: 0 });
});

test("claimed deliveries are sent to the new URL, and the old one's response does not count against it", async () => {
  const other = await startReceiver();
  const id = await withFour(
    (endpointId) =>
      changeEndpoint(
        ctx,
        { ...EndpointInput.parse({ url: other.url, events: ["access.*"] }), endpointId, version: 1 },
        localReach,
      ),
    (status) => status(410),
  );
  expect([running.receiver.requests.length, other.requests.length]).toEqual([1, claimed - 1]);
  expect(await endpoint(id)).toMatchObject({ status: "active", url: other.url });
  other.close();
});

test("claimed deliveries about a person are not sent after the person was deleted", async () => {
  const id = await withFour(() =>
    inTransaction(ctx, (tx) => publish(tx, accountDeleted, { userId: newId(), email: "dana@northfield.example" })),
  );
  expect(running.receiver.requests).toHaveLength(1);
  expect((await states(id)).sort()).toEqual(["canceled 1", "canceled 1", "canceled 1", "delivered 1"]);
});

test("sent deliveries count as claimed until their outcome is stored, so that a killed process repeats at most its share", async () => {
  await asAdmin(ctx);
  const { id } = await addLocalEndpoint(ctx, { url: running.receiver.url });
  for (let n = 0; n < 3 * claimed; n += 1) await requestAccess(ctx);
  const lock = Promise.withResolvers<void>();
  const held = inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`lock table webhook_attempt in share mode`);
    await lock.promise;
  });
  const sending = send();
  // Other databases of the server have locks too.
  const waits = sql`select from pg_locks where not granted and relation = 'webhook_attempt'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  try {
    await expect.poll(async () => (await ctx.db.execute(waits)).rows.length).toBe(1);
    expect((await states(id)).filter((state) => state === "pending 1")).toHaveLength(claimed);
  } finally {
    lock.resolve();
    await held;
  }
  expect(await sending).toEqual({ delivered: 3 * claimed, failed: 0 });
});

test("outcomes that could not be stored are stored before the sender ends, and unsent claims are released", async () => {
  await asAdmin(ctx);
  const { id } = await addLocalEndpoint(ctx, { url: running.receiver.url });
  for (let n = 0; n < 2 * claimed; n += 1) await requestAccess(ctx);
  // A sequence keeps its number when the transaction is rolled back.
  await ctx.db.execute(sql`create sequence recordings`);
  await ctx.db.execute(sql`create function fail_once() returns trigger language plpgsql as $$
    begin if nextval('recordings') = 1 then raise 'failed once'; end if; return null; end $$`);
  await ctx.db.execute(
    sql`create trigger fail_once before insert on webhook_attempt for each statement execute function fail_once()`,
  );
  await expect(send()).rejects.toThrow();
  const sent = running.receiver.requests.length;
  expect(await states(id)).toEqual([
    ...Array(sent).fill("delivered 1"),
    ...Array(2 * claimed - sent).fill("pending 0"),
  ]);
  expect(await send(later(ctx, { seconds: 60 }))).toEqual({ delivered: 2 * claimed - sent, failed: 0 });
  expect(running.receiver.requests).toHaveLength(2 * claimed);
});

test("a new URL starts a new series of failures", async () => {
  const id = await withFour(
    async () => {},
    (status) => status(500),
  );
  running.receiver.respond((response) => response.writeHead(500).end());
  await send(later(ctx, { days: 1 }));
  expect((await endpoint(id)).failingSince).not.toBeNull();
  const other = await startReceiver();
  other.respond((response) => response.writeHead(500).end());
  const input = EndpointInput.parse({ url: other.url, events: ["access.*"] });
  value(await changeEndpoint(ctx, { ...input, endpointId: id, version: 1 }, localReach));
  expect((await endpoint(id)).failingSince).toBeNull();
  const at = later(ctx, { days: 2 });
  await send(at);
  expect((await endpoint(id)).failingSince!.getTime()).toBeGreaterThanOrEqual(at.now.getTime());
  other.close();
});
