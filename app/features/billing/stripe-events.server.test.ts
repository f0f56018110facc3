import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { findStanding } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { recordHeldCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { unlock } from "#app/features/full-blueprint/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { charge, checkoutSession, stripeMessage } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findPaymentState, readLedger } from "./records.server.ts";
import { receiveStripeEvent } from "./stripe-events.server.ts";
import { billingDocument, payment, stripeEvent } from "./tables.server.ts";

const { db, ctx } = useDatabase();
const { checkout, mails } = paymentFixtures(ctx);
beforeEach(useInvoicesOnly);

let serial = 0;
const receive = (type: string, object: object, id = `evt_${serial++}`) =>
  receiveStripeEvent(ctx, stripeMessage(id, type, object) as unknown as Stripe.Event);

test("a paid checkout unlocks the blueprint, sends the receipt and uses the billing address entered there", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  const completed = checkoutSession({ paymentId });
  expect(await receive("checkout.session.completed", completed, "evt_a")).toEqual({
    outcome: "settled",
    repeated: false,
  });
  expect(await receive("checkout.session.completed", completed, "evt_a")).toEqual({
    outcome: "settled",
    repeated: true,
  });
  expect(await receive("checkout.session.completed", completed, "evt_b")).toEqual({
    outcome: "nothing-new",
    repeated: false,
  });
  expect(await findStanding(dana, id)).toMatchObject({ method: "payment" });
  expect(await mails()).toEqual([
    "blueprint-unlocked dana@northfield.example",
    "blueprint-unlocked-team team",
    "receipt dana@northfield.example",
  ]);
  expect((await db.select().from(billingDocument))[0]?.billTo).toMatchObject({
    name: "Northfield Analytics, Inc.",
    street: "12 Harbor Street",
    country: "US",
  });
});

test("a bank payment's events have the same result in every order, each delivered twice at once", async () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const [index, order] of orders.entries()) {
    const dana = await wizardMember(ctx, `dana${index}@northfield.example`);
    const id = await finishedBlueprint(dana);
    const paymentId = await checkout(dana, id);
    const messages = [
      ["checkout.session.completed", checkoutSession({ paymentId, paid: false })],
      ["checkout.session.async_payment_succeeded", checkoutSession({ paymentId })],
      ["charge.refunded", charge({ paymentId, refunded: 49_900 })],
    ] as const;
    for (const place of order) {
      const [type, object] = messages[place]!;
      const name = `evt_${index}_${place}`;
      const both = await Promise.all([receive(type, object, name), receive(type, object, name)]);
      expect(both.filter(({ repeated }) => repeated)).toHaveLength(1);
    }
    const [row] = await db.select().from(payment).where(eq(payment.id, paymentId));
    expect(row).toMatchObject({ status: "refunded", refundedCents: 49_900, paidAt: ctx.now });
    expect(await findStanding(dana, id), `order ${order}`).toBeNull();
    const documents = await db.select().from(billingDocument).where(eq(billingDocument.paymentId, paymentId));
    expect(documents.map(({ kind }) => kind).sort()).toEqual(["credit-note", "invoice"]);
  }
});

test("a bank payment stays in processing until it settles; a failed one can be retried", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await receive("checkout.session.completed", checkoutSession({ paymentId, paid: false }));
  expect(await findPaymentState(dana, id)).toMatchObject({ status: "processing" });
  expect(await mails()).toEqual([]);
  await receive("checkout.session.async_payment_failed", checkoutSession({ paymentId, paid: false }));
  expect(await findPaymentState(dana, id)).toBeNull();
  expect(await findStanding(dana, id)).toBeNull();
});

test("each partial refund gets a credit note, and the last one closes the blueprint", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await receive("checkout.session.completed", checkoutSession({ paymentId }));
  await receive("charge.refunded", charge({ paymentId, refunded: 10_000, named: false }));
  expect(await findStanding(dana, id)).not.toBeNull();
  await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  await receive("charge.refunded", charge({ paymentId, refunded: 10_000 }));
  expect(await findStanding(dana, id)).toBeNull();
  const notes = await db.select().from(billingDocument).where(eq(billingDocument.kind, "credit-note"));
  expect(notes.map(({ amountCents }) => amountCents).sort()).toEqual([10_000, 39_900]);
});

test("an unknown checkout, a wrong amount, a wrong currency and an unknown event unlock nothing", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  expect(await receive("checkout.session.completed", checkoutSession({ paymentId: newId() }))).toMatchObject({
    outcome: "not-ours",
  });
  expect(await receive("checkout.session.completed", checkoutSession({ paymentId: "made up" }))).toMatchObject({
    outcome: "not-ours",
  });
  expect(await receive("checkout.session.completed", checkoutSession({ paymentId, amount: 100 }))).toMatchObject({
    outcome: "mismatch",
  });
  const euros = { ...checkoutSession({ paymentId }), currency: "eur" };
  expect(await receive("checkout.session.completed", euros)).toMatchObject({ outcome: "mismatch" });
  expect(await receive("customer.created", { id: "cus_1" })).toMatchObject({ outcome: "ignored" });
  expect(await db.select().from(unlock)).toEqual([]);
  expect(await mails()).toEqual([]);
  expect(await db.select().from(stripeEvent)).toHaveLength(5);
});

test("a payment for a blueprint that a call already unlocked is due for refund, and the team is notified", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await recordHeldCall(ctx, { bookingId: newId(), email: dana.actor.email, userId: dana.actor.userId });
  await receive("checkout.session.completed", checkoutSession({ paymentId }));
  expect(await mails()).toContain("refund-due team");
  const admin = await asAdmin(ctx);
  const due = await readLedger(admin, { filter: "refund-due" });
  expect(due).toMatchObject({
    value: { page: { rows: [{ paymentId, surplus: "already-unlocked" }] }, totals: { refundDueCents: 49_900 } },
  });
  await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  expect(await readLedger(admin, { filter: "refund-due" })).toMatchObject({
    value: { page: { rows: [] }, totals: { refundDueCents: 0 } },
  });
  expect(await findStanding(dana, id)).toMatchObject({ method: "call" });
});
