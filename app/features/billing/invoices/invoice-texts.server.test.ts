import { spawnSync } from "node:child_process";
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { billTo, paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { charge, checkoutSession, stripeMessage } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findPaymentState, listOwnDocuments, readLedger } from "../payments/records.server.ts";
import { drawDocumentFile } from "../pdf/files.server.ts";
import { receiveStripeEvent } from "../stripe/stripe-events.server.ts";
import { billingDocument } from "../tables.server.ts";
import { listPaymentsToCheck } from "../today.server.ts";
import { correctInvoice } from "./corrections.server.ts";
import { cancelInvoice, markInvoicePaid } from "./invoices.server.ts";
import { remindOfInvoices } from "./reminders.server.ts";

/* What the documents of a payment say, before and after it is paid, refunded, canceled and corrected. */

const { db, ctx } = useDatabase();
const { checkout, invoiced } = paymentFixtures(ctx);
beforeEach(useInvoicesOnly);

let serial = 0;
const receive = (type: string, object: object) =>
  receiveStripeEvent(ctx, stripeMessage(`evt_${serial++}`, type, object) as unknown as Stripe.Event);
const today = companyDates().day(ctx.now);
const canReadPdf = spawnSync("pdftotext", ["-v"]).status === 0;

const textOf = async (file: string) =>
  spawnSync("pdftotext", ["-", "-"], {
    input: (await drawDocumentFile(ctx, file))!,
    encoding: "utf8",
  }).stdout.replace(/\s+/g, " ");

const asksForMoney = /Total due|Pay by bank transfer|pay online|Payable in advance|within 14 days/i;

test.runIf(canReadPdf)(
  "the invoice of a card payment says paid, when and how, and does not ask for money",
  async () => {
    const dana = await wizardMember(ctx);
    const paymentId = await checkout(dana, await finishedBlueprint(dana));
    await receive("checkout.session.completed", checkoutSession({ paymentId }));
    const paid = await textOf("INV-2026-0001.pdf");
    expect(paid).toContain(`Paid on ${today} by card, nothing due.`);
    expect(paid).toContain("Total paid $499.00 USD");
    expect(paid).not.toMatch(asksForMoney);
    expect(await textOf("INV-2026-0001-receipt.pdf")).toContain("Card, Stripe");
    await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
    const refunded = await textOf("INV-2026-0001.pdf");
    expect(refunded).toContain("Credited by credit note CN-2026-0001, nothing due.");
    expect(refunded).not.toMatch(asksForMoney);
  },
);

test.runIf(canReadPdf)("an invoice says how it was paid, and a canceled one that nothing is due", async () => {
  const admin = await asAdmin(ctx);
  const dana = await wizardMember(ctx);
  const open = await invoiced(dana, await finishedBlueprint(dana));
  expect(await textOf(`${open.number}.pdf`)).toMatch(asksForMoney);
  await markInvoicePaid(admin, { paymentId: open.paymentId, reference: "Wire 1" });
  const paid = await textOf(`${open.number}.pdf`);
  expect(paid).toContain(`Paid on ${today} by bank transfer, nothing due.`);
  expect(paid).not.toMatch(asksForMoney);
  const lee = await wizardMember(ctx, "lee@other.example");
  const canceled = await invoiced(lee, await finishedBlueprint(lee));
  await cancelInvoice(admin, { paymentId: canceled.paymentId, reason: "Twice" });
  const text = await textOf(`${canceled.number}.pdf`);
  expect(text).toContain("Credited by credit note CN-2026-0001, nothing due.");
  expect(text).not.toMatch(asksForMoney);
});

test.runIf(canReadPdf)(
  "documents say which tax is not charged and why, as it was set when they were issued",
  async () => {
    const admin = await asAdmin(ctx);
    const dana = await wizardMember(ctx);
    const first = await invoiced(dana, await finishedBlueprint(dana));
    useSettings({ BILLING_TAX_NOTE: "VAT, small business (§ 19 UStG)" });
    const lee = await wizardMember(ctx, "lee@other.example");
    const second = await invoiced(lee, await finishedBlueprint(lee));
    await cancelInvoice(admin, { paymentId: first.paymentId, reason: "Twice" });
    expect(await textOf(`${first.number}.pdf`)).toContain("Sales tax none charged");
    expect(await textOf("CN-2026-0001.pdf")).toContain("Sales tax none charged");
    expect(await textOf(`${second.number}.pdf`)).toContain("VAT, small business (§ 19 UStG) none charged");
  },
);

test("a card invoice is made out to the firm with its tax id, for the attention of the cardholder", async () => {
  const dana = await wizardMember(ctx);
  const first = await checkout(dana, await finishedBlueprint(dana));
  const session = checkoutSession({ paymentId: first });
  const { customer_details: details } = session;
  await receive("checkout.session.completed", {
    ...session,
    customer_details: {
      ...details,
      business_name: "Northfield Holding BV",
      tax_ids: [{ type: "eu_vat", value: "NL001234567B01" }],
    },
  });
  const second = await checkout(dana, await finishedBlueprint(dana));
  await receive("checkout.session.completed", {
    ...checkoutSession({ paymentId: second }),
    customer_details: { ...details, business_name: null, tax_ids: null },
  });
  const made = await db.select().from(billingDocument).orderBy(billingDocument.id);
  expect(made.map(({ billTo: to }) => to)).toMatchObject([
    { name: "Northfield Holding BV", attention: details.name, taxId: "NL001234567B01", street: "12 Harbor Street" },
    { name: "Northfield Analytics", attention: details.name, taxId: "", street: "12 Harbor Street" },
  ]);
});

