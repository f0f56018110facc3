import type Stripe from "stripe";
import { unlockCents } from "#app/features/billing/billing.ts";
import { receiveStripeEvent } from "#app/features/billing/stripe/stripe-events.server.ts";
import { payment } from "#app/features/billing/tables.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { billToOf, fullName, type Person } from "../../db/world.ts";

/** No demo payment stays pending: the payment provider would be queried for it and does not know it. */
export type PaymentFacts = { status?: "paid" | "expired" };

/**
 * A card payment from checkout to the provider's webhooks. Only the checkout, which is a page of the provider, is written
 * directly to the database.
 */
export async function payByCard(
  ctx: Ctx,
  {
    client,
    blueprintId,
    person,
    status = "paid",
  }: PaymentFacts & { client: SignedIn; blueprintId: string; person: Person },
): Promise<void> {
  const id = newId();
  const checkoutSessionId = `cs_demo_${id}`;
  await ctx.db.insert(payment).values({
    id,
    blueprintId,
    companyName: person.firm.name,
    userId: client.userId,
    email: client.email,
    method: "stripe",
    amountCents: unlockCents(),
    createdAt: ctx.now,
    checkoutSessionId,
  });
  const { name, street, city, region, postalCode, country } = billToOf(person);
  const session = {
    id: checkoutSessionId,
    object: "checkout.session",
    client_reference_id: id,
    metadata: { payment_id: id },
    amount_total: unlockCents(),
    currency: "usd",
    payment_intent: `pi_demo_${id}`,
    payment_status: status === "paid" ? "paid" : "unpaid",
    status: status === "expired" ? "expired" : "complete",
    customer_details: {
      email: client.email,
      name: fullName(person),
      business_name: name,
      address: { line1: street, line2: null, city, state: region, postal_code: postalCode, country },
    },
  };
  await receive(ctx, status === "expired" ? "checkout.session.expired" : "checkout.session.completed", session);
}

/** The provider's webhook about a full refund. */
export async function refundCard(ctx: Ctx, paymentId: string): Promise<void> {
  await receive(ctx, "charge.refunded", {
    id: `ch_demo_${paymentId}`,
    object: "charge",
    amount_refunded: unlockCents(),
    payment_intent: `pi_demo_${paymentId}`,
    metadata: { payment_id: paymentId },
  });
}

/** Contains only the fields that we read; Stripe's type has many more. */
const receive = (ctx: Ctx, type: string, object: object) =>
  receiveStripeEvent(ctx, {
    id: `evt_demo_${newId()}`,
    type,
    created: Math.floor(ctx.now.getTime() / 1000),
    data: { object },
  } as Stripe.Event);
