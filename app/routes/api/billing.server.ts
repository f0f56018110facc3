import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type PaymentRefusal, startPayment } from "#app/features/billing/billing.server.ts";
import {
  BillTo,
  Cancellation,
  InvoicePayment,
  noInvoicesText,
  paymentStatuses,
  UnlockRequest,
} from "#app/features/billing/billing.ts";
import { confirmPayment, payInvoiceOnline } from "#app/features/billing/checkout.server.ts";
import { correctInvoice } from "#app/features/billing/corrections.server.ts";
import { markPaymentChecked } from "#app/features/billing/facts.server.ts";
import {
  cancelInvoice,
  type InvoiceRefusal,
  markInvoicePaid,
  refundInvoice,
} from "#app/features/billing/invoices.server.ts";
import { readStripeEvent, receiveStripeEvent } from "#app/features/billing/stripe-events.server.ts";
import { blueprintUnlockCall } from "#app/features/booking/booking.ts";
import { requestCall } from "#app/features/full-blueprint/held-calls.server.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  freshCode,
  freshCodeFirst,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  sessionFirst,
} from "./endpoint.server.ts";

const UnlockAnswer = z
  .union([
    z.object({ redirect: z.string().openapi({ description: "Where to go on: the checkout, or the call's calendar" }) }),
    z.object({
      status: z.enum(["unlocked", "invoice_requested"]),
      invoice: z.string().optional().openapi({ description: "Number of the invoice that was sent" }),
    }),
  ])
  .openapi("Unlock");

const paymentId = z.object({ id: recordId().openapi({ description: "Of the payment" }) });

