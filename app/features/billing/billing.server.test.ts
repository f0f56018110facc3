import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { fullBlueprintUnlocked } from "#app/features/full-blueprint/events.ts";
import { findStanding } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { takeHeldCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { fullBlueprint, unlock } from "#app/features/full-blueprint/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import type { MemberCtx } from "#app/features/wizard/drafts.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { charge, checkoutSession, stripeMessage } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { startPayment } from "./billing.server.ts";
import { BillTo, unlockCents } from "./billing.ts";
import { cancelInvoice, cancelNeedlessInvoice, markInvoicePaid, refundInvoice } from "./invoices.server.ts";
import { paperDrawer } from "./paper/files.server.ts";
import { issuePaper } from "./papers.server.ts";
import { exportPersonalData, forgetPerson } from "./personal-data.server.ts";
import { findPaperFile, findPaymentState, listOwnPapers, readLedger } from "./records.server.ts";
import { receiveStripeEvent } from "./stripe-events.server.ts";
import { billingPaper, payment, stripeEvent } from "./tables.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => {
  useSettings({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined, BILLING_BANK_DETAILS: "" });
  forgetListeners();
  onEvent(fullBlueprintUnlocked, cancelNeedlessInvoice);
});

const billTo = BillTo.parse({
  name: "Northfield Analytics, Inc.",
  street: "12 Harbor Street",
  city: "Boston",
  region: "MA",
  postalCode: "02110",
  country: "US",
  taxId: "12-3456789",
  purchaseOrder: "PO 7781",
});

const mails = async () =>
  (await db.select({ kind: message.kind, to: message.toAddress }).from(message).orderBy(message.id)).map(
    ({ kind, to }) => `${kind} ${to === "hello@gtmarc.example" ? "team" : to}`,
  );

async function invoiced(member: MemberCtx, blueprintId: string) {
  const start = await startPayment(member, { blueprintId, billTo });
  if (!start.ok || start.value.kind !== "invoiced") throw new Error("no invoice");
  const [row] = await db.select().from(payment).where(eq(payment.blueprintId, blueprintId));
  return { number: start.value.number, paymentId: row!.id };
}

/** A payment as it is once the checkout page is open. */
async function checkout(member: MemberCtx, blueprintId: string) {
  const id = newId();
  await db.insert(payment).values({
    id,
    blueprintId,
    userId: member.actor.userId,
    email: member.actor.email,
    companyName: "Northfield Analytics",
    method: "stripe",
    amountCents: unlockCents,
    checkoutSessionId: `cs_test_${id}`,
    createdAt: ctx.now,
  });
  return id;
}

let serial = 0;
const tell = (type: string, object: object, id = `evt_${serial++}`) =>
  receiveStripeEvent(ctx, stripeMessage(id, type, object) as unknown as Stripe.Event);

test("an invoice is asked for twice and sent once: to the client and to the team, with its PDF", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const first = await startPayment(dana, { blueprintId: id, billTo });
  const again = await startPayment(dana, { blueprintId: id, billTo });
  expect(first).toEqual({ ok: true, value: { kind: "invoiced", number: "INV-2026-0001" } });
  expect(again).toEqual(first);
  expect(await mails()).toEqual(["invoice dana@northfield.example", "invoice-team team"]);
  const [mail] = await db.select().from(message).where(eq(message.kind, "invoice"));
  expect(mail?.attachments).toEqual([
    { filename: "INV-2026-0001.pdf", contentType: "application/pdf", drawer: paperDrawer },
  ]);
  expect(mail?.text).toContain("$499.00");
  expect(mail?.text).toContain("12 Harbor Street");
  expect(await findPaymentState(dana, id)).toMatchObject({ status: "open", invoice: { number: "INV-2026-0001" } });
  expect(await findStanding(dana, id)).toBeNull();
});

test("without an address the invoice is made out to the company; drafts and other people's blueprints cost nothing", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const sam = await wizardMember(ctx, "sam@other.example");
  expect(await startPayment(sam, { blueprintId: id })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await startPayment(dana, { blueprintId: await draftBlueprint(dana) })).toEqual({
    ok: false,
    reason: { kind: "no_analysis" },
  });
  await startPayment(dana, { blueprintId: id });
  expect((await db.select().from(billingPaper))[0]?.billTo).toEqual({ name: "Northfield Analytics", attention: "" });
});

