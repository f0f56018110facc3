import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import type Stripe from "stripe";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type PaymentStatus, unlockCents } from "../billing.ts";
import { stripe, takesCards } from "../stripe/stripe.server.ts";
import { applySession } from "../stripe/stripe-events.server.ts";
import { type Payment, payment } from "../tables.server.ts";
import { deleteUnclaimedFacts } from "./facts.server.ts";
import { itemOf, settle } from "./settlement.server.ts";

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
    const stored = await ctx.db
      .update(payment)
      .set({ checkoutSessionId: session.id, checkoutUrl: session.url, checkoutExpiresAt: endOf(own) })
      .where(eq(payment.id, own.id))
      .returning({ id: payment.id });
    if (stored.length > 0) return session.url;
    // The account, and with it the payment, was deleted while the page was being created.
    await expireSession(session.id);
    return null;
  } catch (error) {
    log.error({ err: error, paymentId: own.id }, "no checkout page");
    await inTransaction(ctx, (tx) => settle(tx, own.id, { failedAt: tx.now }));
    return null;
  }
}

/**
 * Returns the URL of a Checkout page for the actor's open invoice. Reuses an open page; two simultaneous clicks get the
 * same one. The page accepts only cards, so that the payment is immediate, and only a paid checkout changes the
 * invoice. A page is expired, and its URL not returned, if the invoice was closed while the page was being created.
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
    const stored = await ctx.db
      .update(payment)
      .set({ checkoutSessionId: session.id, checkoutUrl: session.url })
      .where(
        and(
          eq(payment.id, asked.id),
          eq(payment.status, "open"),
          eq(payment.checkoutExpiresAt, asked.checkoutExpiresAt!),
        ),
      )
      .returning({ id: payment.id });
    if (stored.length > 0) return session.url ? ok({ url: session.url }) : refuse("unavailable");
    await expireSession(session.id);
    const [after] = await ctx.db.select({ status: payment.status }).from(payment).where(eq(payment.id, asked.id));
    return refuse(after?.status === "open" ? "unavailable" : "not_open");
  } catch (error) {
    log.error({ err: error, paymentId }, "could not create a checkout page for an invoice");
    return refuse("unavailable");
  }
}

/**
 * Closes the Checkout page of an invoice, so that it is not paid twice. `paid`: it was paid there, which is now
 * recorded; `unavailable`: Stripe does not respond, so the page may still be open. A client can open another page
 * afterwards: check `hasOpenCheckout` under the lock of the payment.
 */
export async function closeInvoiceCheckout(ctx: Ctx, paymentId: string): Promise<"closed" | "paid" | "unavailable"> {
  if (!isUuid(paymentId) || !takesCards()) return "closed";
  const isOpenInvoice = and(eq(payment.id, paymentId), eq(payment.method, "invoice"), eq(payment.status, "open"));
  // If a page is being created, this makes the request that creates it expire it.
  await ctx.db
    .update(payment)
    .set(noCheckout)
    .where(and(isOpenInvoice, isNull(payment.checkoutSessionId)));
  const [row] = await ctx.db.select().from(payment).where(isOpenInvoice);
  if (!row?.checkoutSessionId) return "closed";
  if (!(await closePage(ctx, row))) return "unavailable";
  const [after] = await ctx.db.select({ status: payment.status }).from(payment).where(eq(payment.id, paymentId));
  return after?.status === "open" ? "closed" : "paid";
}

/** Whether an invoice can be paid on a page that is open or being created. */
export const hasOpenCheckout = ({ checkoutExpiresAt }: Payment, now: Date): boolean =>
  takesCards() && checkoutExpiresAt !== null && checkoutExpiresAt > now;

const noCheckout = { checkoutSessionId: null, checkoutUrl: null, checkoutExpiresAt: null };

