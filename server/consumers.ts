import { forgetPaidSteps, recordPaidStep, recordRefund } from "#app/features/analytics/funnel.server.ts";
import { countPaidInvoice } from "#app/features/analytics/invoice-revenue.server.ts";
import { paymentReceived, paymentRefunded } from "#app/features/billing/events.ts";
import { type Consumer, isEvent, registerConsumers } from "#app/features/events/consumers.server.ts";
import { followEvent, resetPipeline } from "#app/features/pipeline/consumer.server.ts";
import { followedEvents } from "#app/features/pipeline/facts.server.ts";
import { followedNames, followSequences, resetSequences } from "#app/features/sequences/consumer.server.ts";
import { keepDeliveries, followEvents as sendEvents } from "#app/features/webhooks/consumer.server.ts";
import { eventRegistry } from "./event-registry.ts";

/** The last funnel step: credits a payment to the client who paid, and refunds on their day. Pages report revenue from card payments themselves. */
const analytics: Consumer = {
  name: "analytics",
  events: [paymentReceived, paymentRefunded],
  handle: async (ctx, event) => {
    if (isEvent(event, paymentRefunded))
      await recordRefund(ctx, { id: event.id, at: event.occurredAt, ...event.payload });
    if (!isEvent(event, paymentReceived)) return;
    await recordPaidStep(ctx, { id: event.id, at: event.occurredAt, ...event.payload });
    if (event.payload.method === "invoice") await countPaidInvoice(ctx, event.payload);
  },
  reset: forgetPaidSteps,
};

/** The sales pipeline: creates prospects from events and moves them through the stages. */
const pipeline: Consumer = {
  name: "pipeline",
  events: followedEvents,
  needsAddress: true,
  handle: followEvent,
  reset: resetPipeline,
};

/** Webhooks: queues one delivery per endpoint subscribed to the event. */
const webhooks: Consumer = {
  name: "webhooks",
  events: "all",
  handle: (ctx, event) => sendEvents(ctx, [event]),
  handleMany: sendEvents,
  reset: keepDeliveries,
};

/** Email sequences: events enroll people and end enrollments. */
const sequences: Consumer = {
  name: "sequences",
  events: eventRegistry.filter(({ name }) => followedNames.includes(name)),
  needsAddress: true,
  handle: followSequences,
  reset: resetSequences,
};

export const consumers: readonly Consumer[] = [analytics, pipeline, sequences, webhooks];

/** Connects the consumers to the log; call it once before the job queue opens. */
export const connectConsumers = (): void => registerConsumers({ consumers, events: eventRegistry });
