import { createRoute, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import {
  findEventType,
  holdSlot,
  listSlots,
  releaseHold,
} from "#app/features/booking/availability/availability.server.ts";
import {
  type BookRefusal,
  CallRequest,
  CancellationRequest,
  type CancelRefusal,
  type HoldRefusal,
  HoldRequest,
  type MoveRefusal,
  MoveRequest,
  refusalText,
  SlotQuery,
} from "#app/features/booking/booking.ts";
import { bookCall, cancelCall, moveCall } from "#app/features/booking/bookings/bookings.server.ts";
import { answerFaults } from "#app/features/booking/questions.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { answers, type EndpointEnv, jsonBody, newEndpoints, refusal, refusals, tooMany } from "./endpoint.server.ts";
import { identifyByForm } from "./public-form.server.ts";

const ofEventType = z.object({ eventType: text({ max: 100 }).openapi({ example: "strategy-session" }) });
const ofToken = z.object({ token: text({ max: 100, shape: "verbatim" }) });

const Span = z.object({ start: z.iso.datetime(), end: z.iso.datetime() });
const Slots = z.object({ slots: z.array(Span) });
const Booked = Span.extend({ uid: z.string(), manageUrl: z.url() });
const Changed = Span.extend({ uid: z.string(), status: z.enum(["confirmed", "cancelled"]) });
/** Cancellations are always mailed; clients may still read the field. */
const Cancelled = Changed.extend({ mailed: z.literal(true) });

const iso = <Value extends { start: Date; end: Date }>({ start, end, ...rest }: Value) => ({
  ...rest,
  start: start.toISOString(),
  end: end.toISOString(),
});

/** Bookings have their own limit per client, which also covers guessing links. */
const limited: MiddlewareHandler<EndpointEnv> = async (c, next) => {
  const limit = await countUse(c.get("ctx"), "booking", limitKey(c.get("address")));
  return limit.allowed ? next() : tooMany(c, limit.retryAfterSeconds);
};

/** Keeps one client from blocking the calendar; a visitor needs few holds. */
const holdsLimited: MiddlewareHandler<EndpointEnv> = async (c, next) => {
  const limit = await countUse(c.get("ctx"), "slot-hold", limitKey(c.get("address")));
  return limit.allowed ? next() : tooMany(c, limit.retryAfterSeconds);
};

const Held = z.object({ hold: z.string(), expiresAt: z.iso.datetime() });

export const bookingEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "get",
      path: "/booking/{eventType}/slots",
      summary: "Free times of an event type, in UTC; at most 62 days at once",
      request: { params: ofEventType, query: SlotQuery },
      responses: { ...answers(200, Slots), ...refusals(404, 422) },
    }),
    async (c) => {
      const result = await listSlots(c.get("ctx"), { ...c.req.valid("query"), ...c.req.valid("param") });
      if (result.ok) return c.json({ slots: result.value.map(iso) }, 200);
      switch (result.reason.kind) {
        case "unknown_event_type":
          return refusal(c, 404, result.reason.kind, refusalText[result.reason.kind]);
        case "range_backwards":
        case "range_too_long":
          return refusal(c, 422, "invalid_input", refusalText[result.reason.kind], {
            fields: { to: refusalText[result.reason.kind] },
          });
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/booking/{eventType}",
      summary: "Book a free time. Repeats with the same Idempotency-Key and body book once and get the same response",
      middleware: limited,
      request: {
        params: ofEventType,
        headers: z.object({ "idempotency-key": text({ min: 1, max: 255, shape: "verbatim" }).optional() }),
        body: jsonBody(CallRequest.extend({ session_id: text({ max: 200 }).optional() })),
      },
      responses: {
        ...answers(201, Booked, "Booked; a mail with a calendar file is on its way"),
        ...refusals(404, 409, 422, 429),
      },
    }),
    async (c) => {
      const { session_id: sessionId, ...request } = c.req.valid("json");
      // First: the step of the funnel, which follows the booking, looks for the visit.
      await identifyByForm(c, { email: request.email, sessionId });
      const result = await bookCall(c.get("ctx"), {
        ...request,
        ...c.req.valid("param"),
        idempotencyKey: c.req.valid("header")["idempotency-key"],
        address: c.get("address"),
      });
      if (result.ok) return c.json(iso(result.value), 201);
      if (result.reason.kind !== "answers_incomplete") return refuseChange(c, result.reason);
      const kind = await findEventType(c.get("ctx"), c.req.valid("param").eventType);
      const faults = answerFaults(kind?.questions ?? [], request.answers);
      return refusal(c, 422, "invalid_input", refusalText[result.reason.kind], {
        fields: Object.fromEntries(Object.entries(faults).map(([id, fault]) => [`answers.${id}`, fault])),
      });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/booking/{eventType}/hold",
      summary: "Hold a free time for a few minutes while the form is filled in; releases the previous hold",
      middleware: holdsLimited,
      request: { params: ofEventType, body: jsonBody(HoldRequest) },
      responses: { ...answers(201, Held, "Kept; book with its token"), ...refusals(404, 409, 422, 429) },
    }),
    async (c) => {
      const result = await holdSlot(c.get("ctx"), { ...c.req.valid("json"), ...c.req.valid("param") });
      if (!result.ok) return refuseChange(c, result.reason);
      return c.json({ ...result.value, expiresAt: result.value.expiresAt.toISOString() }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/booking/holds/{token}/release",
      summary: "Release a held time",
      request: { params: ofToken },
      responses: { ...answers(200, z.object({ released: z.literal(true) })) },
    }),
    async (c) => {
      await releaseHold(c.get("ctx"), c.req.valid("param").token);
      return c.json({ released: true as const }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/booking/by-token/{token}/cancellation",
      summary: "Cancel a booked call and mail the cancellation to both sides and the guests; idempotent",
      middleware: limited,
      request: {
        params: ofToken,
        body: { required: false, content: { "application/json": { schema: CancellationRequest } } },
      },
      responses: { ...answers(200, Cancelled), ...refusals(404, 409, 422, 429) },
    }),
    async (c) => {
      const { reason = "" } = c.req.valid("json");
      const result = await cancelCall(c.get("ctx"), { ...c.req.valid("param"), reason });
      return result.ok ? c.json({ ...iso(result.value), mailed: true as const }, 200) : refuseChange(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/booking/by-token/{token}/reschedule",
      summary: "Move a booked call to another free time",
      middleware: limited,
      request: { params: ofToken, body: jsonBody(MoveRequest) },
      responses: { ...answers(200, Changed), ...refusals(404, 409, 422, 429) },
    }),
    async (c) => {
      const result = await moveCall(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(iso(result.value), 200) : refuseChange(c, result.reason);
    },
  );

/** Maps every refusal of the three commands to a response. */
function refuseChange(
  c: Context,
  reason: Exclude<BookRefusal, Refusal<"answers_incomplete">> | HoldRefusal | CancelRefusal | MoveRefusal,
) {
  switch (reason.kind) {
    case "unknown_event_type":
    case "not_found":
      return refusal(c, 404, reason.kind, refusalText[reason.kind]);
    case "too_many":
      return tooMany(c, reason.retryAfterSeconds, refusalText[reason.kind]);
    case "key_reused":
      return refusal(c, 422, reason.kind, refusalText[reason.kind]);
    case "address_has_calls":
    case "person_has_calls":
      return refusal(c, 409, "too_many_calls", refusalText[reason.kind]);
    case "taken":
    case "not_offered":
    case "blueprint_has_call":
    case "already_started":
    case "cancelled":
    case "elsewhere":
      return refusal(c, 409, reason.kind, refusalText[reason.kind]);
    default:
      return never(reason);
  }
}
