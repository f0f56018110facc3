import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { event } from "#app/features/events/tables.server.ts";
import { recordHeldCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { unlock } from "#app/features/full-blueprint/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { newId } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { type StripeStandIn, startStripe } from "#tests/fakes/stripe-server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { stripeSecret } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { startPayment } from "../billing.server.ts";
import { cancelInvoice, markInvoicePaid } from "../invoices/invoices.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { billingDocument, type Payment, payment } from "../tables.server.ts";
import { closeInvoiceCheckout, payInvoiceOnline, reconcilePayments } from "./checkout.server.ts";

const { db, ctx } = useDatabase();
const fixtures = paymentFixtures(ctx);

let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripe({ key: "sk_test_checkout", secret: stripeSecret });
});
afterAll(() => stripe.stop());
beforeEach(() => useInvoicesOnly());
const withKeys = (url = stripe.url) =>
  useSettings({
    SITE_URL: "http://localhost:3000",
    STRIPE_SECRET_KEY: "sk_test_checkout",
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    STRIPE_API_URL: url,
  });

/** An open invoice of a client, and the keys of Stripe. */
async function openInvoice(dana?: SignedInCtx) {
  const client = dana ?? (await wizardMember(ctx));
  useSettings({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined });
  const blueprintId = await finishedBlueprint(client);
  const { paymentId } = await fixtures.invoiced(client, blueprintId);
  withKeys();
  return { client, blueprintId, paymentId };
}
const read = async (paymentId: string) => (await db.select().from(payment).where(eq(payment.id, paymentId)))[0]!;
const pay = async (url: string) => (await fetch(url, { method: "POST", redirect: "manual" })).status;
const sessionsOf = (paymentId: string) => stripe.openSessions().filter((id) => id.includes(paymentId));
const noCheckout = { checkoutSessionId: null, checkoutUrl: null, checkoutExpiresAt: null };

test("a page that is created while an admin cancels the invoice or marks it paid is expired, and its URL is not returned", async () => {
  const admin = await asAdmin(ctx);
  const actions = {
    cancelled: (paymentId: string) => cancelInvoice(admin, { paymentId, reason: "Wrong address" }),
    paid: (paymentId: string) => markInvoicePaid(admin, { paymentId, reference: "Wire 88" }),
  };
  const client = await wizardMember(ctx);
  for (const [status, change] of Object.entries(actions)) {
    const { paymentId } = await openInvoice(client);
    const held = stripe.holdCheckouts();
    const click = payInvoiceOnline(client, paymentId);
    await held.reached;
    const changed = await change(paymentId);
    held.release();
    expect(changed).toEqual({ ok: true, value: undefined });
    expect(await click).toEqual({ ok: false, reason: { kind: "not_open" } });
    expect(sessionsOf(paymentId)).toEqual([]);
    expect(await read(paymentId)).toMatchObject({ status, ...noCheckout });
  }
});

test("the payment page asks for the business name and the tax ID that the invoice is made out to", async () => {
  const { client, paymentId } = await openInvoice();
  const card = await startPayment(client, { blueprintId: await finishedBlueprint(client) });
  expect(card).toMatchObject({ value: { kind: "redirect" } });
  expect(await payInvoiceOnline(client, paymentId)).toMatchObject({ ok: true });
  for (const id of [paymentId, stripe.paymentIds().find((each) => each !== paymentId)!]) {
    expect(stripe.parameterOf(id, "tax_id_collection[enabled]")).toBe("true");
    expect(stripe.parameterOf(id, "name_collection[business][enabled]")).toBe("true");
    expect(stripe.parameterOf(id, "name_collection[business][optional]")).toBe("true");
  }
});

test("in every order of clicks and a cancellation, a canceled invoice has no open page", async () => {
  const admin = await asAdmin(ctx);
  const client = await wizardMember(ctx);
  for (let round = 0; round < 12; round += 1) {
    const { paymentId } = await openInvoice(client);
    const click = (seconds: number) => payInvoiceOnline(later(client, { seconds }), paymentId);
    const cancel = () => cancelInvoice(admin, { paymentId, reason: "Twice" });
    const first = round % 2 === 0 ? click(0) : undefined;
    const [cancelled, ...pages] = await Promise.all([cancel(), click(1), click(2), ...(first ? [first] : [])]);
    if (!cancelled.ok) {
      expect(cancelled.reason).toEqual({ kind: "unavailable" });
      expect(await cancel()).toEqual({ ok: true, value: undefined });
    }
    expect(sessionsOf(paymentId), `round ${round}`).toEqual([]);
    for (const page of pages) if (page.ok) expect(await pay(page.value.url)).toBe(410);
    expect(await read(paymentId)).toMatchObject({ status: "cancelled", paidAt: null, ...noCheckout });
    const documents = await db.select().from(billingDocument).where(eq(billingDocument.paymentId, paymentId));
    expect(documents.map(({ kind }) => kind).sort()).toEqual(["credit-note", "invoice"]);
  }
  expect(await db.select().from(unlock)).toEqual([]);
});

