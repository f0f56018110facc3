import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findCall } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { decideForFirm, expirePending } from "#app/features/booking/bookings/pending.server.ts";
import { cancelCall, cancelForFirm, moveCall, moveForFirm } from "#app/features/booking/bookings/reschedule.server.ts";
import { forgetPerson } from "#app/features/booking/personal-data.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { type StripeStandIn, startStripe } from "#tests/fakes/stripe-server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { invoiceSettings } from "#tests/fixtures/payments.ts";
import { stripeSecret } from "#tests/fixtures/stripe-messages.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { confirmCallPayment, payForCall } from "../payments/call-payments.server.ts";
import { billingDocument, payment } from "../tables.server.ts";
import { markInvoicePaid } from "./invoices.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripe({ key: "sk_test_call", secret: stripeSecret });
});
afterAll(() => stripe.stop());
let admin: Ctx;
beforeEach(async () => {
  useSettings({
    ...invoiceSettings,
    ...{ SITE_URL: "https://gtmarc.example", SECRET: "b".repeat(32), CONTACT_EMAIL: "calls@gtmarc.example" },
    ...{ STRIPE_SECRET_KEY: "sk_test_call", STRIPE_WEBHOOK_SECRET: stripeSecret, STRIPE_API_URL: stripe.url },
  });
  registerListeners();
  admin = await asAdmin(ctx);
});

const price = 15_000;
async function booked(settings: Parameters<typeof offerKickoff>[1]) {
  await offerKickoff(admin, { priceCents: price, ...settings });
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  if (!made.ok) throw new Error(made.reason.kind);
  return { token: tokenOf(made.value.manageUrl), bookingId: (await fixture.bookings())[0]!.id };
}
async function paid(token: string, at: Ctx = visitor) {
  const page = await payForCall(at, token);
  if (!page.ok) throw new Error(page.reason.kind);
  await fetch(page.value.url, { method: "POST", redirect: "manual" });
  await confirmCallPayment(at, token);
}
const forgetDana = (at: Ctx) =>
  inTransaction(at, (tx) => forgetPerson(tx, { userId: null, email: danasCall().email, until: at.now }));
const payments = () => db.select().from(payment);
const audited = async () => (await db.select().from(auditEntry).where(eq(auditEntry.act, "payment.refund-due"))).length;
const before = (hours: number): Ctx => ({
  ...visitor,
  now: new Date(new Date(danasCall().start).getTime() - hours * hourMs),
});
const kinds = async () => (await fixture.mails()).map((mail) => mail.split(" ")[0]!);

test("the receipt of a call by invoice says what was paid, not that the call is still ahead", async () => {
  await booked({ payBy: "invoice" });
  const [asked] = await payments();
  await markInvoicePaid(admin, { paymentId: asked!.id, reference: "", paidOn: undefined });
  const { text } = await fixture.mail("receipt");
  expect(text).toContain(`It is for ${asked!.item}.`);
  expect(text).not.toContain("is booked");
});

test("a call by invoice counts at once, and its invoice goes to the visitor", async () => {
  const { token, bookingId } = await booked({ payBy: "invoice" });
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed", priceCents: price, payBy: "invoice" });
  expect(await payments()).toMatchObject([{ method: "invoice", status: "open", amountCents: price, bookingId }]);
  expect(await db.select().from(billingDocument)).toMatchObject([{ kind: "invoice", billTo: { name: "Dana Reyes" } }]);
  const mail = await fixture.mail("invoice");
  expect(mail).toMatchObject({ toAddress: "dana@northfield.example" });
  expect(mail.text).toContain("Kickoff, 2026-03-03");
  expect(mail.text).not.toContain("blueprint");
  expect((await fixture.mail("call-booked")).text).toContain("$150.00 (USD), by invoice");
  const [open] = await payments();
  expect(await markInvoicePaid(admin, { paymentId: open!.id, reference: "" })).toMatchObject({ ok: true });
  expect(await payments()).toMatchObject([{ status: "paid", surplus: null }]);
});

test("a canceled call by invoice owes nothing; canceled too late, its invoice stays due", async () => {
  const { token } = await booked({ payBy: "invoice", refundHours: 2 });
  expect(await cancelCall(before(1), { token })).toMatchObject({ ok: true });
  expect(await payments()).toMatchObject([{ status: "open" }]);
  expect((await fixture.mail("call-cancelled")).text).toContain("stays due");
});