/** Closes a page at Stripe and records its payment, if it was paid. Returns false if the page may still be open. */
async function closePage(ctx: Ctx, row: Payment): Promise<boolean> {
  if (!(await expireSession(row.checkoutSessionId!))) {
    const session = await askStripe(ctx, row);
    if (!session || session.status === "open") return false;
    // A bank payment is on its way; its session shows whether it arrived.
    if (session.status === "complete" && session.payment_status === "unpaid") return true;
  }
  // If the caller's command is refused, the client gets a new page.
  await ctx.db
    .update(payment)
    .set(noCheckout)
    .where(
      and(
        eq(payment.id, row.id),
        inArray(payment.status, ["open", "cancelled"]),
        eq(payment.checkoutSessionId, row.checkoutSessionId!),
      ),
    );
  return true;
}

/** A canceled card payment of a deleted account with no page left on which it could be paid. */
const isForgottenAndUnpaid = (dayAgo: Date) =>
  and(
    eq(payment.email, forgottenAddress),
    eq(payment.method, "stripe"),
    eq(payment.status, "cancelled"),
    isNull(payment.processingAt),
    or(isNull(payment.checkoutSessionId), lt(payment.checkoutExpiresAt, dayAgo)),
  );

export async function expireSession(sessionId: string): Promise<boolean> {
  try {
    await (await stripe()).checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    log.info({ err: error, sessionId }, "could not expire a checkout page");
    return false;
  }
}

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

/**
 * Checks every unsettled checkout of the last month, in case an event was lost, and closes the open pages of canceled
 * payments: a transaction that cancels one does not wait for Stripe.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  if (!takesCards()) return 0;
  const minutesAgo = (minutes: number) => new Date(ctx.now.getTime() - minutes * minuteMs);
  const monthAgo = minutesAgo(31 * 24 * 60);
  const cancelled = await ctx.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.status, "cancelled"),
        isNotNull(payment.checkoutSessionId),
        or(
          gt(payment.checkoutExpiresAt, ctx.now),
          and(isNotNull(payment.processingAt), isNull(payment.failedAt), gt(payment.createdAt, monthAgo)),
        ),
      ),
    )
    .limit(100);
  for (const each of cancelled) await closePage(ctx, each);
  await ctx.db.delete(payment).where(isForgottenAndUnpaid(minutesAgo(24 * 60)));
  await deleteUnclaimedFacts(ctx, monthAgo);
  const waiting = await ctx.db
    .select()
    .from(payment)
    .where(
      and(
        inArray(payment.status, ["open", "processing"]),
        isNotNull(payment.checkoutSessionId),
        lt(payment.createdAt, minutesAgo(5)),
        or(
          and(eq(payment.method, "stripe"), gt(payment.createdAt, monthAgo)),
          gt(payment.checkoutExpiresAt, minutesAgo(24 * 60)),
        ),
      ),
    )
    .limit(100);
  for (const each of waiting) await askStripe(ctx, each);
  return cancelled.length + waiting.length;
}

const isWaiting = ({ status, checkoutSessionId }: Payment) =>
  checkoutSessionId !== null && (status === "open" || status === "processing");

export async function askStripe(ctx: Ctx, { id, checkoutSessionId }: Payment): Promise<Stripe.Checkout.Session | null> {
  try {
    const session = await (await stripe()).checkout.sessions.retrieve(checkoutSessionId!);
    await inTransaction(ctx, (tx) => applySession(tx, session, { at: tx.now, failed: false }));
    return session;
  } catch (error) {
    log.warn({ err: error, paymentId: id }, "could not read a payment at Stripe");
    return null;
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
      amountCents: unlockCents(),
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
    success_url: asked.item
      ? `${site}/invoices`
      : `${site}/blueprint/coming-soon?blueprint=${asked.blueprintId}&payment=${asked.id}`,
    cancel_url: `${site}/invoices`,
  };
}

export function sessionOver(own: Payment, endsAt: Date): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: own.id };
  return {
    mode: "payment",
    client_reference_id: own.id,
    customer_email: own.email,
    billing_address_collection: "required",
    // For the invoice. Stripe asks for the tax ID in the countries that have one.
    name_collection: { business: { enabled: true, optional: true } },
    tax_id_collection: { enabled: true },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: own.amountCents,
          product_data: { name: itemOf(own) },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: itemOf(own) },
    expires_at: Math.floor(endsAt.getTime() / 1000),
  };
}
