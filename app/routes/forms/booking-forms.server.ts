import type { Context, Next } from "hono";
import { setCookie } from "hono/cookie";
import { bookedCookieName, cookieAttributes } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { payForCall } from "#app/features/billing/payments/call-payments.server.ts";
import { findCall, findEventType } from "#app/features/booking/availability/calendar.server.ts";
import {
  type BookRefusal,
  CallRequest,
  CancellationRequest,
  calendarUnreadText,
  Decision,
  inviteeFormFor,
  MoveRequest,
  priceChangedText,
  refusalText,
  strategySession,
  trackingNames,
} from "#app/features/booking/booking.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { decideByLink } from "#app/features/booking/bookings/pending.server.ts";
import { cancelCall, moveCall } from "#app/features/booking/bookings/reschedule.server.ts";
import { bookedElsewhere, elsewhereText } from "#app/features/booking/calendly/calendly.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { hourSeconds } from "#app/lib/durations.ts";
import { dottedPath, fieldErrors, type Issue } from "#app/lib/forms/validation-messages.ts";
import { env } from "#app/platform/env.server.ts";
import { type EndpointContext, type EndpointEnv, newEndpoints } from "../api/endpoint.server.ts";
import { formOf, showAgain, showTooMany } from "./form.server.ts";

type Said = { said?: string };

/**
 * `POST /booking/{token}`: the forms of a booked call without scripts. Redirects to the page of the call, which shows its
 * state; `said` is the reason why nothing changed, or that no confirmation was mailed.
 */
export const bookingForms = newEndpoints();
bookingForms.post("/booking/:token", async (c) => {
  const token = c.req.param("token");
  const limit = await countUse(c.get("ctx"), "booking", limitKey(c.get("address")));
  if (!limit.allowed) return back(c, token, { said: "too_many" });
  const form = await formOf(c);
  switch (form["intent"]) {
    case "cancel":
      return back(c, token, await cancel(c, token, form));
    case "move":
      return move(c, token, form);
    case "pay": {
      const page = await payForCall(c.get("ctx"), token);
      if (!page.ok) return back(c, token, { said: page.reason.kind });
      // Not to Stripe: the policy lets forms lead only to this site.
      return c.redirect(`/booking/${encodeURIComponent(token)}?pay=open`, 303);
    }
    default:
      return back(c, token, { said: "unknown" });
  }
});

/** `POST /call-request/{token}`: a host confirms or declines a call. Redirects to its page, which shows the state. */
bookingForms.post("/call-request/:token", async (c) => {
  const token = c.req.param("token");
  const limit = await countUse(c.get("ctx"), "booking", limitKey(c.get("address")));
  const page = (said: string) => c.redirect(`/call-request/${encodeURIComponent(token)}?said=${said}`, 303);
  if (!limit.allowed) return page("too_many");
  const form = await formOf(c);
  const input = Decision.safeParse({ decision: form["intent"], reason: form["reason"] });
  if (!input.success) return page("unknown");
  const decided = await decideByLink(c.get("ctx"), { token, ...input.data });
  return page(decided.ok ? "done" : decided.reason.kind);
});

/**
 * `POST /schedule/{eventType}`: books a call without scripts and redirects to its page. A refused form is shown again with its
 * values.
 */
