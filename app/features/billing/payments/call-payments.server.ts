import { and, desc, eq, inArray } from "drizzle-orm";
import { findPayable } from "#app/features/booking/agenda/paid-calls.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { stripe, takesCards } from "../stripe/stripe.server.ts";
import { type Payment, payment } from "../tables.server.ts";
import { askStripe, expireSession, sessionOver } from "./checkout.server.ts";
import { settle } from "./settlement.server.ts";

/*
 * The price of a call. The holder of its manage link pays it on a Checkout page, by card only, so that the payment is immediate. The
 * page outlives the 15 minutes for which the time is held, because Stripe keeps a page for at least 30: a call that is paid late counts
 * if its time is still free, otherwise its payment is due for refund (settlement.server.ts).
 */

const pageMinutes = 31;

const endOf = ({ createdAt }: Payment) => new Date(createdAt.getTime() + pageMinutes * minuteMs);
/** A call that a host confirmed can be paid for longer than a page is open. */
const isPageOpen = (own: Payment, now: Date) => endOf(own) > now;

/**
 * Returns the Checkout page of a call that waits for its payment; the open one, if there is one. Refusals: not_found, not_payable (paid,
 * canceled, or its time is over), unavailable (Stripe does not respond or is not set up; nothing was charged).
 */
export async function payForCall(
  ctx: Ctx,
  token: string,
): Promise<Result<{ url: string }, NotFound | Refusal<"not_payable" | "unavailable">>> {
  const call = await findPayable(ctx, token);
  if (!call) return notFound();
  if (!call.isPayable) return refuse("not_payable");
  if (!takesCards()) return refuse("unavailable");
  const own = await inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "call-payment", call.bookingId);
    const open = await findOpen(tx, call.bookingId);
    return open && isPageOpen(open, tx.now) ? open : insertPayment(tx, call);
  });
  if (own.checkoutUrl) return ok({ url: own.checkoutUrl });
  try {
    const page = `${env().SITE_URL}/booking/${token}`;
    const session = await (await stripe()).checkout.sessions.create(
      {
        ...sessionOver(own, endOf(own)),
        allowed_payment_method_types: ["card"],
        success_url: `${page}?paid=${own.id}`,
        cancel_url: page,
      },
      { idempotencyKey: own.id },
    );
    const stored = await ctx.db
      .update(payment)
      .set({ checkoutSessionId: session.id, checkoutUrl: session.url, checkoutExpiresAt: endOf(own) })
      .where(eq(payment.id, own.id))
      .returning({ id: payment.id });
    if (stored.length > 0 && session.url) return ok({ url: session.url });
    await expireSession(session.id);
  } catch (error) {
    log.error({ err: error, paymentId: own.id }, "no checkout page for a call");
    await inTransaction(ctx, (tx) => settle(tx, own.id, { failedAt: tx.now }));
  }
  return refuse("unavailable");
}

/** Returns the open Checkout page of a call, null without one. */
export async function findOpenCheckout(ctx: Ctx, token: string): Promise<string | null> {
  const call = await findPayable(ctx, token);
  const open = call?.isPayable ? await findOpen(ctx, call.bookingId) : undefined;
  return open && isPageOpen(open, ctx.now) ? open.checkoutUrl : null;
}

/** Applies the state of a call's payment at Stripe, for visitors who return from Checkout before the event arrives. */
export async function confirmCallPayment(ctx: Ctx, token: string): Promise<void> {
  const call = await findPayable(ctx, token);
  const waiting = call && (await findOpen(ctx, call.bookingId));
  if (waiting?.checkoutSessionId) await askStripe(ctx, waiting);
}

/**
 * Returns the refund of all card payments of a call: `due` while one is still to refund, then `refunded`. Null if the
 * call keeps one, if there is none, and for an invalid link.
 */
export async function findReturn(ctx: Ctx, token: string): Promise<"due" | "refunded" | null> {
  const call = await findPayable(ctx, token);
  if (!call) return null;
  const isPaid = inArray(payment.status, ["paid", "refunded"]);
  const rows = await ctx.db
    .select({ status: payment.status, surplus: payment.surplus })
    .from(payment)
    .where(and(eq(payment.bookingId, call.bookingId), eq(payment.method, "stripe"), isPaid));
  if (rows.length === 0 || rows.some(({ surplus }) => surplus === null)) return null;
  return rows.some(({ status }) => status === "paid") ? "due" : "refunded";
}

async function findOpen(tx: Pick<Ctx, "db">, bookingId: string): Promise<Payment | undefined> {
  const [row] = await tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.bookingId, bookingId), eq(payment.status, "open")))
    .orderBy(desc(payment.createdAt))
    .limit(1);
  return row;
}

async function insertPayment(
  tx: Ctx,
  { bookingId, email, userId, priceCents, item }: NonNullable<Awaited<ReturnType<typeof findPayable>>>,
): Promise<Payment> {
  const [row] = await tx.db
    .insert(payment)
    .values({
      ...{ bookingId, email, userId, item },
      method: "stripe",
      amountCents: priceCents,
      createdAt: tx.now,
    })
    .returning();
  if (!row) throw new Error("The inserted payment was not returned");
  return row;
}
