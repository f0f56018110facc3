import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { event } from "#app/features/events/tables.server.ts";
import { findStanding } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { charge, checkoutSession, stripeMessage } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { billingAudit } from "../audit.ts";
import { receiveStripeEvent } from "../stripe/stripe-events.server.ts";
import { StripeMessage } from "../stripe/stripe-message.ts";
import { billingDocument, payment } from "../tables.server.ts";
import { listPaymentsToCheck } from "../today.server.ts";
import { markPaymentChecked } from "./facts.server.ts";
import { type FactKind, type PaymentFact, reportedBy } from "./payment-facts.ts";
import { type LedgerTotals, readLedger } from "./records.server.ts";

/* Disputes, failed refunds and other currencies, in every order. */

const { db, pool, ctx } = useDatabase();
const { checkout, mails } = paymentFixtures(ctx);
beforeEach(useInvoicesOnly);

type Sent = readonly [type: string, object: object];
let serial = 0;
const receive = async ([type, object]: Sent, second = serial, by = ctx) => {
  const body = stripeMessage(`evt_${serial++}`, type, object, Math.floor(ctx.now.getTime() / 1000) + second);
  return (await receiveStripeEvent(by, StripeMessage.parse(body) as unknown as Stripe.Event)).outcome;
};

const dueBy = Math.floor(Date.UTC(2026, 2, 16, 23, 59, 59) / 1000);
const dispute = (id: string, status: string) => ({
  id: `dp_${id}`,
  object: "dispute",
  amount: 49_900,
  currency: "usd",
  charge: `ch_${id}`,
  payment_intent: `pi_${id}`,
  reason: "product_not_received",
  status,
  evidence_details: { due_by: dueBy },
  metadata: {},
});
const refund = (id: string, status: string, amount = 49_900) => ({
  ...{ id: `re_${id}`, object: "refund", amount, currency: "usd", payment_intent: `pi_${id}`, status },
  ...(status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
  metadata: {},
});
const paid = (id: string): Sent => ["checkout.session.completed", checkoutSession({ paymentId: id })];
const opened = (id: string): Sent => ["charge.dispute.created", dispute(id, "needs_response")];
const withdrawn = (id: string): Sent => ["charge.dispute.funds_withdrawn", dispute(id, "needs_response")];
const closed = (id: string, status: "won" | "lost"): Sent => ["charge.dispute.closed", dispute(id, status)];
const reinstated = (id: string): Sent => ["charge.dispute.funds_reinstated", dispute(id, "won")];
const refunded = (id: string): Sent => ["charge.refunded", charge({ paymentId: id, refunded: 49_900 })];
const failed = (id: string): Sent => ["refund.failed", refund(id, "failed")];

const row = async (id: string) => (await db.select().from(payment).where(eq(payment.id, id)))[0]!;
const teamSubjects = async () =>
  (await db.select().from(message).where(eq(message.kind, "payment-fact")).orderBy(message.id)).map(
    ({ subject }) => subject,
  );

const disputesLogged = async () =>
  (await db.select().from(event).where(eq(event.name, "payment.disputed")).orderBy(event.id)).map(
    ({ payload }) => payload as { disputed: string },
  );

const reportsLogged = async (paymentId: string) =>
  (await db.select().from(auditEntry).where(eq(auditEntry.subject, paymentId)))
    .map(({ act, detail }) => (act === billingAudit.paymentReported ? (detail as { report: string }).report : act))
    .sort();

async function started(email = "dana@northfield.example") {
  const dana = await wizardMember(ctx, email);
  const blueprintId = await finishedBlueprint(dana);
  return { dana, blueprintId, paymentId: await checkout(dana, blueprintId) };
}

const orderings = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => orderings(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

test("a lost dispute is a state of its own, counts as not received, and locks the blueprint, in every order", async () => {
  const admin = await asAdmin(ctx);
  const events = [paid, opened, withdrawn, (id: string) => closed(id, "lost")];
  for (const [index, order] of orderings(events).entries()) {
    const { dana, blueprintId, paymentId } = await started(`dana${index}@northfield.example`);
    const before = (await teamSubjects()).length;
    for (const make of order) expect(await receive(make(paymentId))).toMatch(/settled|waiting|nothing-new/);
    expect(await row(paymentId)).toMatchObject({
      status: "charged-back",
      lostCents: 49_900,
      disputedAt: null,
      toCheck: null,
    });
    expect(await findStanding(dana, blueprintId)).toBeNull();
    expect(await reportsLogged(paymentId)).toEqual(["dispute-lost", "dispute-opened", "funds-withdrawn"]);
    expect((await teamSubjects()).slice(before).sort()).toEqual([
      "A dispute was lost: $499.00, Northfield Analytics",
      "A payment is disputed: $499.00, Northfield Analytics",
      "Disputed money was withdrawn: $499.00, Northfield Analytics",
    ]);
  }
  expect(await readLedger(admin, { filter: "all" })).toMatchObject({ value: { totals: { receivedCents: 0 } } });
  expect(await readLedger(admin, { filter: "charged-back" })).toMatchObject({
    value: { page: { rows: { length: 24 } } },
  });
});

test("a dispute and the checkout that arrive at once find each other", async () => {
  const { paymentId } = await started();
  let isSettled = false;
  const waits = async () =>
    isSettled ||
    (await pool.query("select 1 from pg_locks where not granted and locktype = 'advisory'")).rowCount !== 0;
  const settled = await inTransaction(ctx, async (tx) => {
    await receive(opened(paymentId), serial, tx);
    const checkedOut = receive(paid(paymentId)).then(() => {
      isSettled = true;
    });
    await expect.poll(waits).toBe(true);
    return { checkedOut };
  });
  await settled.checkedOut;
  expect(await row(paymentId)).toMatchObject({ status: "paid", disputedAt: expect.any(Date), toCheck: "dispute" });
});

test("a dispute that is won leaves the payment paid and not disputed, in every order", async () => {
  const events = [paid, opened, (id: string) => closed(id, "won"), reinstated];
  for (const [index, order] of orderings(events).entries()) {
    const { dana, blueprintId, paymentId } = await started(`dana${index}@northfield.example`);
    for (const make of order) await receive(make(paymentId));
    expect(await row(paymentId)).toMatchObject({ status: "paid", lostCents: 0, disputedAt: null, toCheck: null });
    expect(await findStanding(dana, blueprintId)).toMatchObject({ method: "payment" });
  }
});

test("an open dispute is on Today with the deadline for evidence, until it is done or closed", async () => {
  const admin = await asAdmin(ctx);
  const { paymentId } = await started();
  expect(await receive(opened(paymentId))).toBe("waiting");
  expect(await receive(paid(paymentId))).toBe("settled");
  expect(await disputesLogged()).toMatchObject([
    { disputed: "opened", paymentId, amountCents: 49_900, evidenceDueAt: new Date(dueBy * 1000).toISOString() },
  ]);
  expect(await row(paymentId)).toMatchObject({ status: "paid", toCheck: "dispute", checkBy: new Date(dueBy * 1000) });
  const totals = async () => (await readLedger(admin, { filter: "all" })) as { value?: { totals: LedgerTotals } };
  expect((await totals()).value?.totals).toMatchObject({ receivedCents: 0, disputedCents: 49_900, refundedCents: 0 });
  expect(await listPaymentsToCheck(admin, 5)).toMatchObject({
    value: { total: 1, items: [{ paymentId, kind: "dispute", dueOn: "2026-03-16" }] },
  });
  const ledger = await readLedger(admin, { filter: "to-check" });
  expect(ledger).toMatchObject({
    value: { page: { rows: [{ isDisputed: true, facts: [{ kind: "dispute-opened" }] }] } },
  });
  const [mail] = await db.select().from(message).where(eq(message.kind, "payment-fact"));
  expect(mail).toMatchObject({ toAddress: "hello@gtmarc.example" });
  expect(mail?.text).toContain("Mar 16, 2026");
  expect(await markPaymentChecked(admin, { paymentId })).toEqual({ ok: true, value: undefined });
  expect(await listPaymentsToCheck(admin, 5)).toMatchObject({ value: { total: 0 } });
  expect(await row(paymentId)).toMatchObject({ disputedAt: expect.any(Date) });
  expect(await markPaymentChecked(admin, { paymentId })).toMatchObject({ reason: { kind: "nothing_to_check" } });
  await receive(closed(paymentId, "won"));
  expect(await row(paymentId)).toMatchObject({ disputedAt: null, toCheck: null });
  expect((await totals()).value?.totals).toMatchObject({ receivedCents: 49_900, disputedCents: 0 });
  await receive(closed(paymentId, "won"));
  expect(await disputesLogged()).toMatchObject([
    { disputed: "opened", refundedCents: 0, disputedCents: 49_900 },
    { disputed: "won", refundedCents: 0, disputedCents: 0 },
  ]);
});

test("a refund that fails makes the payment paid again, reverses the credit note and is reported once", async () => {
  const admin = await asAdmin(ctx);
  const { dana, blueprintId, paymentId } = await started();
  await receive(paid(paymentId));
  await receive(refunded(paymentId));
  expect(await findStanding(dana, blueprintId)).toBeNull();
  expect(await receive(failed(paymentId))).toBe("settled");
  expect(await receive(["charge.refund.updated", refund(paymentId, "failed")])).toBe("nothing-new");
  expect(await row(paymentId)).toMatchObject({ status: "paid", refundedCents: 0, toCheck: "refund-failed" });
  expect(await findStanding(dana, blueprintId)).toMatchObject({ method: "payment" });
  const documents = await db.select().from(billingDocument).orderBy(billingDocument.id);
  expect(documents.map(({ number, amountCents }) => [number, amountCents])).toEqual([
    ["INV-2026-0001", 49_900],
    ["CN-2026-0001", 49_900],
    ["INV-2026-0002", 49_900],
  ]);
  expect((await mails()).filter((mail) => /refund-failed|payment-fact/.test(mail))).toEqual([
    "refund-failed dana@northfield.example",
    "payment-fact team",
  ]);
  // The mail about the failed refund says that the blueprint is open again.
  expect((await mails()).filter((mail) => mail.startsWith("blueprint-unlocked"))).toHaveLength(2);
  expect(await listPaymentsToCheck(admin, 5)).toMatchObject({ value: { items: [{ kind: "refund-failed" }] } });
  const logged = await db.select().from(event).where(eq(event.name, "payment.refunded")).orderBy(event.id);
  expect(logged.map(({ payload }) => (payload as { refundedCents: number }).refundedCents)).toEqual([49_900, 0]);
  // A second refund succeeds.
  await receive(refunded(paymentId));
  expect(await row(paymentId)).toMatchObject({ status: "refunded", refundedCents: 49_900, toCheck: null });
  expect(await readLedger(admin, { filter: "all" })).toMatchObject({
    value: { totals: { receivedCents: 0, refundedCents: 49_900 } },
  });
});

test("a refund and its failure that arrive before the payment leave it paid", async () => {
  for (const [index, order] of orderings([paid, refunded, failed]).entries()) {
    const { dana, blueprintId, paymentId } = await started(`dana${index}@northfield.example`);
    const seconds = new Map([
      [paid, 0],
      [refunded, 60],
      [failed, 120],
    ]);
    for (const make of order) await receive(make(paymentId), seconds.get(make));
    expect(await row(paymentId), `${index}`).toMatchObject({ status: "paid", refundedCents: 0 });
    expect(await findStanding(dana, blueprintId), `${index}`).toMatchObject({ method: "payment" });
  }
});

test("a refund in another currency is a mismatch that is reported and not counted", async () => {
  const admin = await asAdmin(ctx);
  const { paymentId } = await started();
  await receive(paid(paymentId));
  const yen = { ...charge({ paymentId, refunded: 30_000 }), amount: 77_500, currency: "jpy" };
  expect(await receive(["charge.refunded", yen])).toBe("mismatch");
  expect(await row(paymentId)).toMatchObject({ status: "paid", refundedCents: 0, toCheck: "other-currency" });
  expect(await db.select().from(billingDocument)).toHaveLength(1);
  expect(await teamSubjects()).toEqual(["A refund in another currency: JPY 30,000, Northfield Analytics"]);
  expect(await listPaymentsToCheck(admin, 5)).toMatchObject({ value: { items: [{ kind: "other-currency" }] } });
});

test("a checkout that the client paid in another currency counts with our currency and amount", async () => {
  const { dana, blueprintId, paymentId } = await started();
  const conversion = { currency_conversion: { source_currency: "usd", amount_total: 49_900, fx_rate: "0.926854" } };
  const euros = { ...checkoutSession({ paymentId, amount: 46_250 }), currency: "eur" };
  expect(await receive(["checkout.session.completed", euros])).toBe("mismatch");
  expect(await receive(["checkout.session.completed", { ...euros, ...conversion }])).toBe("settled");
  expect(await findStanding(dana, blueprintId)).toMatchObject({ method: "payment" });
});

test("a refund that does not fail, and a dispute of another product, change nothing", async () => {
  const { paymentId } = await started();
  await receive(paid(paymentId));
  expect(await receive(["refund.updated", refund(paymentId, "succeeded")])).toBe("ignored");
  expect(await receive(opened("of-another-product"))).toBe("waiting");
  expect(await row(paymentId)).toMatchObject({ status: "paid", disputedAt: null });
  expect(await teamSubjects()).toEqual([]);
});

test("a dispute about part of a payment leaves the rest received; a refund meanwhile is not counted twice", () => {
  const fact = (kind: FactKind, amount: number): PaymentFact => ({
    ...{ kind, objectId: kind === "refunded" ? "ch_1" : "dp_1", amount, currency: "usd", reason: "" },
    ...{ dueAt: null, checkedAt: null, occurredAt: ctx.now },
  });
  const part = [fact("dispute-opened", 20_000)];
  expect(reportedBy(part, 49_900)).toMatchObject({ disputedCents: 20_000, lostCents: 0 });
  expect(reportedBy([...part, fact("refunded", 40_000)], 49_900)).toMatchObject({ disputedCents: 9900 });
  expect(reportedBy([...part, fact("dispute-lost", 20_000)], 49_900)).toMatchObject({
    disputedCents: 0,
    lostCents: 20_000,
  });
});

test("a dispute of an earlier release is closed by the next report about a dispute", () => {
  const fact = (kind: FactKind, objectId: string): PaymentFact => ({
    ...{ kind, objectId, amount: 49_900, currency: "usd", reason: "", dueAt: null, checkedAt: null },
    occurredAt: ctx.now,
  });
  const known = [fact("dispute-opened", "earlier")];
  expect(reportedBy(known, 49_900)).toMatchObject({ disputedAt: ctx.now, toCheck: "dispute" });
  const won = [...known, fact("dispute-opened", "dp_1"), fact("dispute-won", "dp_1")];
  expect(reportedBy(won, 49_900)).toMatchObject({ disputedAt: null, toCheck: null });
});