bookingForms.post("/schedule/:eventType", async (c, next) => {
  const eventType = c.req.param("eventType");
  const form = await formOf(c);
  const limit = await countUse(c.get("ctx"), "booking", limitKey(c.get("address")));
  if (!limit.allowed) return showTooMany(c, next, form, limit.retryAfterSeconds);
  const elsewhere = bookedElsewhere(eventType);
  if (elsewhere) return showAgain(c, next, form, { status: 409, message: elsewhereText(elsewhere) });
  const kind = await findEventType(c.get("ctx"), eventType);
  const answers = Object.fromEntries((kind?.questions ?? []).map(({ id }) => [id, form[`answers.${id}`] ?? ""]));
  const invitee = inviteeFormFor(kind?.questions ?? []).safeParse({ guests: "", ...form, answers });
  if (!invitee.success) return showAgain(c, next, form, { status: 422, fields: errorsByField(invitee.error.issues) });
  const { start, timezone, blueprint, host, link, price } = form;
  const tracking = Object.fromEntries(trackingNames.flatMap((name) => (form[name] ? [[name, form[name]]] : [])));
  const priceCents = typeof price === "string" ? Number(price) || null : undefined;
  const asked = { start, timezone, blueprint, host, link, priceCents, tracking };
  const request = CallRequest.safeParse({ ...invitee.data, ...asked });
  if (!request.success) return showAgain(c, next, form, { status: 422, fields: errorsByField(request.error.issues) });
  const idempotencyKey = typeof form["attempt"] === "string" ? form["attempt"].slice(0, 255) : undefined;
  const booked = await bookCall(c.get("ctx"), {
    ...request.data,
    eventType,
    idempotencyKey,
    address: c.get("address"),
  });
  if (!booked.ok) return bookAgain(c, next, form, booked.reason);
  const path = new URL(booked.value.manageUrl).pathname;
  setCookie(c, bookedCookieName(env()), path.split("/").at(-1) ?? "", {
    ...cookieAttributes(env()),
    maxAge: hourSeconds,
  });
  return c.redirect(
    eventType === strategySession && booked.value.status === "confirmed"
      ? `/strategy-session-confirmed?booking=${path.split("/").at(-1)}`
      : path,
    303,
  );
});

/** The first message per field; errors of questions use their field names. */
const errorsByField = (issues: readonly Issue[]) =>
  fieldErrors(issues, (path) => dottedPath(path.slice(0, path[0] === "answers" ? 2 : 1)));

const refusalStatus = {
  taken: 409,
  not_offered: 409,
  calendar_unread: 503,
  unknown_event_type: 404,
  answers_incomplete: 422,
  key_reused: 422,
  price_changed: 409,
  address_has_calls: 409,
  person_has_calls: 409,
  blueprint_has_call: 409,
  sign_in_needed: 403,
  clients_only: 403,
  link_needed: 403,
  link_used: 409,
} as const;

function messageOf(reason: BookRefusal): string {
  if (reason.kind === "price_changed") return priceChangedText(reason);
  if (reason.kind === "calendar_unread") return calendarUnreadText(env().CONTACT_EMAIL);
  return refusalText[reason.kind];
}

/** An unavailable time is an error of its field; other refusals concern the whole form. */
function bookAgain(c: EndpointContext, next: Next, form: Record<string, unknown>, reason: BookRefusal) {
  const message = messageOf(reason);
  if (reason.kind === "too_many") return showTooMany(c, next, form, reason.retryAfterSeconds, message);
  const ofTime = reason.kind === "taken" || reason.kind === "not_offered";
  return showAgain(c, next, form, {
    ...{ status: refusalStatus[reason.kind], code: reason.kind },
    ...(ofTime ? { fields: { start: message } } : { message }),
  });
}

async function cancel(c: Context<EndpointEnv>, token: string, form: Record<string, unknown>): Promise<Said> {
  const input = CancellationRequest.safeParse({ reason: form["reason"] });
  if (!input.success) return { said: "reason_too_long" };
  const canceled = await cancelCall(c.get("ctx"), { token, reason: input.data.reason });
  return canceled.ok ? {} : { said: canceled.reason.kind };
}

/** Redirects to the calendar if the time is unavailable, otherwise to the page of the call. */
async function move(c: Context<EndpointEnv>, token: string, form: Record<string, unknown>) {
  const input = MoveRequest.safeParse({ start: form["start"] });
  const moved = input.success ? await moveCall(c.get("ctx"), { token, ...input.data }) : null;
  if (moved?.ok) return back(c, token, {});
  const said = moved?.reason.kind ?? "not_offered";
  if (said !== "taken" && said !== "not_offered" && said !== "calendar_unread") return back(c, token, { said });
  const call = await findCall(c.get("ctx"), token);
  if (!call) return back(c, token, {});
  const query = new URLSearchParams({
    move: token,
    said,
    ...(input.success && { start: input.data.start.toISOString() }),
  });
  return c.redirect(`/schedule/${call.kind.slug}?${query}`, 303);
}

const back = (c: Context, token: string, { said }: Said) =>
  c.redirect(`/booking/${encodeURIComponent(token)}${said ? `?said=${said}` : ""}`, 303);