test("marked paid by five admins at once: one unlock, one receipt, and the rest is told", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  const admin = await asAdmin(ctx);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => markInvoicePaid(admin, { paymentId, reference: "Wire 88" })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.reason.kind === "already_paid")).toHaveLength(4);
  expect(await findStanding(dana, id)).toMatchObject({ method: "payment", stage: "requested" });
  expect((await mails()).slice(2).sort()).toEqual([
    "blueprint-unlocked dana@northfield.example",
    "blueprint-unlocked-team team",
    "receipt dana@northfield.example",
  ]);
  expect(await db.select({ act: auditEntry.act }).from(auditEntry)).toEqual([{ act: "invoice.paid" }]);
  expect(await startPayment(dana, { blueprintId: id })).toEqual({ ok: true, value: { kind: "unlocked" } });
  expect(await db.select().from(billingPaper)).toHaveLength(1);
});

test("only admins at aal2 touch invoices", async () => {
  const dana = await wizardMember(ctx);
  const { paymentId } = await invoiced(dana, await finishedBlueprint(dana));
  const half = await asAdmin(ctx, "half@gtmarc.example", "aal1");
  for (const who of [dana, half]) {
    expect(await markInvoicePaid(who, { paymentId, reference: "" })).toEqual({
      ok: false,
      reason: { kind: "not_admin" },
    });
    expect(await cancelInvoice(who, { paymentId, reason: "x" })).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await refundInvoice(who, { paymentId })).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await readLedger(who, "all")).toEqual({ ok: false, reason: { kind: "not_admin" } });
  }
  const admin = await asAdmin(ctx);
  expect(await markInvoicePaid(admin, { paymentId: newId(), reference: "" })).toEqual({
    ok: false,
    reason: { kind: "not_found" },
  });
  expect(await markInvoicePaid(admin, { paymentId: "made up", reference: "" })).toEqual({
    ok: false,
    reason: { kind: "not_found" },
  });
});

test("a cancelled invoice leaves a credit note and can be asked for again under the next number", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  const admin = await asAdmin(ctx);
  expect(await cancelInvoice(admin, { paymentId, reason: "Wrong address" })).toEqual({ ok: true, value: undefined });
  expect(await cancelInvoice(admin, { paymentId, reason: "Again" })).toEqual({
    ok: false,
    reason: { kind: "not_open" },
  });
  expect(await markInvoicePaid(admin, { paymentId, reference: "" })).toEqual({
    ok: false,
    reason: { kind: "not_open" },
  });
  expect((await mails()).at(-1)).toBe("invoice-cancelled dana@northfield.example");
  const papers = await db.select().from(billingPaper).orderBy(billingPaper.id);
  expect(papers.map(({ number }) => number)).toEqual(["INV-2026-0001", "CN-2026-0001"]);
  expect(papers[1]).toMatchObject({ correctsId: papers[0]!.id, amountCents: 49_900 });
  expect(await startPayment(dana, { blueprintId: id, billTo })).toMatchObject({ value: { number: "INV-2026-0002" } });
});

test("a refund by bank before the kickoff closes the blueprint, after it the client keeps it", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const early = await finishedBlueprint(dana, "Early");
  const late = await finishedBlueprint(dana, "Late");
  for (const id of [early, late]) {
    const { paymentId } = await invoiced(dana, id);
    expect(await refundInvoice(admin, { paymentId })).toEqual({ ok: false, reason: { kind: "not_paid" } });
    await markInvoicePaid(admin, { paymentId, reference: "" });
    if (id === late)
      await db.update(fullBlueprint).set({ kickoffAt: ctx.now }).where(eq(fullBlueprint.blueprintId, late));
    expect(await refundInvoice(admin, { paymentId })).toEqual({ ok: true, value: undefined });
    expect(await refundInvoice(admin, { paymentId })).toEqual({ ok: false, reason: { kind: "not_paid" } });
  }
  expect(await findStanding(dana, early)).toBeNull();
  expect(await findStanding(dana, late)).not.toBeNull();
  const refunds = await db
    .select({ text: message.text })
    .from(message)
    .where(eq(message.kind, "refunded"))
    .orderBy(message.id);
  expect(refunds[0]?.text).toContain("closed again");
  expect(refunds[1]?.text).toContain("stays open");
  expect(await findPaymentState(dana, early)).toMatchObject({ status: "refunded" });
});

test("a call that opens the blueprint takes its open invoice back", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  await invoiced(dana, id);
  await takeHeldCall(ctx, { bookingId: newId(), email: dana.actor.email, userId: dana.actor.userId });
  expect(await findStanding(dana, id)).toMatchObject({ method: "call" });
  expect(await mails()).toContain("invoice-cancelled dana@northfield.example");
  expect((await db.select().from(payment))[0]).toMatchObject({ status: "cancelled" });
});

