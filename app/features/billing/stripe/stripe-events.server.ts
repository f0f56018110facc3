import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Addressee } from "../billing.ts";
import { type NewFact, storeFact } from "../payments/facts.server.ts";
import type { FactKind } from "../payments/payment-facts.ts";
import { settle } from "../payments/settlement.server.ts";
import { type Payment, payment, type StripeOutcome, stripeEvent } from "../tables.server.ts";
import { stripe } from "./stripe.server.ts";
import { StripeMessage } from "./stripe-message.ts";

/*
 * Stripe's webhook events. Prevents: forged events (signature over the raw body, at most five minutes old or ahead),
 * replays (the event's id is stored with its effects in one transaction), checkouts of other products in the same
 * Stripe account (they name none of our payments), checkouts with another amount (compared with ours before the
 * unlock), and double payments (each payment intent is a payment of its own; the second one is due for refund).
 */

const toleranceSeconds = 300;

/**
 * Verifies and parses the event in a request's raw body. Refusals: `bad_signature` if the signature is missing, wrong
 * or more than five minutes from now; `malformed` if a signed event does not match Stripe's documentation.
 */
export async function readStripeEvent(
  rawBody: string,
  signature: string | undefined,
): Promise<Result<Stripe.Event, Refusal<"bad_signature" | "malformed">>> {
  const secret = env().STRIPE_WEBHOOK_SECRET;
  if (!secret || !env().STRIPE_SECRET_KEY || !signature || signature.length > maxSignature)
    return refuse("bad_signature");
  if (isFromTheFuture(signature)) return refuse("bad_signature");
  try {
    const event = await (await stripe()).webhooks.constructEventAsync(rawBody, signature, secret, toleranceSeconds);
    const read = StripeMessage.safeParse(event);
    return read.success ? ok(read.data as unknown as Stripe.Event) : refuse("malformed");
  } catch (error) {
    return refuse(error instanceof SyntaxError ? "malformed" : "bad_signature");
  }
}

/** A header of Stripe has some 200 characters, and strangers can send 16,000. */
const maxSignature = 1000;

/** Stripe's library refuses only old signatures. It uses the last of several timestamps. */
function isFromTheFuture(signature: string): boolean {
  const signedAt = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1];
  return Number(signedAt) - Date.now() / 1000 > toleranceSeconds;
}

/** Processes a verified event once. `repeated`: it was processed before and changed nothing. */
export function receiveStripeEvent(
  ctx: Ctx,
  event: Stripe.Event,
): Promise<{ outcome: StripeOutcome; repeated: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const occurredAt = new Date(event.created * 1000);
    const [fresh] = await tx.db
      .insert(stripeEvent)
      .values({ id: event.id, type: event.type, outcome: "ignored", occurredAt, receivedAt: tx.now })
      .onConflictDoNothing()
      .returning({ id: stripeEvent.id });
    if (!fresh) {
      const [known] = await tx.db.select().from(stripeEvent).where(eq(stripeEvent.id, event.id));
      return { outcome: known?.outcome ?? "ignored", repeated: true };
    }
    await takeIntent(tx, event.data.object);
    const taken = await applyEvent(tx, event, occurredAt);
    await tx.db
      .update(stripeEvent)
      .set({ outcome: taken.outcome, paymentId: taken.paymentId ?? null })
      .where(eq(stripeEvent.id, event.id));
    return { outcome: taken.outcome, repeated: false };
  });
}

/**
 * Waits for other events of the payment intent. Otherwise a dispute that finds no payment yet and a checkout that finds no dispute yet
 * would miss each other.
 */
async function takeIntent(tx: Ctx, object: object): Promise<void> {
  const { payment_intent: reference } = object as { payment_intent?: string | { id: string } | null };
  const intentId = idOf(reference);
  if (intentId) await takeTurn(tx, "payment-intent", intentId);
}

type Taken = { outcome: StripeOutcome; paymentId?: string };

