import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { payForCall } from "#app/features/billing/payments/call-payments.server.ts";
import { areTimesUnread, findEventType, listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { holdSlot, releaseHold } from "#app/features/booking/availability/holds.server.ts";
import {
  CallRequest,
  CancellationRequest,
  calendarUnreadText,
  HoldRequest,
  MoveRequest,
  type PriceChanged,
  priceChangedText,
  refusalText,
  SlotQuery,
} from "#app/features/booking/booking.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { cancelCall, moveCall } from "#app/features/booking/bookings/reschedule.server.ts";
import { bookedElsewhere, elsewhereText } from "#app/features/booking/calendly/calendly.server.ts";
import { answerFaults } from "#app/features/booking/hosts/questions.ts";
import { mapped, ok } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import { identifyByForm, limitedBy } from "#app/routes/api/public/public-form.server.ts";
import { refusal, tooMany } from "../endpoint.server.ts";
import { endpoints, publicArea } from "../endpoints.server.ts";

const ids = {
  eventType: text({ max: 100 }).openapi({ example: "strategy-session" }),
  token: text({ max: 100, shape: "verbatim" }),
};

const Span = z.object({ start: z.iso.datetime(), end: z.iso.datetime() });
const Slots = z.object({
  slots: z.array(Span),
  unread: z.literal(true).optional().describe("There are no times because a calendar of the hosts cannot be read now"),
});
const status = z.enum(["pending", "confirmed", "cancelled"]);
/** `status` is only there when the call does not count yet. */
const Booked = Span.extend({ uid: z.string(), status: z.literal("pending").optional(), manageUrl: z.url() });
const Changed = Span.extend({ uid: z.string(), status });
/** Cancellations are always mailed; clients may still read the field. */
const Cancelled = Changed.extend({ mailed: z.literal(true) });

/** Bookings have their own limit per client, which also covers guessing links. */
const limited = limitedBy("booking");
/** Keeps one client from blocking the calendar; a visitor needs few holds. */
const holdsLimited = limitedBy("slot-hold");

const Held = z.object({ hold: z.string(), expiresAt: z.iso.datetime() });

const badRange = (kind: "range_backwards" | "range_too_long") => (_: object, c: Context) =>
  refusal(c, 422, "invalid_input", refusalText[kind], { fields: { to: refusalText[kind] } });
const tooManyCalls = (kind: "address_has_calls" | "person_has_calls") => (_: object, c: Context) =>
  refusal(c, 409, "too_many_calls", refusalText[kind]);
/** With CALENDLY_URL, a page that was opened before must not book beside it. */
function refusedElsewhere(c: Context, eventType: string) {
  const url = bookedElsewhere(eventType);
  return url === null ? null : refusal(c, 409, "booked_elsewhere", elsewhereText(url));
}
const open = publicArea(
  {
    ...refusalText,
    unknown_event_type: [404, refusalText.unknown_event_type],
    calendar_unread: () => [503, calendarUnreadText(env().CONTACT_EMAIL)],
    sign_in_needed: [403, refusalText.sign_in_needed],
    clients_only: [403, refusalText.clients_only],
    link_needed: [403, refusalText.link_needed],
    too_many: ({ retryAfterSeconds }: { retryAfterSeconds: number }, c: Context) =>
      tooMany(c, retryAfterSeconds, refusalText.too_many),
    key_reused: [422, refusalText.key_reused],
    price_changed: (changed: Pick<PriceChanged, "priceCents">, c: Context) =>
      refusal(c, 409, "price_changed", priceChangedText(changed)),
    address_has_calls: tooManyCalls("address_has_calls"),
    person_has_calls: tooManyCalls("person_has_calls"),
    range_backwards: badRange("range_backwards"),
    range_too_long: badRange("range_too_long"),
  },
  [403, 409, 422, 429],
  ids,
);
/** Refusals of endpoints that need a free time; 503 if a calendar cannot be read. */
const ofTime = [403, 404, 409, 422, 429, 503];

const payments = publicArea(
  {
    not_found: [404, refusalText.not_found],
    not_payable: [409, "This call is paid or canceled, or the time for paying is over. Load the page again."],
    unavailable: [503, "The payment page could not be opened, and nothing was charged. Please try again."],
  },
  [404, 409, 503, 429],
  ids,
);

export const bookingEndpoints = endpoints(
  open.get("/booking/{eventType}/slots", {
    summary: "Free times of an event type, in UTC; at most 62 days at once",
    query: SlotQuery,
    returns: Slots,
    statuses: [404, 422],
    command: async (ctx, input) => {
      const listed = await listSlots(ctx, input);
      if (!listed.ok) return listed;
      const slots = listed.value;
      const isUnread = slots.length === 0 && (await areTimesUnread(ctx, input));
      return ok({ slots, ...(isUnread && { unread: true as const }) });
    },
  }),
  open.post("/booking/{eventType}", {
    summary: "Book a free time. Repeats with the same Idempotency-Key and body book once and get the same response",
    middleware: [limited],
    body: CallRequest.extend({ session_id: text({ max: 200 }).optional() }),
    request: { headers: z.object({ "idempotency-key": text({ min: 1, max: 255, shape: "verbatim" }).optional() }) },
    creates: Booked,
    statuses: ofTime,
    described: "Booked; a mail with a calendar file is on its way",
    command: async (ctx, input, c) => {
      const { session_id: sessionId, eventType, ...request } = input;
      const elsewhere = refusedElsewhere(c, eventType);
      if (elsewhere) return elsewhere;
      // First: the step of the funnel, which follows the booking, looks for the visit.
      await identifyByForm(c, { email: request.email, sessionId });
      const result = await bookCall(ctx, {
        ...request,
        eventType,
        idempotencyKey: c.req.header("idempotency-key"),
        address: c.get("address"),
      });
      if (result.ok) {
        const { status: state, ...booked } = result.value;
        return ok(state === "pending" ? { ...booked, status: state } : booked);
      }
      if (result.reason.kind !== "answers_incomplete") return result;
      const kind = await findEventType(ctx, eventType);
      const faults = answerFaults(kind?.questions ?? [], request.answers);
      return refusal(c, 422, "invalid_input", refusalText[result.reason.kind], {
        fields: Object.fromEntries(Object.entries(faults).map(([id, fault]) => [`answers.${id}`, fault])),
      });
    },
  }),
  open.post("/booking/{eventType}/hold", {
    summary: "Hold a free time for a few minutes while the form is filled in; releases the previous hold",
    middleware: [holdsLimited],
    body: HoldRequest,
    creates: Held,
    statuses: ofTime,
    described: "Kept; book with its token",
    command: async (ctx, input, c) => refusedElsewhere(c, input.eventType) ?? (await holdSlot(ctx, input)),
  }),
  open.post("/booking/holds/{token}/release", {
    summary: "Release a held time",
    returns: z.object({ released: z.literal(true) }),
    statuses: [],
    command: async (ctx, { token }) => {
      await releaseHold(ctx, token);
      return ok({ released: true as const });
    },
  }),
  open.post("/booking/by-token/{token}/cancellation", {
    summary: "Cancel a booked call and mail the cancellation to both sides and the guests; idempotent",
    middleware: [limited],
    body: CancellationRequest,
    request: { body: { required: false, content: { "application/json": { schema: CancellationRequest } } } },
    returns: Cancelled,
    command: async (ctx, { reason = "", ...input }) =>
      mapped(await cancelCall(ctx, { ...input, reason }), (call) => ({ ...call, mailed: true as const })),
  }),
  payments.post("/booking/by-token/{token}/payment", {
    summary: "The Checkout page on which a call that waits for its payment is paid",
    middleware: [limited],
    returns: z.object({ url: z.url() }),
    command: (ctx, { token }) => payForCall(ctx, token),
  }),
  open.post("/booking/by-token/{token}/reschedule", {
    summary: "Move a booked call to another free time",
    middleware: [limited],
    body: MoveRequest,
    returns: Changed,
    statuses: ofTime,
    command: moveCall,
  }),
);
