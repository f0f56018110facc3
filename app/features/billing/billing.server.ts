import { findForSale } from "#app/features/full-blueprint/unlock.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import type { BillTo } from "./billing.ts";
import { canIssueInvoices } from "./invoices/documents.server.ts";
import { requestInvoice } from "./invoices/invoices.server.ts";
import { beginCheckout } from "./payments/checkout.server.ts";
import { takesCards } from "./stripe/stripe.server.ts";

/*
 * Billing: the 499 USD that unlock a full blueprint. If Stripe keys are set, payment is by its Checkout and reported by
 * its signed events (stripe/stripe-events.server.ts); otherwise we send an invoice, and an admin marks it as paid
 * (invoices/invoices.server.ts).
 *
 * Life of a payment: open → processing (a bank takes days) → paid → possibly refunded; or cancelled, failed, expired.
 * Only facts are stored (payments/payment-life.ts), and one function merges them and triggers the effects
 * (payments/settlement.server.ts).
 *
 * Invariants: unlock, invoice number and receipt happen once and in one transaction with the payment; documents are
 * numbered without gaps and never changed; a browser that returns from a paid checkout proves nothing, only Stripe
 * does; the amount is ours and is compared with the paid one. A second payment, a payment of a canceled invoice and a
 * payment for a blueprint that a call has unlocked in the meantime are reported to the team as due for refund. A full
 * refund before the end of the kickoff session (terms, “The full blueprint”) closes the blueprint again; a later one
 * does not.
 *
 * Records: `payment`, `payment_fact`, `billing_document`. Events: payment.received, payment.refunded, payment.disputed.
 * Payments and documents remain when their account is deleted, as bookkeeping law requires; they lose the link to it.
 */

export type PaymentRefusal =
  | NotFound
  | Refusal<"no_analysis" | "nothing_in_scope" | "unavailable" | "no_billing_details">;

export type PaymentStart =
  | { kind: "redirect"; url: string }
  | { kind: "invoiced"; number: string }
  | { kind: "unlocked" };

/**
 * Starts the payment for one of the actor's finished blueprints, or returns the open one. `unavailable`: the payment
 * provider does not respond; nothing was charged. `no_billing_details`: invoices lack the firm's address or account.
 */
export async function startPayment(
  ctx: SignedInCtx,
  { blueprintId, billTo, byInvoice = false }: { blueprintId: string; billTo?: BillTo | undefined; byInvoice?: boolean },
): Promise<Result<PaymentStart, PaymentRefusal>> {
  const item = await findForSale(ctx, { blueprintId, userId: ctx.actor.userId });
  if (!item) return notFound();
  if (!item.isFinished) return refuse("no_analysis");
  if (item.isUnlocked) return ok({ kind: "unlocked" });
  if (!item.isInScope) return refuse("nothing_in_scope");
  const order = { blueprintId, companyName: item.companyName };
  if (takesCards() && !byInvoice) {
    const url = await beginCheckout(ctx, order);
    return url === null ? refuse("unavailable") : ok({ kind: "redirect", url });
  }
  if (!canIssueInvoices()) return refuse("no_billing_details");
  const { number } = await requestInvoice(ctx, { ...order, billTo });
  return ok({ kind: "invoiced", number });
}