function applyEvent(tx: Ctx, event: Stripe.Event, at: Date): Promise<Taken> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return applySession(tx, event.data.object, { at, failed: false });
    case "checkout.session.async_payment_failed":
      return applySession(tx, event.data.object, { at, failed: true });
    case "charge.refunded":
      return applyCharge(tx, event.data.object, at);
    case "charge.dispute.created":
    case "charge.dispute.updated":
      return applyDispute(tx, event.data.object, at, null);
    case "charge.dispute.funds_withdrawn":
      return applyDispute(tx, event.data.object, at, "funds-withdrawn");
    case "charge.dispute.funds_reinstated":
      return applyDispute(tx, event.data.object, at, "funds-reinstated");
    case "charge.dispute.closed":
      return applyDispute(
        tx,
        event.data.object,
        at,
        event.data.object.status === "lost" ? "dispute-lost" : "dispute-won",
      );
    case "refund.failed":
    case "refund.updated":
    case "charge.refund.updated":
      return applyRefund(tx, event.data.object, at);
    default:
      return Promise.resolve({ outcome: "ignored" });
  }
}

/** Applies the state of a checkout to its payment; from an event or a request to Stripe. */
export async function applySession(
  tx: Ctx,
  session: Stripe.Checkout.Session,
  { at, failed }: { at: Date; failed: boolean },
): Promise<Taken> {
  await takeIntent(tx, session);
  const isPaid = session.payment_status === "paid";
  const id = session.client_reference_id ?? session.metadata?.["payment_id"];
  const named = await findPayment(tx, id);
  if (!named) return { outcome: "not-ours" };
  const { amount, currency } = askedFor(session);
  if (isPaid && (amount !== named.amountCents || currency !== "usd")) {
    log.error({ paymentId: named.id, amount, currency }, "the paid amount or currency differs from the payment");
    return { outcome: "mismatch", paymentId: named.id };
  }
  // An invoice stays open when a checkout for it ends or fails.
  if (named.method === "invoice" && !isPaid) return { outcome: "ignored", paymentId: named.id };
  const paymentIntentId = idOf(session.payment_intent);
  const own = isPaid ? await paymentOfIntent(tx, named, paymentIntentId) : named;
  const update = isPaid
    ? { paidAt: at }
    : failed
      ? { failedAt: at }
      : session.status === "expired"
        ? { expiredAt: at }
        : session.status === "complete"
          ? { processingAt: at }
          : {};
  const billTo = addressee(session.customer_details, own.companyName);
  const outcome = await settle(tx, own.id, update, {
    paymentIntentId,
    ...(billTo && { billTo }),
  });
  return { outcome, paymentId: own.id };
}

/** What was asked for. With Adaptive Pricing the session has the client's currency, and ours in `currency_conversion`. */
function askedFor({ amount_total: amount, currency, currency_conversion: conversion }: Stripe.Checkout.Session) {
  return conversion ? { amount: conversion.amount_total, currency: conversion.source_currency } : { amount, currency };
}

async function applyCharge(tx: Ctx, charge: Stripe.Charge, at: Date): Promise<Taken> {
  const paymentIntentId = idOf(charge.payment_intent);
  // Named by our id in the metadata, even if the charge arrives before the event of the checkout.
  const named = (await findPayment(tx, charge.metadata?.["payment_id"])) ?? (await findByIntent(tx, paymentIntentId));
  if (!named) return { outcome: "not-ours" };
  const own = await paymentOfIntent(tx, named, paymentIntentId);
  const currency = charge.currency ?? "usd";
  const outcome = await record(tx, own, {
    kind: "refunded",
    objectId: charge.id ?? own.id,
    ...{ paymentIntentId, amount: charge.amount_refunded, currency, reason: "", dueAt: null, occurredAt: at },
  });
  if (currency === "usd") return outcome;
  log.error({ paymentId: own.id, currency }, "a refund is in another currency than its payment");
  return { outcome: "mismatch", paymentId: own.id };
}