export const billingEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/unlock",
      summary: "Unlock the full blueprint of a finished analysis, by a call or a payment",
      middleware: sessionFirst,
      request: { params: ofBlueprint, body: jsonBody(UnlockRequest) },
      responses: { ...answers(200, UnlockAnswer), ...refusals(401, 404, 409, 422, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { id: blueprintId } = c.req.valid("param");
      const { method, billTo } = c.req.valid("json");
      if (method === "call") {
        const asked = await requestCall(ctx, blueprintId);
        if (!asked.ok) return turnAway(c, asked.reason);
        if (asked.value === "unlocked") return c.json({ status: "unlocked" as const }, 200);
        const prefill = new URLSearchParams({ email: ctx.actor.email, blueprint: blueprintId });
        return c.json({ redirect: `/schedule/${blueprintUnlockCall}?${prefill}` }, 200);
      }
      const started = await startPayment(ctx, { blueprintId, billTo, byInvoice: method === "invoice" });
      if (!started.ok) return turnAway(c, started.reason);
      const start = started.value;
      switch (start.kind) {
        case "redirect":
          return c.json({ redirect: start.url }, 200);
        case "invoiced":
          return c.json({ status: "invoice_requested" as const, invoice: start.number }, 200);
        case "unlocked":
          return c.json({ status: "unlocked" as const }, 200);
        default:
          return never(start);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/payments/{id}/checkout",
      summary: "Pay one of your open invoices by card; returns the URL of the payment page",
      middleware: sessionFirst,
      request: { params: paymentId },
      responses: { ...answers(200, z.object({ redirect: z.string() })), ...refusals(401, 404, 409, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const checkout = await payInvoiceOnline(ctx, c.req.valid("param").id);
      if (checkout.ok) return c.json({ redirect: checkout.value.url }, 200);
      switch (checkout.reason.kind) {
        case "not_found":
          return notFound(c);
        case "not_open":
          return refusal(c, 409, "not_open", "This invoice is no longer open.");
        case "unavailable":
          return unavailable(c);
        default:
          return never(checkout.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/payments/{id}/confirmation",
      summary: "Ask the payment provider for the state of your payment",
      middleware: sessionFirst,
      request: { params: paymentId },
      responses: { ...answers(200, z.object({ status: z.enum(paymentStatuses) })), ...refusals(401, 404, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const confirmed = await confirmPayment(ctx, c.req.valid("param").id);
      if (confirmed.ok) return c.json({ status: confirmed.value }, 200);
      switch (confirmed.reason.kind) {
        case "not_found":
          return notFound(c);
        case "unavailable":
          return unavailable(c);
        default:
          return never(confirmed.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/webhooks/stripe",
      security: [{ stripeSignature: [] }],
      summary: "Stripe's webhook, signed over the raw body",
      responses: {
        ...answers(200, z.object({ received: z.literal(true), outcome: z.string(), repeated: z.boolean() })),
        ...refusals(400, 401),
      },
    }),
    async (c) => {
      const event = await readStripeEvent(await c.req.text(), c.req.header("stripe-signature"));
      if (!event.ok)
        return event.reason.kind === "malformed"
          ? refusal(c, 400, "malformed", "The message is signed, but it is not one of Stripe's.")
          : refusal(c, 401, "bad_signature", "The signature is missing, wrong or too old.");
      const taken = await receiveStripeEvent(c.get("ctx"), event.value);
      return c.json({ received: true as const, ...taken }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/payments/{id}/receipt",
      summary: "Mark an invoice as paid: unlocks the blueprint and sends the receipt",
      middleware: adminOnly,
      request: { params: paymentId, body: jsonBody(InvoicePayment) },
      responses: { 204: { description: "Paid" }, ...refusals(401, 403, 404, 409, 422, 503) },
    }),
    async (c) => {
      const done = await markInvoicePaid(c.get("ctx"), {
        paymentId: c.req.valid("param").id,
        ...c.req.valid("json"),
      });
      return done.ok ? c.body(null, 204) : refuseInvoice(c, done.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/payments/{id}/cancellation",
      summary: "Cancel an unpaid invoice with a credit note",
      middleware: adminOnly,
      request: { params: paymentId, body: jsonBody(Cancellation) },
      responses: { 204: { description: "Canceled" }, ...refusals(401, 403, 404, 409, 422, 503) },
    }),
    async (c) => {
      const done = await cancelInvoice(c.get("ctx"), { paymentId: c.req.valid("param").id, ...c.req.valid("json") });
      return done.ok ? c.body(null, 204) : refuseInvoice(c, done.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/payments/{id}/correction",
      summary: "Correct the addressee of an invoice, with a credit note and a new invoice",
      middleware: adminOnly,
      request: { params: paymentId, body: jsonBody(z.object({ from: z.string(), billTo: BillTo })) },
      responses: { 204: { description: "Corrected" }, ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const done = await correctInvoice(ctx, { paymentId: c.req.valid("param").id, ...c.req.valid("json") });
      if (done.ok) return c.body(null, 204);
      switch (done.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "stale":
          return refusal(
            c,
            409,
            "stale",
            "Another admin has corrected this invoice meanwhile. Close this, check the new invoice, and correct it if needed.",
          );
        case "not_correctable":
          return refusal(
            c,
            409,
            "not_correctable",
            "This invoice is canceled or refunded, so there is nothing to correct.",
          );
        default:
          return never(done.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/payments/{id}/check",
      summary: "Mark a dispute, a failed refund or a refund in another currency as done",
      middleware: adminOnly,
      request: { params: paymentId },
      responses: { 204: { description: "Done" }, ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const done = await markPaymentChecked(c.get("ctx"), { paymentId: c.req.valid("param").id });
      if (done.ok) return c.body(null, 204);
      switch (done.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "nothing_to_check":
          return refusal(c, 409, "nothing_to_check", "Nothing is left to do about this payment.");
        default:
          return never(done.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/payments/{id}/refund",
      summary: "Record the refund of a paid invoice by bank transfer; needs a fresh code",
      middleware: [adminOnly, freshCode],
      request: { params: paymentId },
      responses: { 204: { description: "Refunded" }, ...refusals(401, 403, 404, 409, 503) },
    }),
    async (c) => {
      const done = await refundInvoice(c.get("ctx"), { paymentId: c.req.valid("param").id });
      return done.ok ? c.body(null, 204) : refuseInvoice(c, done.reason);
    },
  );

const unavailable = (c: Context) =>
  refusal(
    c,
    503,
    "payment_unavailable",
    "The payment page is not available right now. Nothing was charged. Please try again in a minute.",
  );

function turnAway(c: Context, reason: PaymentRefusal) {
  switch (reason.kind) {
    case "not_found":
      return notFound(c);
    case "no_analysis":
      return refusal(c, 409, "no_analysis", "Finish the analysis first: the full blueprint is drawn from it.");
    case "nothing_in_scope":
      return refusal(c, 409, "nothing_in_scope", "Nothing is in scope in this analysis, so there is nothing to buy.");
    case "unavailable":
      return unavailable(c);
    case "no_billing_details":
      return refusal(c, 409, "no_billing_details", noInvoicesText(env().CONTACT_EMAIL));
    default:
      return never(reason);
  }
}

function refuseInvoice(c: Context, reason: InvoiceRefusal | Refusal<"paid_on_impossible">) {
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "fresh_code_required":
      return freshCodeFirst(c);
    case "not_found":
      return notFound(c);
    case "already_paid":
      return refusal(c, 409, "already_paid", "This invoice is paid. To give the money back, note a refund.");
    case "not_open":
      return refusal(c, 409, "not_open", "This invoice is no longer open.");
    case "by_stripe":
      return refusal(c, 409, "by_stripe", "This invoice was paid by card. Refund it in Stripe.");
    case "unavailable":
      return refusal(
        c,
        503,
        "unavailable",
        "Stripe is not responding, and the invoice may be paid there right now. Try again in a minute.",
      );
    case "paid_on_impossible": {
      const message = "Paid on: choose a day from the invoice's date to today.";
      return refusal(c, 422, "paid_on_impossible", message, { fields: { paidOn: message } });
    }
    case "not_paid":
      return refusal(c, 409, "not_paid", "Only a paid invoice can be refunded.");
    default:
      return never(reason);
  }
}
