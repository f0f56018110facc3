import { afterAll, beforeEach, expect, test } from "vitest";
import { accessRequested } from "#app/features/access/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { publishMany } from "#app/features/events/events.server.ts";
import { kitDownloaded } from "#app/features/kit/events.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction, systemContext } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { runDueJobs } from "#app/platform/queues/jobs.server.ts";
import { connectConsumers, consumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { addLocalEndpoint } from "#tests/fixtures/webhooks.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { pauseEndpoint } from "./endpoints/endpoint-commands.server.ts";
import { sendWebhooksJob } from "./jobs.server.ts";
import { webhookDelivery } from "./tables.server.ts";

const { db, queued } = useDatabase({ jobs: jobDefinitions });
/** The current time, because jobs use the clock and old events are not sent. */
const ctx = () => systemContext(db);
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const webhooks = consumers.filter(({ name }) => name === "webhooks");
const request = (email: string) => ({
  ...{ requestId: newId(), email, companyName: "Northfield" },
  ...{ companyWebsite: null, role: null, industry: null },
});

test("a batch of events becomes one delivery per event and subscribed endpoint, and wakes the sender once", async () => {
  const url = "http://127.0.0.1:5580/hook";
  const { id: access } = await addLocalEndpoint(ctx(), { url });
  const { id: all } = await addLocalEndpoint(ctx(), { url, events: ["*"] });
  const { id: paused } = await addLocalEndpoint(ctx(), { url, events: ["kit.downloaded"] });
  await pauseEndpoint(ctx(), { endpointId: paused, version: 1 });
  const people = ["dana@northfield.example", "lee@northfield.example", "kim@northfield-demo.example"];
  const requested = await inTransaction(ctx(), (tx) => publishMany(tx, accessRequested, people.map(request)));
  const downloaded = await inTransaction(ctx(), (tx) =>
    publishMany(tx, kitDownloaded, [{ userId: null, email: null, kitVersion: "1.0" }]),
  );
  registerConsumers({ consumers: webhooks, events: [accessRequested, kitDownloaded] as never });
  await runDueJobs(db, eventJobs(webhooks), []);

  const rows = await db.select().from(webhookDelivery);
  const of = (endpointId: string) => rows.filter((row) => row.endpointId === endpointId).map(({ eventId }) => eventId);
  const known = requested.slice(0, 2);
  expect(of(access).sort()).toEqual(known.toSorted());
  expect(of(all).sort()).toEqual([...known, ...downloaded].sort());
  expect(of(paused)).toEqual(downloaded);
  expect(await queued(sendWebhooksJob.name)).toHaveLength(1);

  await runDueJobs(db, eventJobs(webhooks), []);
  expect(await db.$count(webhookDelivery)).toBe(rows.length);
});