/** `change`: what the event reports besides that the dispute exists. */
async function applyDispute(tx: Ctx, dispute: Stripe.Dispute, at: Date, change: FactKind | null): Promise<Taken> {
  const paymentIntentId = idOf(dispute.payment_intent);
  if (!paymentIntentId) return { outcome: "not-ours" };
  const own = await findByIntent(tx, paymentIntentId);
  const due = dispute.evidence_details?.due_by;
  const fact = {
    objectId: dispute.id ?? paymentIntentId,
    paymentIntentId,
    amount: dispute.amount ?? own?.amountCents ?? 0,
    currency: dispute.currency ?? "usd",
    reason: dispute.reason ?? "",
    dueAt: due ? new Date(due * 1000) : null,
    occurredAt: at,
  };
  const opened = await record(tx, own, { ...fact, kind: "dispute-opened" });
  return change ? record(tx, own, { ...fact, kind: change, dueAt: null }) : opened;
}

/** A failed or canceled refund returns its money to the firm. */
async function applyRefund(tx: Ctx, refund: Stripe.Refund, at: Date): Promise<Taken> {
  const paymentIntentId = idOf(refund.payment_intent);
  if (!paymentIntentId) return { outcome: "not-ours" };
  const own = await findByIntent(tx, paymentIntentId);
  if (refund.status !== "failed" && refund.status !== "canceled") return { outcome: "ignored" };
  return record(tx, own, {
    kind: "refund-failed",
    objectId: refund.id,
    ...{ paymentIntentId, amount: refund.amount, currency: refund.currency ?? "usd" },
    ...{ reason: refund.failure_reason ?? "", dueAt: null, occurredAt: at },
  });
}

/** Stores a fact and applies it to its payment, or keeps it for the payment that gets its intent. */
async function record(tx: Ctx, own: Payment | undefined, fact: NewFact): Promise<Taken> {
  const { paymentIntentId } = fact;
  const factKey = await storeFact(tx, fact);
  if (!own) return { outcome: factKey ? "waiting" : "nothing-new" };
  return { outcome: await settle(tx, own.id, {}, { paymentIntentId, factKey }), paymentId: own.id };
}

async function findPayment(tx: Ctx, id: string | null | undefined) {
  if (!id || !isUuid(id)) return undefined;
  const [row] = await tx.db.select().from(payment).where(eq(payment.id, id));
  return row;
}

async function findByIntent(tx: Ctx, intentId: string | null) {
  if (!intentId) return undefined;
  const [row] = await tx.db.select().from(payment).where(eq(payment.paymentIntentId, intentId));
  return row;
}

/**
 * Returns the payment that a payment intent settles: the named one, unless it was already paid otherwise. Then the
 * client paid twice, and the second intent gets its own payment, so that its refund does not count for the first.
 */
async function paymentOfIntent(tx: Ctx, { id }: Payment, intentId: string | null): Promise<Payment> {
  const [named] = await tx.db.select().from(payment).where(eq(payment.id, id)).for("update");
  if (!named) throw new Error(`Payment ${id} was deleted while its payment was recorded`);
  if (!intentId || named.paymentIntentId === intentId || (!named.paymentIntentId && !named.paidAt)) return named;
  const { blueprintId, bookingId, item, companyName, userId, email, amountCents, canceledAt } = named;
  const copied = { blueprintId, bookingId, item, companyName, userId, email, amountCents, canceledAt };
  await tx.db
    .insert(payment)
    .values({ ...copied, method: "stripe", createdAt: tx.now, paymentIntentId: intentId })
    .onConflictDoNothing({ target: payment.paymentIntentId });
  const own = await findByIntent(tx, intentId);
  if (!own) throw new Error(`No payment of intent ${intentId} after its insertion`);
  return own;
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** The firm that buys: as entered at the checkout, or else the one of the blueprint; the cardholder is its contact. */
function addressee(
  details: Stripe.Checkout.Session.CustomerDetails | null,
  companyName: string,
): Addressee | undefined {
  const person = details?.name ?? "";
  const name = details?.business_name || companyName || person;
  if (!details || !name) return undefined;
  const { address } = details;
  return {
    name,
    attention: person === name ? "" : person,
    taxId: (details.tax_ids ?? []).flatMap(({ value }) => value ?? []).join(", "),
    street: address?.line1 ?? "",
    extra: address?.line2 ?? "",
    postalCode: address?.postal_code ?? "",
    city: address?.city ?? "",
    region: address?.state ?? "",
    country: address?.country ?? "",
  };
}
