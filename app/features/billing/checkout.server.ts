import { and, desc, eq, gt, inArray, isNotNull, lt, or } from "drizzle-orm";
import type Stripe from "stripe";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { takeTurn } from "#app/platform/turns.server.ts";
import { type PaymentStatus, unlockCents } from "./billing.ts";
import { settle, unlockDescription } from "./settlement.server.ts";
import { stripe, takesCards } from "./stripe.server.ts";
import { applySession } from "./stripe-events.server.ts";
import { type Payment, payment } from "./tables.server.ts";

const openHours = 23;

/**
 * Returns the URL of a Checkout page for this blueprint, or null if Stripe does not respond. Reuses an open page; two
 * simultaneous clicks get the same one, because the payment's id is the idempotency key.
 */
export async function beginCheckout(
  ctx: SignedInCtx,
  order: { blueprintId: string; companyName: string },
): Promise<string | null> {
  const own = await inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "checkout", order.blueprintId);
    return (await findOpen(tx, order.blueprintId)) ?? insertPayment(tx, ctx, order);
  });
  if (own.checkoutUrl) return own.checkoutUrl;
  try {
    const session = await (await stripe()).checkout.sessions.create(sessionFor(own), { idempotencyKey: own.id });
    await ctx.db
      .update(payment)
      .set({ checkoutSessionId: session.id, checkoutUrl: session.url, checkoutExpiresAt: endOf(own) })
      .where(eq(payment.id, own.id));
    return session.url;
  } catch (error) {
    log.error({ err: error, paymentId: own.id }, "no checkout page");
    await inTransaction(ctx, (tx) => settle(tx, own.id, { failedAt: tx.now }));
    return null;
  }
}

/**
 * Returns the URL of a Checkout page for the actor's open invoice. Reuses an open page; two simultaneous clicks get the
 * same one. The page accepts only cards, so that the payment is immediate, and only a paid checkout changes the
 * invoice.
 */
export async function payInvoiceOnline(
  ctx: SignedInCtx,
  paymentId: string,
): Promise<Result<{ url: string }, NotFound | Refusal<"not_open" | "unavailable">>> {
  if (!isUuid(paymentId)) return notFound();
  const asked = await inTransaction(ctx, async (tx) => {
    const mine = and(eq(payment.id, paymentId), eq(payment.userId, ctx.actor.userId), eq(payment.method, "invoice"));
    const [row] = await tx.db.select().from(payment).where(mine).for("update");
    if (row?.status !== "open" || isOpenAt(row, tx.now)) return row;
    const checkoutExpiresAt = new Date(tx.now.getTime() + openHours * hourMs);
    const [started] = await tx.db
      .update(payment)
      .set({ ...noCheckout, checkoutExpiresAt })
      .where(eq(payment.id, row.id))
      .returning();
    return started;
  });
  if (!asked) return notFound();
  if (asked.status !== "open") return refuse("not_open");
  if (!takesCards()) return refuse("unavailable");
  if (asked.checkoutUrl) return ok({ url: asked.checkoutUrl });
  try {
    const session = await (await stripe()).checkout.sessions.create(invoiceSession(asked), {
      idempotencyKey: `${asked.id}-${asked.checkoutExpiresAt!.getTime()}`,
    });
    await ctx.db
      .update(payment)
      .set({ checkoutSessionId: session.id, checkoutUrl: session.url })
      .where(eq(payment.id, asked.id));
    return session.url ? ok({ url: session.url }) : refuse("unavailable");
  } catch (error) {
    log.error({ err: error, paymentId }, "could not create a checkout page for an invoice");
    return refuse("unavailable");
  }
}

/**
 * Closes the Checkout page of an invoice, so that it is not paid twice. `paid`: it was paid there, which is now
 * recorded; `unavailable`: Stripe does not respond, so the page may still be open.
 */
export async function closeInvoiceCheckout(ctx: Ctx, paymentId: string): Promise<"closed" | "paid" | "unavailable"> {
  if (!isUuid(paymentId) || !takesCards()) return "closed";
  const [row] = await ctx.db.select().from(payment).where(eq(payment.id, paymentId));
  if (!row?.checkoutSessionId || row.method !== "invoice" || row.status !== "open") return "closed";
  const sessions = (await stripe()).checkout.sessions;
  try {
    await sessions.expire(row.checkoutSessionId);
    // If the caller's command is refused, the client gets a new page.
    await ctx.db.update(payment).set(noCheckout).where(eq(payment.id, paymentId));
    return "closed";
  } catch (error) {
    log.info({ err: error, paymentId }, "could not close the checkout page of an invoice");
  }
  if (!(await askStripe(ctx, row))) return "unavailable";
  const [after] = await ctx.db.select({ status: payment.status }).from(payment).where(eq(payment.id, paymentId));
  return after?.status === "open" ? "closed" : "paid";
}

