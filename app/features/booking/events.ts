import { z } from "zod";
import { defineEvent, instant } from "#app/features/events/event-definition.ts";
import { withArticle } from "#app/lib/words/article.ts";

const call = z.object({
  bookingId: z.uuid(),
  uid: z.string(),
  /** Slug of the event type: `strategy-session`, `blueprint-unlock-call`. */
  eventType: z.string(),
  start: instant,
  end: instant,
  name: z.string(),
  email: z.string(),
  userId: z.uuid().nullable(),
});
export type CallPayload = z.output<typeof call>;

const subject = ({ userId, email }: CallPayload) => ({ userId, email });
const nameOf = ({ eventType }: CallPayload) => eventType.replaceAll("-", " ");

export const bookingMade = defineEvent({
  name: "booking.made",
  when: "A call is booked, here or through Calendly.",
  payload: call,
  subject,
  sentence: (payload, { moment }) => `Booked ${withArticle(nameOf(payload))} for ${moment(payload.start)}.`,
});

export const bookingMoved = defineEvent({
  name: "booking.moved",
  when: "A booked call is moved to another time.",
  payload: call.extend({ before: z.object({ start: instant, end: instant }) }),
  subject,
  sentence: (payload, { moment }) => `Moved the ${nameOf(payload)} to ${moment(payload.start)}.`,
});

export const bookingCancelled = defineEvent({
  name: "booking.cancelled",
  when: "A booked call is canceled by either side.",
  payload: call.extend({ reason: z.string() }),
  subject,
  sentence: (payload) => `Canceled the ${nameOf(payload)}.`,
});

export const bookingHeld = defineEvent({
  name: "booking.held",
  when: "A call was held: it ended without a cancellation, or an admin marked it as held. Once per booking.",
  payload: call,
  subject,
  sentence: (payload) => `The ${nameOf(payload)} took place.`,
});

export const bookingMissed = defineEvent({
  name: "booking.missed",
  when: "An admin or Calendly marks a call as a no-show; it may have counted as held before.",
  payload: call,
  subject,
  sentence: (payload) => `Missed the ${nameOf(payload)}.`,
});

export const bookingEvents = [bookingMade, bookingMoved, bookingCancelled, bookingHeld, bookingMissed];
