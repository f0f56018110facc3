import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { startPayment } from "#app/features/billing/billing.server.ts";
import {
  BillTo,
  Cancellation,
  InvoicePayment,
  noInvoicesText,
  paymentStatuses,
  UnlockRequest,
} from "#app/features/billing/billing.ts";
import { correctInvoice } from "#app/features/billing/invoices/corrections.server.ts";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "#app/features/billing/invoices/invoices.server.ts";
import { confirmPayment, payInvoiceOnline } from "#app/features/billing/payments/checkout.server.ts";
import { markPaymentChecked } from "#app/features/billing/payments/facts.server.ts";
import { readStripeEvent, receiveStripeEvent } from "#app/features/billing/stripe/stripe-events.server.ts";
import { blueprintUnlockCall } from "#app/features/booking/booking.ts";
import { requestCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { mapped, never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { ofBlueprint } from "./blueprint/blueprint-access.server.ts";
import { recordId, refusal } from "./endpoint.server.ts";
import { adminArea, endpoints, publicArea, sessionArea } from "./endpoints.server.ts";

const UnlockAnswer = z
  .union([
    z.object({ redirect: z.string().openapi({ description: "Where to go on: the checkout, or the call's calendar" }) }),
    z.object({
      status: z.enum(["unlocked", "invoice_requested"]),
      invoice: z.string().optional().openapi({ description: "Number of the invoice that was sent" }),
    }),
  ])
  .openapi("Unlock");

const ofPayment = { id: recordId().openapi({ description: "Of the payment" }) };

const paidOnText = "Paid on: choose a day from the invoice's date to today.";
const notOpen = "This invoice is no longer open.";
const admin = adminArea(
  "billing",
  {
    not_found: "There is no such payment.",
    already_paid: "This invoice is paid. To give the money back, note a refund.",
    not_open: notOpen,
    by_stripe: "This invoice was paid by card. Refund it in Stripe.",
    unavailable: [503, "Stripe is not responding, and the invoice may be paid there right now. Try again in a minute."],
    paid_on_impossible: [422, paidOnText, { paidOn: paidOnText }],
    not_paid: "Only a paid invoice can be refunded.",
  },
  [409, 503],
  ofPayment,
);
const signedIn = sessionArea(
  {
    not_open: notOpen,
    no_analysis: "Finish the analysis first: the full blueprint is drawn from it.",
    nothing_in_scope: "Nothing is in scope in this analysis, so there is nothing to buy.",
    no_billing_details: () => noInvoicesText(env().CONTACT_EMAIL),
    unavailable: (_: object, c: Context) =>
      refusal(
        c,
        503,
        "payment_unavailable",
        "The payment page is not available right now. Nothing was charged. Please try again in a minute.",
      ),
  },
  [409, 503],
  ofPayment,
);
const open = publicArea({}, [400, 401]);

export const billingEndpoints = endpoints(
  signedIn.post("/blueprints/{id}/unlock", {
    summary: "Unlock the full blueprint of a finished analysis, by a call or a payment",
    params: z.object(ofBlueprint),
    body: UnlockRequest,
    returns: UnlockAnswer,
    command: async (ctx, input, c) => {
      const { id: blueprintId, method, billTo } = input;
      if (method === "call") {
        const asked = await requestCall(ctx, blueprintId);
        if (!asked.ok) return asked;
        if (asked.value === "unlocked") return c.json({ status: "unlocked" as const }, 200);
        const prefill = new URLSearchParams({ email: ctx.actor.email, blueprint: blueprintId });
        return c.json({ redirect: `/schedule/${blueprintUnlockCall}?${prefill}` }, 200);
      }
      const started = await startPayment(ctx, { blueprintId, billTo, byInvoice: method === "invoice" });
      if (!started.ok) return started;
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
  }),
  signedIn.post("/payments/{id}/checkout", {
    summary: "Pay one of your open invoices by card; returns the URL of the payment page",
    returns: z.object({ redirect: z.string() }),
    command: async (ctx, { id }) => mapped(await payInvoiceOnline(ctx, id), ({ url: redirect }) => ({ redirect })),
  }),
  signedIn.post("/payments/{id}/confirmation", {
    summary: "Ask the payment provider for the state of your payment",
    returns: z.object({ status: z.enum(paymentStatuses) }),
    statuses: [404, 503],
    command: async (ctx, { id }) => mapped(await confirmPayment(ctx, id), (status) => ({ status })),
  }),
  open.post("/webhooks/stripe", {
    summary: "Stripe's webhook, signed over the raw body",
    security: [{ stripeSignature: [] }],
    returns: z.object({ received: z.literal(true), outcome: z.string(), repeated: z.boolean() }),
    command: async (ctx, _, c) => {
      const event = await readStripeEvent(await c.req.text(), c.req.header("stripe-signature"));
      if (!event.ok)
        return event.reason.kind === "malformed"
          ? refusal(c, 400, "malformed", "The message is signed, but it is not one of Stripe's.")
          : refusal(c, 401, "bad_signature", "The signature is missing, wrong or too old.");
      const taken = await receiveStripeEvent(ctx, event.value);
      return c.json({ received: true as const, ...taken }, 200);
    },
  }),
  admin.post("/admin/payments/{id}/receipt", {
    summary: "Mark an invoice as paid: unlocks the blueprint and sends the receipt",
    body: InvoicePayment,
    empties: "Paid",
    command: (ctx, { id: paymentId, ...input }) => markInvoicePaid(ctx, { paymentId, ...input }),
  }),
  admin.post("/admin/payments/{id}/cancellation", {
    summary: "Cancel an unpaid invoice with a credit note",
    body: Cancellation,
    empties: "Canceled",
    command: (ctx, { id: paymentId, ...input }) => cancelInvoice(ctx, { paymentId, ...input }),
  }),
  admin.post("/admin/payments/{id}/correction", {
    summary: "Correct the addressee of an invoice, with a credit note and a new invoice",
    body: z.object({ from: z.string(), billTo: BillTo }),
    empties: "Corrected",
    statuses: [404, 409, 422],
    refusals: {
      stale:
        "Another admin has corrected this invoice meanwhile. Close this, check the new invoice, and correct it if needed.",
      not_correctable: "This invoice is canceled or refunded, so there is nothing to correct.",
    },
    command: (ctx, { id: paymentId, ...input }) => correctInvoice(ctx, { paymentId, ...input }),
  }),
  admin.post("/admin/payments/{id}/check", {
    summary: "Mark a dispute, a failed refund or a refund in another currency as done",
    empties: "Done",
    statuses: [404, 409],
    refusals: { nothing_to_check: "Nothing is left to do about this payment." },
    command: (ctx, { id: paymentId }) => markPaymentChecked(ctx, { paymentId }),
  }),
  admin.post("/admin/payments/{id}/refund", {
    summary: "Record the refund of a paid invoice by bank transfer; needs a fresh code",
    isFresh: true,
    empties: "Refunded",
    command: (ctx, { id: paymentId }) => refundInvoice(ctx, { paymentId }),
  }),
);