const noCheckout = { checkoutSessionId: null, checkoutUrl: null, checkoutExpiresAt: null };

/** The page is being created or stays open for at least ten more minutes. */
const isOpenAt = ({ checkoutExpiresAt }: Payment, now: Date) =>
  checkoutExpiresAt !== null && checkoutExpiresAt.getTime() - now.getTime() > 10 * minuteMs;

/** Applies a payment's state at Stripe. For users who return from Checkout before the event arrives. */
export async function confirmPayment(
  ctx: SignedInCtx,
  paymentId: string,
): Promise<Result<PaymentStatus, NotFound | Refusal<"unavailable">>> {
  if (!isUuid(paymentId)) return notFound();
  const mine = and(eq(payment.id, paymentId), eq(payment.userId, ctx.actor.userId));
  const [found] = await ctx.db.select().from(payment).where(mine);
  if (!found) return notFound();
  if (isWaiting(found) && !(await askStripe(ctx, found))) return refuse("unavailable");
  const [now] = await ctx.db.select({ status: payment.status }).from(payment).where(mine);
  return now ? ok(now.status) : notFound();
}

/** Checks every unsettled checkout of the last month, in case an event was lost. */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  if (!takesCards()) return 0;
  const minutesAgo = (minutes: number) => new Date(ctx.now.getTime() - minutes * minuteMs);
  const waiting = await ctx.db
    .select()
    .from(payment)
    .where(
      and(
        inArray(payment.status, ["open", "processing"]),
        isNotNull(payment.checkoutSessionId),
        lt(payment.createdAt, minutesAgo(5)),
        or(
          and(eq(payment.method, "stripe"), gt(payment.createdAt, minutesAgo(31 * 24 * 60))),
          gt(payment.checkoutExpiresAt, minutesAgo(24 * 60)),
        ),
      ),
    )
    .limit(100);
  for (const each of waiting) await askStripe(ctx, each);
  return waiting.length;
}

const isWaiting = ({ status, checkoutSessionId }: Payment) =>
  checkoutSessionId !== null && (status === "open" || status === "processing");

async function askStripe(ctx: Ctx, { id, checkoutSessionId }: Payment): Promise<boolean> {
  try {
    const session = await (await stripe()).checkout.sessions.retrieve(checkoutSessionId!);
    await inTransaction(ctx, (tx) => applySession(tx, session, { at: tx.now, failed: false }));
    return true;
  } catch (error) {
    log.warn({ err: error, paymentId: id }, "could not read a payment at Stripe");
    return false;
  }
}

async function findOpen(tx: Ctx, blueprintId: string): Promise<Payment | undefined> {
  const [row] = await tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.blueprintId, blueprintId), eq(payment.method, "stripe"), eq(payment.status, "open")))
    .orderBy(desc(payment.createdAt))
    .limit(1);
  return row && endOf(row).getTime() - tx.now.getTime() > 10 * minuteMs ? row : undefined;
}

async function insertPayment(tx: Ctx, { actor }: SignedInCtx, order: { blueprintId: string; companyName: string }) {
  const [row] = await tx.db
    .insert(payment)
    .values({
      ...order,
      userId: actor.userId,
      email: actor.email,
      method: "stripe",
      amountCents: unlockCents,
      createdAt: tx.now,
    })
    .returning();
  if (!row) throw new Error("The inserted payment was not returned");
  return row;
}

/** Based on the payment and not on the request, so that a retry is identical (idempotency key). */
const endOf = ({ createdAt }: Payment) => new Date(createdAt.getTime() + openHours * hourMs);

function sessionFor(own: Payment): Stripe.Checkout.SessionCreateParams {
  const site = env().SITE_URL;
  return {
    ...sessionOver(own, endOf(own)),
    success_url: `${site}/blueprint/coming-soon?blueprint=${own.blueprintId}&payment=${own.id}`,
    cancel_url: `${site}/blueprint/${own.blueprintId}?payment=cancelled#full-blueprint`,
  };
}

function invoiceSession(asked: Payment): Stripe.Checkout.SessionCreateParams {
  const site = env().SITE_URL;
  return {
    ...sessionOver(asked, asked.checkoutExpiresAt!),
    allowed_payment_method_types: ["card"],
    success_url: `${site}/blueprint/coming-soon?blueprint=${asked.blueprintId}&payment=${asked.id}`,
    cancel_url: `${site}/invoices`,
  };
}

function sessionOver(own: Payment, endsAt: Date): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: own.id };
  return {
    mode: "payment",
    client_reference_id: own.id,
    customer_email: own.email,
    billing_address_collection: "required",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: own.amountCents,
          product_data: { name: unlockDescription(own.companyName) },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: unlockDescription(own.companyName) },
    expires_at: Math.floor(endsAt.getTime() / 1000),
  };
}
