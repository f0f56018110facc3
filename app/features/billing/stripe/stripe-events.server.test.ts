import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { event } from "#app/features/events/tables.server.ts";
import { findStanding } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { recordHeldCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { unlock } from "#app/features/full-blueprint/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { charge, checkoutSession, stripeMessage } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { documentsOf, issueDocument } from "../invoices/documents.server.ts";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "../invoices/invoices.server.ts";
import { findPaymentState, readLedger } from "../payments/records.server.ts";
import { billingDocument, payment, stripeEvent } from "../tables.server.ts";
import { receiveStripeEvent } from "./stripe-events.server.ts";

const { db, ctx } = useDatabase();
const { checkout, invoiced, mails } = paymentFixtures(ctx);
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

test("a payment of a canceled invoice unlocks nothing and is due for refund; its refund gets no second credit note", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  await cancelInvoice(admin, { paymentId, reason: "Wrong address" });
  expect(await receive("checkout.session.completed", checkoutSession({ paymentId }))).toMatchObject({
    outcome: "settled",
  });
  expect(await findStanding(dana, id)).toBeNull();
  expect((await mails()).slice(-2).sort()).toEqual(["receipt dana@northfield.example", "refund-due team"]);
  expect(await readLedger(admin, { filter: "refund-due" })).toMatchObject({
    value: { page: { rows: [{ paymentId, surplus: "cancelled" }] }, totals: { refundDueCents: 49_900 } },
  });
  await receive("charge.refunded", charge({ paymentId, refunded: 10_000 }));
  await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  expect(await readLedger(admin, { filter: "refund-due" })).toMatchObject({ value: { page: { rows: [] } } });
  expect((await documentsOf(ctx, paymentId)).map(({ kind }) => kind)).toEqual(["invoice", "credit-note"]);
  const refunds = await db.select().from(message).where(eq(message.kind, "refunded")).orderBy(message.id);
  expect(refunds.map(({ subject }) => subject)).toEqual(["Refund of $100.00", "Refund of $399.00"]);
  for (const { text, attachments } of refunds) {
    expect(text).not.toContain("You keep access");
    expect(attachments).toEqual([]);
  }
  expect(await db.select().from(event).where(eq(event.name, "payment.refunded"))).toHaveLength(2);
  expect(await findStanding(dana, id)).toBeNull();
});

test("a full refund closes the blueprint even if the invoice is already credited", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  await receive("checkout.session.completed", checkoutSession({ paymentId }));
  const [invoice] = await documentsOf(ctx, paymentId);
  await issueDocument(ctx, {
    kind: "credit-note",
    payment: { id: paymentId, email: dana.actor.email },
    amountCents: 49_900,
    billTo: invoice!.billTo,
    description: "Credit",
    corrects: invoice!,
  });
  await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  expect(await findStanding(dana, id)).toBeNull();
  const [mail] = await db.select().from(message).where(eq(message.kind, "refunded"));
  expect(mail?.text).toContain("locked again");
});

test("a second payment of one checkout is due for refund, and its refund leaves the blueprint open, in every order", async () => {
  const admin = await asAdmin(ctx);
  const orders = [
    ["first", "second", "refund"],
    ["first", "refund", "second"],
    ["refund", "first", "second"],
  ] as const;
  for (const [index, order] of orders.entries()) {
    const dana = await wizardMember(ctx, `dana${index}@northfield.example`);
    const id = await finishedBlueprint(dana);
    const paymentId = await checkout(dana, id);
    const intent = `pi_second_${index}`;
    const messages = {
      first: ["checkout.session.completed", checkoutSession({ paymentId })],
      second: ["checkout.session.completed", checkoutSession({ paymentId, intent })],
      refund: ["charge.refunded", charge({ paymentId, refunded: 49_900, intent })],
    } as const;
    for (const name of order) {
      const [type, object] = messages[name];
      const both = await Promise.all([receive(type, object), receive(type, object)]);
      expect(both.map(({ outcome }) => outcome).sort(), `${order} ${name}`).toEqual(["nothing-new", "settled"]);
      if (name === "second" && order[1] === "second") {
        expect((await mails()).filter((mail) => mail === "refund-due team")).toHaveLength(1);
        expect(await readLedger(admin, { filter: "refund-due" })).toMatchObject({
          value: { page: { rows: [{ surplus: "already-unlocked" }] }, totals: { refundDueCents: 49_900 } },
        });
      }
    }
    const rows = await db.select().from(payment).where(eq(payment.blueprintId, id));
    expect(rows.map(({ status }) => status).sort(), `${order}`).toEqual(["paid", "refunded"]);
    expect(await findStanding(dana, id), `${order}`).toMatchObject({ method: "payment" });
    expect(await findPaymentState(dana, id)).toMatchObject({ status: "paid" });
    expect(await readLedger(admin, { filter: "refund-due" })).toMatchObject({ value: { page: { rows: [] } } });
  }
});

test("two payments of one checkout at once unlock it once, and one of them is due for refund", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  const outcomes = await Promise.all(
    ["pi_a", "pi_b", "pi_a", "pi_b"].map((intent) =>
      receive("checkout.session.completed", checkoutSession({ paymentId, intent })),
    ),
  );
  expect(outcomes.filter(({ outcome }) => outcome === "settled")).toHaveLength(2);
  const rows = await db.select().from(payment);
  expect(rows.map(({ paymentIntentId }) => paymentIntentId).sort()).toEqual(["pi_a", "pi_b"]);
  expect(rows.map(({ status, surplus }) => [status, surplus]).sort()).toEqual(
    [
      ["paid", null],
      ["paid", "already-unlocked"],
    ].sort(),
  );
  expect(await db.select().from(unlock)).toHaveLength(1);
});

test("a card payment of an invoice that was already paid by bank is due for refund", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  await markInvoicePaid(admin, { paymentId, reference: "Wire 88" });
  await receive("checkout.session.completed", checkoutSession({ paymentId }));
  const due = await readLedger(admin, { filter: "refund-due" });
  expect(due).toMatchObject({ value: { page: { rows: [{ method: "stripe", isByStripe: true }] } } });
  await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  expect(await findStanding(dana, id)).toMatchObject({ method: "payment" });
  expect(await findPaymentState(dana, id)).toMatchObject({ paymentId, status: "paid" });
  expect(await refundInvoice(admin, { paymentId })).toEqual({ ok: true, value: undefined });
  expect(await findStanding(dana, id)).toBeNull();
});