test("twenty invoices at once are numbered one to twenty; one that fails leaves no gap", async () => {
  const dana = await wizardMember(ctx);
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push(await finishedBlueprint(dana, `Firm ${index}`));
  const failing = db
    .transaction(async (tx) => {
      const [one] = await tx
        .insert(payment)
        .values({ method: "invoice", amountCents: 1, email: "x@y.example", createdAt: ctx.now })
        .returning();
      await issuePaper(
        { ...ctx, db: tx as unknown as typeof db },
        { kind: "invoice", payment: one!, amountCents: 1, billTo: { name: "x" }, description: "x" },
      );
      throw new Error("rolled back");
    })
    .catch((error: Error) => error.message);
  await Promise.all(ids.map((blueprintId) => startPayment(dana, { blueprintId, billTo })));
  expect(await failing).toBe("rolled back");
  const serials = (await db.select({ serial: billingPaper.serial }).from(billingPaper)).map(({ serial: each }) => each);
  expect(serials.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test("numbers begin again with the firm's new year, not with Greenwich's", async () => {
  const dana = await wizardMember(ctx);
  const eve = { ...dana, now: new Date("2027-01-01T03:00:00Z") };
  const first = await startPayment(eve, { blueprintId: await finishedBlueprint(dana, "Eve") });
  const day = { ...dana, now: new Date("2027-01-01T06:00:00Z") };
  const second = await startPayment(day, { blueprintId: await finishedBlueprint(dana, "Day") });
  expect([first, second]).toMatchObject([
    { value: { number: "INV-2026-0001" } },
    { value: { number: "INV-2027-0001" } },
  ]);
});

test("a checkout that is paid unlocks, sends the receipt and makes the invoice out to what was typed there", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  const completed = checkoutSession({ paymentId });
  expect(await tell("checkout.session.completed", completed, "evt_a")).toEqual({ outcome: "settled", repeated: false });
  expect(await tell("checkout.session.completed", completed, "evt_a")).toEqual({ outcome: "settled", repeated: true });
  expect(await tell("checkout.session.completed", completed, "evt_b")).toEqual({
    outcome: "nothing-new",
    repeated: false,
  });
  expect(await findStanding(dana, id)).toMatchObject({ method: "payment" });
  expect(await mails()).toEqual([
    "blueprint-unlocked dana@northfield.example",
    "blueprint-unlocked-team team",
    "receipt dana@northfield.example",
  ]);
  expect((await db.select().from(billingPaper))[0]?.billTo).toMatchObject({
    name: "Northfield Analytics, Inc.",
    street: "12 Harbor Street",
    country: "US",
  });
});

test("every order of a bank payment's messages, each twice and at once, ends alike", async () => {
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
      const both = await Promise.all([tell(type, object, name), tell(type, object, name)]);
      expect(both.filter(({ repeated }) => repeated)).toHaveLength(1);
    }
    const [row] = await db.select().from(payment).where(eq(payment.id, paymentId));
    expect(row).toMatchObject({ status: "refunded", refundedCents: 49_900, paidAt: ctx.now });
    expect(await findStanding(dana, id), `order ${order}`).toBeNull();
    const papers = await db.select().from(billingPaper).where(eq(billingPaper.paymentId, paymentId));
    expect(papers.map(({ kind }) => kind).sort()).toEqual(["credit-note", "invoice"]);
  }
});

test("a bank payment waits, and one that fails can be tried again", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await tell("checkout.session.completed", checkoutSession({ paymentId, paid: false }));
  expect(await findPaymentState(dana, id)).toMatchObject({ status: "processing" });
  expect(await mails()).toEqual([]);
  await tell("checkout.session.async_payment_failed", checkoutSession({ paymentId, paid: false }));
  expect(await findPaymentState(dana, id)).toBeNull();
  expect(await findStanding(dana, id)).toBeNull();
});

test("parts of a refund are credited one by one, and the last closes the blueprint", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await tell("checkout.session.completed", checkoutSession({ paymentId }));
  await tell("charge.refunded", charge({ paymentId, refunded: 10_000, named: false }));
  expect(await findStanding(dana, id)).not.toBeNull();
  await tell("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  await tell("charge.refunded", charge({ paymentId, refunded: 10_000 }));
  expect(await findStanding(dana, id)).toBeNull();
  const notes = await db.select().from(billingPaper).where(eq(billingPaper.kind, "credit-note"));
  expect(notes.map(({ amountCents }) => amountCents).sort()).toEqual([10_000, 39_900]);
});

test("a foreign checkout, another sum, another currency and an unknown message open nothing", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  expect(await tell("checkout.session.completed", checkoutSession({ paymentId: newId() }))).toMatchObject({
    outcome: "not-ours",
  });
  expect(await tell("checkout.session.completed", checkoutSession({ paymentId: "made up" }))).toMatchObject({
    outcome: "not-ours",
  });
  expect(await tell("checkout.session.completed", checkoutSession({ paymentId, amount: 100 }))).toMatchObject({
    outcome: "mismatch",
  });
  const euros = { ...checkoutSession({ paymentId }), currency: "eur" };
  expect(await tell("checkout.session.completed", euros)).toMatchObject({ outcome: "mismatch" });
  expect(await tell("customer.created", { id: "cus_1" })).toMatchObject({ outcome: "ignored" });
  expect(await db.select().from(unlock)).toEqual([]);
  expect(await mails()).toEqual([]);
  expect(await db.select().from(stripeEvent)).toHaveLength(5);
});

