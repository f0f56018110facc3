import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { sendDue } from "#app/features/webhooks/sending/sender.server.ts";
import { webhookAttempt, webhookDelivery } from "#app/features/webhooks/tables.server.ts";
import { systemContext } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { connectConsumers } from "../server/consumers.ts";
import { runFixture } from "./fixtures/child.ts";
import { localReach, startReceiver } from "./fixtures/webhook-receiver.ts";
import { addLocalEndpoint, requestAccess } from "./fixtures/webhooks.ts";
import { useDatabase } from "./setup/test-database.ts";

const { db, connection } = useDatabase({ jobs: jobDefinitions });
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const secret = "a-secret-of-at-least-thirty-two-characters";
const events = 150;
/** Number of requests after which a worker is killed. */
const kills = [20, 120];
/** Claims of one process per endpoint: the most that a kill can cause to be sent again. */
const claims = 32;

test("kill -9 while sending loses no delivery, and repeated deliveries have the same webhook-id and body", async () => {
  useSettings({ SECRET: secret, SITE_URL: "https://gtmarc.example" });
  connectConsumers();
  const receivers = [await startReceiver(), await startReceiver()];
  const received = () => receivers.flatMap(({ requests }) => requests);
  for (const { url } of receivers) await addLocalEndpoint(systemContext(db), { url });
  const ids: string[] = [];
  for (let n = 0; n < events; n += 1) ids.push(await requestAccess(systemContext(db)));

  for (const requests of kills) {
    const worker = runFixture("webhook-worker.ts", [JSON.stringify(connection), secret], { importsMails: true });
    await expect.poll(() => received().length, { interval: 2 }).toBeGreaterThanOrEqual(requests);
    await worker.kill();
    // The lease of the worker's claims ends after two minutes.
    await db.execute(sql`update ${webhookDelivery} set next_attempt_at = now() where status = 'pending'`);
  }
  expect(await db.$count(webhookDelivery, sql`status = 'pending'`)).toBeGreaterThan(0);
  await sendDue(systemContext(db), { reach: localReach });

  expect(await db.$count(webhookDelivery, sql`status = 'delivered'`)).toBe(2 * events);
  for (const { requests } of receivers) {
    const bodies = Map.groupBy(requests, ({ headers }) => String(headers["webhook-id"]));
    expect([...bodies.keys()].sort()).toEqual(ids.toSorted());
    for (const [id, same] of bodies) expect(new Set(same.map(({ body }) => body)).size, id).toBe(1);
    expect(requests.length - events).toBeLessThanOrEqual(kills.length * claims);
  }
  // One attempt is recorded for each delivery; those of the killed workers have no outcome.
  expect(await db.$count(webhookAttempt)).toBe(2 * events);
  for (const receiver of receivers) receiver.close();
});