test("the open invoice of a call that is canceled in time is canceled with it", async () => {
  const { token } = await booked({ payBy: "invoice", refundHours: 2 });
  await cancelCall(before(2), { token });
  expect(await payments()).toMatchObject([{ status: "cancelled" }]);
  expect((await fixture.mail("call-cancelled")).text).toContain("You owe us nothing");
  expect(await kinds()).toContain("invoice-cancelled");
});

test("the price of a paid call that is canceled in time is due for refund, once, with audit and mail", async () => {
  const { token } = await booked({ refundHours: 2 });
  await paid(token);
  expect(await findCall(before(2), token)).toMatchObject({ isRefundable: true });
  await cancelCall(before(2), { token });
  await cancelCall(before(2), { token });
  expect(await payments()).toMatchObject([{ status: "paid", surplus: "call-canceled" }]);
  expect(await audited()).toBe(1);
  expect((await kinds()).filter((kind) => kind === "refund-due")).toHaveLength(1);
  expect((await fixture.mail("refund-due")).text).toContain("canceled in time");
  expect((await fixture.mail("call-cancelled")).text).toContain("We refund $150.00 (USD) to your card");
  expect(await findCall(visitor, token)).toMatchObject({ status: "cancelled", isRefundDue: true });
});

test.each([
  ["canceled too late", 2],
  ["of an event type without refunds", null],
])("the price of a call %s is kept, and the visitor reads so before and after", async (_, refundHours) => {
  const { token } = await booked({ refundHours });
  await paid(token);
  expect(await findCall(before(1), token)).toMatchObject({ isRefundable: false, refundHours });
  await cancelCall(before(1), { token });
  expect(await payments()).toMatchObject([{ status: "paid", surplus: null }]);
  expect(await audited()).toBe(0);
  expect((await fixture.mail("call-cancelled")).text).toContain("is not returned");
});

const [later, muchLater] = [new Date("2026-03-04T15:00:00.000Z"), new Date("2026-03-05T15:00:00.000Z")];

test("a call that its visitor moved too late stays too late for a refund, however often they move it", async () => {
  const { token } = await booked({ refundHours: 2 });
  await paid(token);
  expect(await moveCall(before(1), { token, start: later })).toMatchObject({ ok: true });
  expect(await moveCall(before(1), { token, start: muchLater })).toMatchObject({ ok: true });
  expect(await findCall(before(1), token)).toMatchObject({ isRefundable: false, isMovedLate: true });
  await cancelCall(before(1), { token });
  expect(await payments()).toMatchObject([{ status: "paid", surplus: null }]);
  expect((await fixture.mail("call-cancelled")).text).toContain("is not returned");
});

test("a call that its visitor moved in time, or that the firm moved, is refunded by its new start", async () => {
  const { token, bookingId } = await booked({ refundHours: 2 });
  await paid(token);
  await moveCall(before(2), { token, start: later });
  expect(await findCall(before(1), token)).toMatchObject({ isRefundable: true, isMovedLate: false });
  await moveCall(before(-23), { token, start: muchLater });
  expect(await findCall(before(-23), token)).toMatchObject({ isRefundable: false });
  const friday = new Date("2026-03-06T15:00:00.000Z");
  await moveForFirm({ ...admin, now: before(-23).now }, { bookingId, start: friday, reason: "" });
  expect(await findCall(before(-23), token)).toMatchObject({ isRefundable: true, isMovedLate: false });
});

test("what the firm cancels is refunded, whatever the rule says", async () => {
  const { token, bookingId } = await booked({ refundHours: null });
  await paid(token);
  await cancelForFirm(admin, { bookingId, reason: "Ill" });
  expect(await payments()).toMatchObject([{ surplus: "call-canceled" }]);
});

test("a canceled request costs nothing, and its mail does not speak of a refund", async () => {
  const { token } = await booked({ needsConfirmation: true });
  await cancelCall(visitor, { token });
  expect(await payments()).toEqual([]);
  expect((await fixture.mail("call-cancelled")).text).not.toContain("refund");
});