test("money for a blueprint that a call opened meanwhile is due back, and the team knows at once", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await takeHeldCall(ctx, { bookingId: newId(), email: dana.actor.email, userId: dana.actor.userId });
  await tell("checkout.session.completed", checkoutSession({ paymentId }));
  expect(await mails()).toContain("refund-due team");
  const admin = await asAdmin(ctx);
  const due = await readLedger(admin, "refund-due");
  expect(due).toMatchObject({
    value: { entries: [{ paymentId, surplus: "already-unlocked" }], totals: { refundDueCents: 49_900 } },
  });
  await tell("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  expect(await readLedger(admin, "refund-due")).toMatchObject({
    value: { entries: [], totals: { refundDueCents: 0 } },
  });
  expect(await findStanding(dana, id)).toMatchObject({ method: "call" });
});

test("the ledger filters and adds up; papers are for their owner and admins only", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const open = await invoiced(dana, await finishedBlueprint(dana, "Open"));
  const paid = await invoiced(dana, await finishedBlueprint(dana, "Paid"));
  await markInvoicePaid(later(admin, { days: 1 }), { paymentId: paid.paymentId, reference: "Wire 9" });
  expect(await readLedger(admin, "all")).toMatchObject({
    value: { totals: { receivedCents: 49_900, refundedCents: 0, openCents: 49_900, refundDueCents: 0 } },
  });
  const onlyPaid = await readLedger(admin, "paid");
  expect(onlyPaid.ok && onlyPaid.value.entries.map(({ companyName }) => companyName)).toEqual(["Paid"]);
  expect(await listOwnPapers(dana)).toHaveLength(2);

  const sam = await as(ctx, "sam@other.example");
  const file = `${open.number}.pdf`;
  expect(await findPaperFile(dana, file)).toMatchObject({ filename: file });
  expect(await findPaperFile(admin, file)).toMatchObject({ filename: file });
  expect(await findPaperFile(sam, file)).toBeNull();
  expect(await findPaperFile(dana, `${open.number}-receipt.pdf`)).toBeNull();
  expect(await findPaperFile(dana, `${paid.number}-receipt.pdf`)).not.toBeNull();
  for (const name of ["INV-2026-9999.pdf", "../secret", "INV-2026-0001.pdf.exe", ""])
    expect(await findPaperFile(dana, name)).toBeNull();
  expect(await listOwnPapers(sam)).toEqual([]);
});

test("who leaves takes back what is open; numbered papers stay, without the way to the person", async () => {
  const dana = await wizardMember(ctx);
  const open = await invoiced(dana, await finishedBlueprint(dana, "Open"));
  await checkout(dana, await finishedBlueprint(dana, "Abandoned"));
  const person = { userId: dana.actor.userId, email: dana.actor.email };
  expect(await exportPersonalData(ctx, person)).toMatchObject({
    payments: [{ companyName: "Open" }, { companyName: "Northfield Analytics" }],
    invoices_and_credit_notes: [{ number: open.number }],
  });
  await forgetPerson(ctx, person);
  expect(await db.select().from(payment)).toMatchObject([
    { id: open.paymentId, status: "cancelled", userId: null, email: "forgotten@gtmarc.invalid", companyName: "" },
  ]);
  expect((await db.select().from(billingPaper)).map(({ kind }) => kind).sort()).toEqual(["credit-note", "invoice"]);
  expect(await exportPersonalData(ctx, person)).toEqual({ payments: [], invoices_and_credit_notes: [] });
});

test("papers of demo data have number series of their own: the firm's own numbers have no gap when they are removed", async () => {
  const demo = await wizardMember(ctx, "dana.whitfield@northfield-demo.example");
  const first = await invoiced(demo, await finishedBlueprint(demo));
  expect(first.number).toBe("DEMO-INV-2026-0001");
  expect((await cancelInvoice(await asAdmin(ctx), { paymentId: first.paymentId, reason: "x" })).ok).toBe(true);
  const dana = await wizardMember(ctx);
  const real = await invoiced(dana, await finishedBlueprint(dana));
  expect(real.number).toBe("INV-2026-0001");
  const numbers = await db.select({ number: billingPaper.number }).from(billingPaper).orderBy(billingPaper.id);
  expect(numbers.map(({ number }) => number)).toEqual(["DEMO-INV-2026-0001", "DEMO-CN-2026-0001", "INV-2026-0001"]);
  expect((await findPaperFile(demo, "DEMO-INV-2026-0001.pdf"))?.filename).toBe("DEMO-INV-2026-0001.pdf");
});
