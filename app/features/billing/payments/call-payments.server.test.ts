import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findCall } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { decideForFirm, expirePending } from "#app/features/booking/bookings/pending.server.ts";
import { cancelCall } from "#app/features/booking/bookings/reschedule.server.ts";
import { blockedTime, bookingLink, busyFeed, host } from "#app/features/booking/tables.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { bookingForms } from "#app/routes/forms/booking-forms.server.ts";
import { type StripeStandIn, startStripe } from "#tests/fakes/stripe-server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { changeSettings, offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { charge, checkoutSession, stripeMessage, stripeSecret } from "#tests/fixtures/stripe-messages.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { applySession, receiveStripeEvent } from "../stripe/stripe-events.server.ts";
import { payment } from "../tables.server.ts";
import { confirmCallPayment, findOpenCheckout, payForCall } from "./call-payments.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const post = callsOf(bookingForms);
const visitor = asAnonymous(ctx);
let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripe({ key: "sk_test_call", secret: stripeSecret });
});
afterAll(() => stripe.stop());
let admin: Ctx;
let token: string;
beforeEach(async () => {
  useInvoicesOnly();
  useSettings({
    ...{ SITE_URL: "https://gtmarc.example", SECRET: "b".repeat(32), CONTACT_EMAIL: "calls@gtmarc.example" },
    ...{ STRIPE_SECRET_KEY: "sk_test_call", STRIPE_WEBHOOK_SECRET: stripeSecret, STRIPE_API_URL: stripe.url },
  });
  admin = await asAdmin(ctx);
  await offerKickoff(admin, { priceCents: 15_000 });
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff", guests: ["lee@northfield.example"] });
  token = made.ok ? tokenOf(made.value.manageUrl) : "";
});

const minutesLater = (minutes: number): Ctx => ({ ...ctx, now: new Date(testNow.getTime() + minutes * minuteMs) });
const anonymousLater = (minutes: number): Ctx => ({ ...visitor, now: minutesLater(minutes).now });
const pageUrl = async (at: Ctx = visitor) => {
  const started = await payForCall(at, token);
  if (!started.ok) throw new Error(started.reason.kind);
  return started.value.url;
};
const pay = async (url: string) => (await fetch(url, { method: "POST", redirect: "manual" })).status;
const names = async () => (await db.select({ name: event.name }).from(event)).map(({ name }) => name).sort();
const other = (email = "o@northfield.example") =>
  bookCall(anonymousLater(20), { ...danasCall({ email }), eventType: "kickoff" });

test("a priced call holds its time for 15 minutes and counts once it is paid", async () => {
  expect(await findCall(visitor, token)).toMatchObject({
    ...{ status: "pending", awaits: "payment", priceCents: 15_000 },
    awaitsUntil: new Date(testNow.getTime() + 15 * minuteMs),
  });
  expect(await names()).toEqual([]);
  const url = await pageUrl();
  expect(await pageUrl()).toBe(url);
  await pay(url);
  await confirmCallPayment(visitor, token);
  await confirmCallPayment(visitor, token);
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed" });
  expect(await names()).toEqual(["booking.made", "payment.received"]);
  const mails = await fixture.mails();
  expect(mails.filter((mail) => mail.startsWith("call-booked "))).toHaveLength(1);
  expect(mails).toContain("call-guest-invited lee@northfield.example");
  expect((await fixture.mail("call-booked")).text).toContain("$150.00");
  const receipt = await fixture.mail("receipt");
  expect(receipt.text).toContain("Your call is booked");
  expect(receipt.text).not.toContain("blueprint");
  expect(await db.select().from(payment)).toMatchObject([{ status: "paid", amountCents: 15_000, surplus: null }]);
});

test("an unpaid call frees its time after 15 minutes and says so", async () => {
  expect(await expirePending(minutesLater(14))).toBe(0);
  // The mail is sent to an address that got five within the hour, too.
  await fixture.fillMailbox("dana@northfield.example", minutesLater(15).now);
  expect(await expirePending(minutesLater(15))).toBe(1);
  expect(await findCall(visitor, token)).toMatchObject({ status: "cancelled", pendingEnd: "unpaid" });
  expect((await fixture.mail("call-not-confirmed")).text).toContain("nothing was charged");
  expect(await payForCall(anonymousLater(16), token)).toEqual({ ok: false, reason: { kind: "not_payable" } });
  expect(await other()).toMatchObject({ ok: true });
});