test("an invoice is not canceled while a page was opened after the earlier ones were closed", async () => {
  const { client, paymentId } = await openInvoice();
  expect(await closeInvoiceCheckout(ctx, paymentId)).toBe("closed");
  const admin = await asAdmin(ctx);
  const page = await payInvoiceOnline(client, paymentId);
  withKeys("http://127.0.0.1:9");
  expect(await cancelInvoice(admin, { paymentId, reason: "x" })).toMatchObject({ reason: { kind: "unavailable" } });
  expect(await read(paymentId)).toMatchObject({ status: "open" });
  withKeys();
  expect(await cancelInvoice(admin, { paymentId, reason: "x" })).toMatchObject({ ok: true });
  expect(page.ok && (await pay(page.value.url))).toBe(410);
});

test("an invoice can be canceled after a failed attempt to create a page, and paid online after a failed cancellation", async () => {
  const { client, paymentId } = await openInvoice();
  withKeys("http://127.0.0.1:9");
  expect(await payInvoiceOnline(client, paymentId)).toMatchObject({ reason: { kind: "unavailable" } });
  expect(await closeInvoiceCheckout(ctx, paymentId)).toBe("closed");
  withKeys();
  const page = await payInvoiceOnline(client, paymentId);
  expect(page.ok && (await pay(page.value.url))).toBe(303);
  expect(await cancelInvoice(await asAdmin(ctx), { paymentId, reason: "x" })).toMatchObject({
    reason: { kind: "already_paid" },
  });
});

test("the open page of an invoice that is canceled automatically is expired by the next check", async () => {
  const called = await openInvoice();
  const forgotten = await openInvoice(await wizardMember(ctx, "lee@other.example"));
  for (const { client, paymentId } of [called, forgotten])
    expect(await payInvoiceOnline(client, paymentId)).toMatchObject({ ok: true });
  const { userId, email } = called.client.actor;
  await recordHeldCall(ctx, { bookingId: newId(), email, userId });
  await forgetPerson(ctx, { userId: forgotten.client.actor.userId, email: forgotten.client.actor.email });
  for (const { paymentId } of [called, forgotten]) {
    expect(await read(paymentId)).toMatchObject({ status: "cancelled" });
    expect(sessionsOf(paymentId)).toHaveLength(1);
  }
  withKeys("http://127.0.0.1:9");
  await reconcilePayments(ctx);
  withKeys();
  await reconcilePayments(ctx);
  for (const { paymentId } of [called, forgotten]) {
    expect(sessionsOf(paymentId)).toEqual([]);
    expect(await read(paymentId)).toMatchObject({ status: "cancelled", ...noCheckout });
  }
});

test("a page that is created while the client's account is deleted is expired", async () => {
  withKeys();
  const client = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(client);
  const held = stripe.holdCheckouts();
  const started = startPayment(client, { blueprintId });
  await held.reached;
  const [own] = await db.select().from(payment);
  await forgetPerson(ctx, { userId: client.actor.userId, email: client.actor.email });
  held.release();
  expect(await started).toMatchObject({ reason: { kind: "unavailable" } });
  expect(sessionsOf(own!.id)).toEqual([]);
});

/** The payment of an account that was deleted while its page was open. */
async function forgottenPayment(address: string): Promise<Payment> {
  const client = await wizardMember(ctx, address);
  const blueprintId = await finishedBlueprint(client);
  expect((await startPayment(client, { blueprintId })).ok).toBe(true);
  await forgetPerson(ctx, { userId: client.actor.userId, email: address });
  const [row] = await db.select().from(payment).where(eq(payment.blueprintId, blueprintId));
  return row!;
}

test("a card payment of a deleted account is due for refund if it arrives, and is removed if not", async () => {
  withKeys();
  const [paid, unpaid] = [await forgottenPayment("sam@other.example"), await forgottenPayment("lee@other.example")];
  expect(await pay(paid.checkoutUrl!)).toBe(303);
  await reconcilePayments(ctx);
  expect(await read(paid.id)).toMatchObject({ status: "paid", surplus: "cancelled", email: forgottenAddress });
  expect(await read(unpaid.id)).toBeUndefined();
  expect(sessionsOf(unpaid.id)).toEqual([]);
  const mails = await db.select().from(message);
  expect(mails.filter(({ kind }) => kind === "refund-due")).toMatchObject([
    { subject: "Refund due: $499.00 to a deleted account", replyTo: null },
  ]);
  expect(mails.filter((sent) => sent.toAddress === forgottenAddress)).toEqual([]);
  const events = await db.select().from(event).where(eq(event.name, "payment.received"));
  expect(events).toMatchObject([{ subjectEmail: null, payload: { paymentId: paid.id } }]);
});

test("a bank transfer of a deleted account is followed until its money arrives, without an event of Stripe", async () => {
  withKeys();
  const sent = await forgottenPayment("sam@other.example");
  stripe.transfer(sent.id, "started");
  for (const days of [0, 3]) {
    await reconcilePayments(later(ctx, { days }));
    expect(await read(sent.id)).toMatchObject({ status: "cancelled", checkoutSessionId: sent.checkoutSessionId });
  }
  stripe.transfer(sent.id, "arrived");
  await reconcilePayments(later(ctx, { days: 4 }));
  expect(await read(sent.id)).toMatchObject({ status: "paid", surplus: "cancelled" });
});