test("a priced call that a host must confirm is paid after the confirmation", async () => {
  const { token, bookingId } = await booked({ needsConfirmation: true });
  expect(await findCall(visitor, token)).toMatchObject({ awaits: "host", priceCents: price });
  expect(await payForCall(visitor, token)).toEqual({ ok: false, reason: { kind: "not_payable" } });
  expect((await fixture.mail("call-requested")).text).toContain("After the confirmation you pay $150.00 (USD) by card");
  await decideForFirm(admin, { bookingId, decision: "confirm", reason: "" });
  expect(await findCall(visitor, token)).toMatchObject({
    ...{ status: "pending", awaits: "payment" },
    awaitsUntil: new Date(Math.min(testNow.getTime() + 24 * hourMs, new Date(danasCall().start).getTime())),
  });
  expect((await fixture.mail("call-to-pay")).text).toContain(`https://gtmarc.example/booking/${token}`);
  await paid(token);
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed" });
  expect((await kinds()).filter((kind) => kind === "call-booked")).toHaveLength(1);
});

test("a confirmed call that is not paid in time ends with notice to both sides", async () => {
  const { token, bookingId } = await booked({ needsConfirmation: true });
  await decideForFirm(admin, { bookingId, decision: "confirm", reason: "" });
  expect(await expirePending({ ...ctx, now: new Date(danasCall().start) })).toBe(1);
  expect(await findCall(visitor, token)).toMatchObject({ pendingEnd: "unpaid" });
  expect((await fixture.mail("call-request-expired-host")).text).toContain("It was not paid in time");
});

test("a call by invoice that a host must confirm is invoiced at the confirmation", async () => {
  const { bookingId } = await booked({ needsConfirmation: true, payBy: "invoice" });
  expect(await payments()).toEqual([]);
  await decideForFirm(admin, { bookingId, decision: "confirm", reason: "" });
  expect(await payments()).toMatchObject([{ method: "invoice", status: "open", bookingId }]);
});

test.each([null, 10_000, 20_000])(
  "a price other than the one that the form showed (%s) is asked again",
  async (shown) => {
    await offerKickoff(admin, { priceCents: price, payBy: "invoice" });
    const wish = { ...danasCall(), eventType: "kickoff", idempotencyKey: "one" };
    const changed = { ok: false, reason: { kind: "price_changed", priceCents: price } };
    expect(await bookCall(visitor, { ...wish, priceCents: shown })).toEqual(changed);
    expect(await payments()).toEqual([]);
    expect(await bookCall(visitor, { ...wish, priceCents: price })).toMatchObject({ ok: true });
    await changeSettings(admin, "kickoff", { priceCents: 20_000 });
    expect(await bookCall(visitor, { ...wish, priceCents: price })).toMatchObject({ ok: true });
    expect(await payments()).toMatchObject([{ amountCents: price }]);
  },
);

test.each([
  { BILLING_SENDER: "", BILLING_BANK_DETAILS: "" },
  { BILLING_SENDER: "Harbor LLC", BILLING_BANK_DETAILS: "Account: 1" },
])("a price by invoice needs the sender, with an address, and the bank details of invoices", async (lacking) => {
  await booked({ payBy: "invoice" });
  useSettings({ ...lacking, SECRET: "b".repeat(32) });
  await expect(changeSettings(admin, "kickoff", { priceCents: 20_000 })).rejects.toThrow("no_invoices");
});

test.each([
  [2, "call-canceled"],
  [1, null],
] as const)(
  "a visitor who deletes their account %s hours before a paid call gets the price back by the same rule",
  async (hours, surplus) => {
    const { token } = await booked({ refundHours: 2 });
    await paid(token);
    await forgetDana(before(hours));
    expect(await payments()).toMatchObject([{ surplus, status: "paid" }]);
    const notified = (await fixture.mails()).filter((mail) => mail.startsWith("refund-due"));
    expect(notified).toHaveLength(surplus ? 1 : 0);
    if (surplus) expect(JSON.stringify(await fixture.mail("refund-due"))).not.toContain(danasCall().email);
  },
);

test("the team reads which call is refunded, how, and only what is not refunded yet", async () => {
  const { token } = await booked({ refundHours: 2 });
  await paid(token);
  await db.update(payment).set({ refundedCents: 5000 });
  await cancelCall(before(2), { token });
  const { subject, text } = await fixture.mail("refund-due");
  expect(subject).toContain("$100.00");
  expect(text).toContain("Kickoff, 2026-03-03");
  expect(text).toContain("Refund it in Stripe");
});
