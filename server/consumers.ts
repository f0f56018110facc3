import { forgetPaidSteps, recordPaidStep } from "#app/features/analytics/funnel.server.ts";
import { paymentReceived } from "#app/features/billing/events.ts";
import { type Consumer, isEvent, registerConsumers } from "#app/features/events/consumers.server.ts";
import { eventRegistry } from "./event-registry.ts";

/** The last step of the funnel: a payment counts for the person who owed it, whoever reported it. */
const analytics: Consumer = {
  name: "analytics",
  events: [paymentReceived],
  handle: async (ctx, event) => {
    if (isEvent(event, paymentReceived))
      await recordPaidStep(ctx, { id: event.id, at: event.occurredAt, ...event.payload });
  },
  reset: forgetPaidSteps,
};

/** Every consumer of the event log. */
export const consumers: readonly Consumer[] = [analytics];

/** Connects the consumers to the log; call it once before the job queue opens. */
export const connectConsumers = (): void => registerConsumers({ consumers, events: eventRegistry });