test("a call that is paid late counts if its time is still free, and is due for refund otherwise", async () => {
  const url = await pageUrl();
  await expirePending(minutesLater(15));
  await pay(url);
  await confirmCallPayment(anonymousLater(20), token);
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed", pendingEnd: null });
});

test("the minimum notice of a call that is paid late counts from its booking", async () => {
  await changeSettings(admin, "kickoff", {
    minimumNoticeMinutes: (Date.parse(tuesdayAtTen) - testNow.getTime()) / minuteMs,
  });
  const url = await pageUrl();
  await expirePending(minutesLater(15));
  await pay(url);
  await confirmCallPayment(anonymousLater(20), token);
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed" });
  expect(await db.select().from(payment)).toMatchObject([{ status: "paid", surplus: null }]);
});

test("a call that a host confirmed gets another page to pay on once the first one has expired", async () => {
  await changeSettings(admin, "kickoff", { needsConfirmation: true });
  const start = "2026-03-03T16:00:00.000Z";
  const made = await bookCall(visitor, { ...danasCall({ start }), eventType: "kickoff" });
  token = made.ok ? tokenOf(made.value.manageUrl) : "";
  const [asked] = (await fixture.bookings()).filter(({ awaits }) => awaits === "host");
  expect(await decideForFirm(admin, { bookingId: asked!.id, decision: "confirm", reason: "" })).toMatchObject({
    ok: true,
  });
  const first = await pageUrl();
  expect(await pageUrl(anonymousLater(30))).toBe(first);
  expect(await findOpenCheckout(anonymousLater(31), token)).toBeNull();
  expect(await pageUrl(anonymousLater(31))).not.toBe(first);
});

test("a second payment of a call is due for refund and is named after the call", async () => {
  await pay(await pageUrl());
  await confirmCallPayment(visitor, token);
  const [first] = await db.select().from(payment);
  const second = checkoutSession({ paymentId: first!.id, amount: 15_000, intent: "pi_second" });
  await inTransaction(ctx, (tx) => applySession(tx, second as never, { at: ctx.now, failed: false }));
  expect(await db.select().from(payment).orderBy(payment.id)).toMatchObject([
    { surplus: null },
    { surplus: "gone", item: first!.item, bookingId: first!.bookingId },
  ]);
  expect((await fixture.mail("receipt")).text).toContain("your call");
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed" });
});

test.each([
  ["refundable", 24, "We refund the price in full"],
  ["not refundable", null, "The time is free again, and both sides were notified. You can"],
])("a canceled call that was paid twice and is %s says nothing of the second payment", async (_, refundHours, text) => {
  await changeSettings(admin, "kickoff", { refundHours });
  await pay(await pageUrl());
  await confirmCallPayment(visitor, token);
  const [first] = await db.select().from(payment);
  const second = checkoutSession({ paymentId: first!.id, amount: 15_000, intent: "pi_second" });
  await inTransaction(ctx, (tx) => applySession(tx, second as never, { at: ctx.now, failed: false }));
  await cancelCall(visitor, { token, reason: "" });
  expect(await pageText(visitor, `/booking/${token}`)).toContain(text);
  const refund = charge({ paymentId: first!.id, refunded: 15_000, intent: "pi_second" });
  await receiveStripeEvent(ctx, stripeMessage("evt_second", "charge.refunded", refund) as never);
  expect(await pageText(visitor, `/booking/${token}`)).toContain(text);
});

test.each([
  ["counts if its time is free otherwise", false, { status: "confirmed", surplus: null }],
  ["is due for refund if the host is known to be busy", true, { status: "cancelled", surplus: "gone" }],
])(
  "while a calendar of the host cannot be read, a call that is paid late %s",
  async (_, isBusy, { status, surplus }) => {
    const url = await pageUrl();
    await expirePending(minutesLater(15));
    await pay(url);
    const hostId = (await db.select().from(host))[0]!.id;
    const during = { start: new Date(tuesdayAtTen), end: new Date(Date.parse(tuesdayAtTen) + minuteMs) };
    await db.insert(busyFeed).values({ hostId, url: "https://calendar.example/a.ics", createdAt: ctx.now });
    if (isBusy) await db.insert(blockedTime).values({ hostId, during, createdAt: ctx.now });
    await confirmCallPayment(anonymousLater(20), token);
    expect(await findCall(visitor, token)).toMatchObject({ status });
    expect(await db.select().from(payment)).toMatchObject([{ status: "paid", surplus }]);
  },
);