const corrected = { ...billTo, name: "Northfield Holding BV", taxId: "NL001234567B01" };

test("a paid invoice is corrected by a credit note and a new invoice, and stays paid", async () => {
  const admin = await asAdmin(ctx);
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const paymentId = await checkout(dana, id);
  await receive("checkout.session.completed", checkoutSession({ paymentId }));
  // The second one, as after a lost answer, changes nothing.
  for (let turn = 0; turn < 2; turn += 1)
    expect(await correctInvoice(admin, { paymentId, from: "INV-2026-0001", billTo: corrected })).toEqual({
      ok: true,
      value: undefined,
    });
  const entries = await listOwnDocuments(dana);
  const listed = entries.map((entry) => [entry.number, entry.isCredited, entry.files.map(({ label }) => label).join()]);
  expect(listed).toEqual([
    ["CN-2026-0001", false, "Credit note"],
    ["INV-2026-0002", false, "Invoice,Receipt"],
    ["INV-2026-0001", true, "Invoice"],
  ]);
  const made = await db.select().from(billingDocument).where(eq(billingDocument.kind, "invoice"));
  expect(made.at(-1)?.billTo).toMatchObject({ name: "Northfield Holding BV", taxId: "NL001234567B01" });
  if (canReadPdf) {
    const text = await textOf("INV-2026-0002.pdf");
    expect(text).toContain(`Paid on ${today} by card, nothing due.`);
    expect(text).toContain("NL001234567B01");
    expect(await textOf("CN-2026-0001.pdf")).toContain("Replaced by INV-2026-0002");
  }
  const [mail] = await db.select().from(message).where(eq(message.kind, "invoice-corrected"));
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(["CN-2026-0001.pdf", "INV-2026-0002.pdf"]);
  expect(await findPaymentState(dana, id)).toMatchObject({ status: "paid", invoice: { number: "INV-2026-0002" } });
  // The refund credits the new invoice only.
  await receive("charge.refunded", charge({ paymentId, refunded: 49_900 }));
  const notes = await db.select().from(billingDocument).where(eq(billingDocument.kind, "credit-note"));
  expect(notes.map(({ correctsId, amountCents }) => [correctsId, amountCents])).toEqual([
    [made[0]!.id, 49_900],
    [made[1]!.id, 49_900],
  ]);
  expect(await correctInvoice(admin, { paymentId, from: "INV-2026-0001", billTo: corrected })).toMatchObject({
    reason: { kind: "not_correctable" },
  });
});

test("a corrected open invoice is due once, is reminded of once, and is paid or canceled under its new number", async () => {
  const admin = await asAdmin(ctx);
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  await correctInvoice(admin, { paymentId, from: "INV-2026-0001", billTo: corrected });
  expect(await findPaymentState(dana, id)).toMatchObject({ invoice: { number: "INV-2026-0002" } });
  expect(await listPaymentsToCheck(admin, 5)).toMatchObject({
    value: { total: 1, items: [{ number: "INV-2026-0002" }] },
  });
  const late = later(ctx, { days: 30 });
  expect(await remindOfInvoices(late, { isOn: true, firmZone: "America/New_York" })).toBe(1);
  const [mail] = await db.select().from(message).where(eq(message.kind, "invoice-reminder"));
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(["INV-2026-0002.pdf"]);
  const ledger = await readLedger(admin, { filter: "open" });
  expect(ledger).toMatchObject({ value: { page: { rows: [{ invoice: { number: "INV-2026-0002" } }] } } });
  await cancelInvoice(admin, { paymentId, reason: "Not needed" });
  const notes = await db
    .select()
    .from(billingDocument)
    .where(and(eq(billingDocument.paymentId, paymentId), eq(billingDocument.kind, "credit-note")));
  expect(notes.map(({ description }) => description)).toEqual([
    "Corrects invoice INV-2026-0001. Replaced by INV-2026-0002",
    "Cancels invoice INV-2026-0002. Not needed",
  ]);
});

test("of two admins who correct the same invoice the later one sees a refusal, and no further document is issued", async () => {
  const admin = await asAdmin(ctx);
  const dana = await wizardMember(ctx);
  const { paymentId } = await invoiced(dana, await finishedBlueprint(dana));
  const correct = (from: string, name: string) =>
    correctInvoice(admin, { paymentId, from, billTo: { ...corrected, name } });
  expect((await correct("INV-2026-0001", "Northfield Holding BV")).ok).toBe(true);
  expect(await correct("INV-2026-0001", "Northfield Group BV")).toEqual({ ok: false, reason: { kind: "stale" } });
  expect(await db.$count(billingDocument)).toBe(3);
  expect((await correct("INV-2026-0002", "Northfield Group BV")).ok).toBe(true);
});

test("only an admin corrects an invoice", async () => {
  const dana = await wizardMember(ctx);
  const { paymentId } = await invoiced(dana, await finishedBlueprint(dana));
  expect(await correctInvoice(dana, { paymentId, from: "INV-2026-0001", billTo: corrected })).toMatchObject({
    reason: { kind: "not_admin" },
  });
  expect(
    await correctInvoice(await asAdmin(ctx), { paymentId: "none", from: "INV-2026-0001", billTo: corrected }),
  ).toMatchObject({
    reason: { kind: "not_found" },
  });
});
