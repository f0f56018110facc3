import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { systemContext } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { type Receiver, startReceiver } from "#tests/fixtures/webhook-receiver.ts";
import { addLocalEndpoint, deliveriesOf, requestAccess } from "#tests/fixtures/webhooks.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { sendWebhooksJob, sweepWebhooksJob } from "./jobs.server.ts";
import { closeSender } from "./sending/sender.server.ts";
import { webhookDelivery } from "./tables.server.ts";

const { db } = useDatabase({ jobs: jobDefinitions });
const ctx = () => systemContext(db);
let receiver: Receiver;
beforeEach(async () => {
  const settings = { SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" };
  useSettings({ ...settings, WEBHOOK_ALLOW_PRIVATE: true });
  connectConsumers();
  receiver = await startReceiver();
});
afterEach(async () => {
  receiver.close();
  await closeSender();
  useSettings({ WEBHOOK_ALLOW_PRIVATE: false });
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const run = () => sendWebhooksJob.run(ctx(), {});
async function scheduled(): Promise<number[]> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select start_after::text as at from pgboss.job where name = ${sendWebhooksJob.name} and start_after > created_on`,
  );
  return rows.map(({ at }) => new Date(at).getTime());
}

test("the job sends what is due; a concurrent run wakes the same sender for new deliveries", async () => {
  const { id } = await addLocalEndpoint(ctx(), { url: receiver.url });
  const second = Promise.withResolvers<unknown>();
  receiver.respond((response, _, number) => {
    if (number > 1) return response.end();
    void requestAccess(ctx()).then(() => {
      second.resolve(run());
      response.end();
    });
  });
  await requestAccess(ctx());
  await run();
  await second.promise;
  await run();
  expect(receiver.requests).toHaveLength(2);
  expect((await deliveriesOf(ctx(), id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  expect(await scheduled()).toEqual([]);
});

test("a retry due within a minute schedules the sender; a later one waits for the minutely run", async () => {
  const { id } = await addLocalEndpoint(ctx(), { url: receiver.url });
  receiver.respond((response) => response.writeHead(500).end());
  await requestAccess(ctx());
  await run();
  const [entry] = await deliveriesOf(ctx(), id);
  expect(await scheduled()).toEqual([entry!.nextAttemptAt!.getTime()]);

  await db.execute(sql`delete from pgboss.job`);
  await db.update(webhookDelivery).set({ nextAttemptAt: new Date(Date.now() + 90_000) });
  await run();
  expect(await scheduled()).toEqual([]);
});

test("stopping the process lets running requests finish and releases the other claims", async () => {
  const { id } = await addLocalEndpoint(ctx(), { url: receiver.url });
  for (let n = 0; n < 12; n += 1) await requestAccess(ctx());
  const release = Promise.withResolvers<void>();
  receiver.respond((response) => void release.promise.then(() => response.end()));
  const running = run();
  await expect.poll(() => receiver.requests.length).toBe(8);
  const closed = closeSender();
  release.resolve();
  await Promise.all([running, closed]);
  const entries = (await deliveriesOf(ctx(), id)).map(({ status, attempts }) => `${status} ${attempts}`).sort();
  expect(entries).toEqual([...Array(8).fill("delivered 1"), ...Array(4).fill("pending 0")]);
});

test("the daily job deletes deliveries after thirty days, with their attempts", async () => {
  const { id } = await addLocalEndpoint(ctx(), { url: receiver.url });
  await requestAccess(ctx());
  await run();
  await requestAccess(ctx());
  const day = dayMs;
  const [, oldest] = await deliveriesOf(ctx(), id);
  await db.execute(
    sql`update webhook_delivery set created_at = ${new Date(Date.now() - 31 * day).toISOString()}::timestamptz where id = ${oldest!.id}`,
  );
  await sweepWebhooksJob.run(ctx(), {});
  expect((await deliveriesOf(ctx(), id)).map(({ status }) => status)).toEqual(["pending"]);
  expect(await db.execute(sql`select 1 from webhook_attempt`)).toMatchObject({ rows: [] });
});