test("a call that is paid late loses the link to book it again, and gets it anew once it is canceled", async () => {
  await changeSettings(admin, "kickoff", { audience: "link" });
  const links = () => db.select({ usedAt: bookingLink.usedAt, revokedAt: bookingLink.revokedAt }).from(bookingLink);
  const url = await pageUrl();
  await expirePending(minutesLater(15));
  const isOpen = { usedAt: null, revokedAt: null };
  expect(await links()).toEqual([isOpen]);
  await pay(url);
  await confirmCallPayment(anonymousLater(20), token);
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed", againLink: null });
  expect(await links()).toEqual([]);
  await cancelCall(anonymousLater(21), { token, reason: "" });
  expect(await links()).toEqual([isOpen]);
});

test("a call that is paid after its time was taken is due for refund", async () => {
  const url = await pageUrl();
  await expirePending(minutesLater(15));
  expect(await other()).toMatchObject({ ok: true });
  await pay(url);
  await confirmCallPayment(anonymousLater(21), token);
  expect(await findCall(visitor, token)).toMatchObject({ status: "cancelled" });
  expect(await db.select().from(payment)).toMatchObject([{ status: "paid", surplus: "gone" }]);
  expect((await fixture.mail("refund-due")).text).toContain("call");
  expect((await fixture.mail("receipt")).text).toContain("We will refund it");
  const page = await pageText(anonymousLater(21), `/booking/${token}`);
  expect(page).toContain("Your payment of $150.00 arrived too late. We refund it in full");
  expect(page).not.toContain("The time is free again");
  const cents = { paymentId: (await db.select().from(payment))[0]!.id, refunded: 15_000 };
  const refund = stripeMessage("evt_refund", "charge.refunded", charge(cents));
  await receiveStripeEvent(ctx, refund as never);
  expect(await pageText(anonymousLater(21), `/booking/${token}`)).toContain("Your payment of $150.00 was refunded");
});

test("a payment of a call that its visitor canceled meanwhile is due for refund", async () => {
  const url = await pageUrl();
  await cancelCall(visitor, { token, reason: "" });
  await pay(url);
  await confirmCallPayment(visitor, token);
  expect(await db.select().from(payment)).toMatchObject([{ surplus: "gone" }]);
  expect(await pageText(visitor, `/booking/${token}`)).toContain("We refund it in full");
  expect((await names()).filter((name) => name.startsWith("booking"))).toEqual([]);
});

test("mails about a disputed and a failed refund of a call name the call, no blueprint and no page for accounts", async () => {
  await pay(await pageUrl());
  await confirmCallPayment(visitor, token);
  const [{ id, item, paymentIntentId }] = (await db.select().from(payment)) as [typeof payment.$inferSelect];
  const of = { payment_intent: paymentIntentId, amount: 15_000, currency: "usd" };
  const events = [
    ["charge.refunded", charge({ paymentId: id, refunded: 15_000, intent: paymentIntentId! })],
    ["refund.failed", { ...of, id: "re_1", object: "refund", status: "failed" }],
    ["charge.dispute.closed", { ...of, id: "dp_1", object: "dispute", status: "lost", reason: "general" }],
  ] as const;
  for (const [index, [type, object]] of events.entries()) {
    const message = stripeMessage(`evt_call_${index}`, type, object, Math.floor(ctx.now.getTime() / 1000) + index);
    await receiveStripeEvent(ctx, message as never);
  }
  expect((await fixture.mail("refund-failed")).text).not.toContain("/invoices");
  const about = await db.select().from(message).where(eq(message.kind, "payment-fact"));
  expect(about.map(({ subject }) => subject.split(":")[0]).sort()).toContain("A dispute was lost");
  for (const { text } of about) {
    expect(text).toContain(item);
    expect(text).not.toContain("blueprint");
  }
});

test("an invalid link cannot be paid", async () => {
  expect(await payForCall(visitor, "x")).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("without scripts the form opens the page to pay on, and the page of the call leads to it", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const send = async (at: Ctx) =>
    (await post(at, `/booking/${token}`, "intent=pay", { headers })).headers.get("location");
  expect(await findOpenCheckout(visitor, token)).toBeNull();
  expect(await send(visitor)).toBe(`/booking/${token}?pay=open`);
  expect(await findOpenCheckout(visitor, token)).toBe(await pageUrl());
  expect(await findOpenCheckout(anonymousLater(15), token)).toBeNull();
  expect(await send(anonymousLater(15))).toBe(`/booking/${token}?said=not_payable`);
});
