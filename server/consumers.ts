import { accessGranted, accessRequested } from "#app/features/access/events.ts";
import { companyIdOf } from "#app/features/accounts/profile/profile.server.ts";
import { analysisCreated } from "#app/features/analysis/events.ts";
import {
  forgetDerivedSteps,
  recordAcceptedCode,
  recordAccessRequest,
  recordAnalysis,
  recordBookedCall,
  recordPayment,
  recordRefund,
} from "#app/features/analytics/steps/derived-steps.server.ts";
import { paymentDisputed, paymentReceived, paymentRefunded } from "#app/features/billing/events.ts";
import { bookingMade } from "#app/features/booking/events.ts";
import { type Consumer, isEvent, registerConsumers } from "#app/features/events/consumers.server.ts";
import { followEvent, resetPipeline } from "#app/features/pipeline/projection/consumer.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { followedNames, followSequences, resetSequences } from "#app/features/sequences/consumer.server.ts";
import { keepDeliveries, followEvents as sendEvents } from "#app/features/webhooks/consumer.server.ts";
import { eventRegistry } from "./event-registry.ts";

/** The funnel steps that follow from events: requests, accepted codes, analyses, booked calls, payments, refunds and disputes on their day. */
const analytics: Consumer = {
  name: "analytics",
  events: [
    accessRequested,
    accessGranted,
    analysisCreated,
    bookingMade,
    paymentReceived,
    paymentRefunded,
    paymentDisputed,
  ],
  handle: async (ctx, event) => {
    const of = async (userId: string | null) => ({
      ...{ id: event.id, at: event.occurredAt, companyId: await companyIdOf(ctx, userId) },
    });
    if (isEvent(event, accessRequested))
      await recordAccessRequest(ctx, { ...(await of(null)), userId: null, email: event.payload.email });
    else if (isEvent(event, accessGranted))
      await recordAcceptedCode(ctx, { ...(await of(event.payload.userId)), ...event.payload });
    else if (isEvent(event, analysisCreated))
      await recordAnalysis(ctx, { ...(await of(event.payload.userId)), ...event.payload });
    else if (isEvent(event, bookingMade))
      await recordBookedCall(ctx, { ...(await of(event.payload.userId)), ...event.payload });
    else if (isEvent(event, paymentReceived))
      await recordPayment(ctx, { ...(await of(event.payload.userId)), ...event.payload });
    else if (isEvent(event, paymentRefunded) || isEvent(event, paymentDisputed)) {
      const { refundedCents, disputedCents = 0, ...payment } = event.payload;
      // Earlier releases published no totals with a dispute.
      if (refundedCents === undefined) return;
      await recordRefund(ctx, {
        ...(await of(payment.userId)),
        ...payment,
        refundedCents: refundedCents + disputedCents,
      });
    }
  },
  reset: forgetDerivedSteps,
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
