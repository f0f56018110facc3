import { z } from "zod";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { defineJob, enqueueMany, type JobDefinition } from "#app/platform/queues/jobs.server.ts";
import { type Consumer, consumersOf, findConsumer } from "./consumers.server.ts";
import { recordDeadLetter } from "./dead-letters.server.ts";
import { deliverEvent, deliverEvents } from "./delivery.server.ts";
import { listEventHeads } from "./log.server.ts";

/** Imports and campaigns publish thousands of events at once. */
const batch = 25;
const dispatchBatch = 100;

const Delivery = z.object({ eventId: z.uuid(), consumer: z.string() });

/**
 * Queues one delivery per event and interested consumer, with one statement per consumer. The only job that `publish`
 * adds to the caller's transaction.
 */
export const dispatchEventJob = defineJob({
  name: "events.dispatch",
  payload: z.object({ eventId: z.uuid() }),
  retry: { limit: 100, delaySeconds: 2 },
  batch: dispatchBatch,
  run: (ctx, { eventId }) => dispatchEvents(ctx, [eventId]),
  runMany: (ctx, payloads) =>
    dispatchEvents(
      ctx,
      payloads.map(({ eventId }) => eventId),
    ),
});

async function dispatchEvents(ctx: Ctx, eventIds: readonly string[]): Promise<boolean> {
  const deliveries = (await listEventHeads(ctx, eventIds)).flatMap(({ id: eventId, name, email }) =>
    consumersOf(name)
      .filter(({ needsAddress }) => email !== null || !needsAddress)
      .map((consumer) => ({ eventId, consumer: consumer.name })),
  );
  await inTransaction(ctx, async (tx) => {
    for (const [consumer, payloads] of Map.groupBy(deliveries, (each) => each.consumer))
      await enqueueMany(tx, deliveryJob(consumer), payloads);
  });
  return true;
}

const deadLetterJob = defineJob({
  name: "events.dead-letter",
  payload: Delivery,
  run: (ctx, { eventId, consumer }) => recordDeadLetter(ctx, { eventId, consumer, queue: deliveryJob(consumer).name }),
});

const jobs = new Map<string, JobDefinition<z.output<typeof Delivery>>>();

const deliveryPrefix = "events.deliver-";

export const isDeliveryQueue = (name: string): boolean => name.startsWith(deliveryPrefix);

/** Each consumer has its own queue, so that consumers never wait for each other. */
export function deliveryJob(consumer: string): JobDefinition<z.output<typeof Delivery>> {
  const known = jobs.get(consumer);
  if (known) return known;
  const job = defineJob({
    name: `${deliveryPrefix}${consumer}`,
    payload: Delivery,
    retry: { limit: 8, delaySeconds: 5 },
    deadLetter: deadLetterJob.name,
    batch,
    expireInSeconds: 120,
    run: (ctx, { eventId }) => deliverEvent(ctx, requireConsumer(consumer), eventId),
    runMany: (ctx, payloads) =>
      deliverEvents(
        ctx,
        requireConsumer(consumer),
        payloads.map(({ eventId }) => eventId),
      ),
  });
  jobs.set(consumer, job);
  return job;
}

/** Throws for an unknown consumer, so that the delivery is retried: another version may have it. */
function requireConsumer(name: string): Consumer {
  const consumer = findConsumer(name);
  if (!consumer) throw new Error(`There is no consumer ${name}`);
  return consumer;
}

export const eventJobs = (consumers: readonly Consumer[]): JobDefinition[] =>
  [deadLetterJob, dispatchEventJob, ...consumers.map(({ name }) => deliveryJob(name))] as JobDefinition[];
