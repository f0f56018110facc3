import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { findStanding } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { recordHeldCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { fullBlueprint } from "#app/features/full-blueprint/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { billTo, invoiceSettings, paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { startPayment } from "../billing.server.ts";
import { findPaymentState, listOwnDocuments, readLedger } from "../payments/records.server.ts";
import { documentDrawer } from "../pdf/files.server.ts";
import { billingDocument, payment } from "../tables.server.ts";
import { issueDocument } from "./documents.server.ts";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "./invoices.server.ts";

const { db, ctx } = useDatabase();
const { invoiced, mails } = paymentFixtures(ctx);
beforeEach(useInvoicesOnly);

test("an invoice requested twice is sent once, to the client and the team, with its PDF", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const first = await startPayment(dana, { blueprintId: id, billTo });
  const again = await startPayment(dana, { blueprintId: id, billTo });
  expect(first).toEqual({ ok: true, value: { kind: "invoiced", number: "INV-2026-0001" } });
  expect(again).toEqual(first);
  expect(await mails()).toEqual(["invoice dana@northfield.example", "invoice-team team"]);
  const [mail] = await db.select().from(message).where(eq(message.kind, "invoice"));
  expect(mail?.attachments).toEqual([
    { filename: "INV-2026-0001.pdf", contentType: "application/pdf", drawer: documentDrawer },
  ]);
  expect(mail?.text).toContain("$499.00");
  expect(mail?.text).toContain("12 Harbor Street");
  expect(await findPaymentState(dana, id)).toMatchObject({ status: "open", invoice: { number: "INV-2026-0001" } });
  expect(await findStanding(dana, id)).toBeNull();
});

test("without a billing address the invoice names the company; drafts and other users' blueprints cannot be invoiced", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const sam = await wizardMember(ctx, "sam@other.example");
  expect(await startPayment(sam, { blueprintId: id })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await startPayment(dana, { blueprintId: await draftBlueprint(dana) })).toEqual({
    ok: false,
    reason: { kind: "no_analysis" },
  });
  await startPayment(dana, { blueprintId: id });
  expect((await db.select().from(billingDocument))[0]?.billTo).toEqual({ name: "Northfield Analytics", attention: "" });
});

test("five admins marking an invoice paid at once cause one unlock and one receipt; the others get already_paid", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const { paymentId } = await invoiced(dana, id);
  const admin = await asAdmin(ctx);
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => markInvoicePaid(admin, { paymentId, reference: "Wire 88" })),
  );
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
  expect(responses.filter((response) => !response.ok && response.reason.kind === "already_paid")).toHaveLength(4);
  expect(await findStanding(dana, id)).toMatchObject({ method: "payment", stage: "requested" });
  expect((await mails()).slice(2).sort()).toEqual([
    "blueprint-unlocked dana@northfield.example",
    "blueprint-unlocked-team team",
    "receipt dana@northfield.example",
  ]);
  expect(await db.select({ act: auditEntry.act }).from(auditEntry)).toEqual([{ act: "invoice.paid" }]);
  expect(await startPayment(dana, { blueprintId: id })).toEqual({ ok: true, value: { kind: "unlocked" } });
  expect(await db.select().from(billingDocument)).toHaveLength(1);
});

test("only admins at aal2 can change invoices or read the ledger", async () => {
  const dana = await wizardMember(ctx);
  const { paymentId } = await invoiced(dana, await finishedBlueprint(dana));
  const half = await asAdmin(ctx, "half@gtmarc.example", "aal1");
  for (const actor of [dana, half]) {
    expect(await markInvoicePaid(actor, { paymentId, reference: "" })).toEqual({
      ok: false,
      reason: { kind: "not_admin" },
    });
    expect(await cancelInvoice(actor, { paymentId, reason: "x" })).toEqual({
      ok: false,
      reason: { kind: "not_admin" },
    });
    expect(await refundInvoice(actor, { paymentId })).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await readLedger(actor, { filter: "all" })).toEqual({ ok: false, reason: { kind: "not_admin" } });
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

test("a canceled invoice gets a credit note, and a new request gets the next number", async () => {
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
  const documents = await db.select().from(billingDocument).orderBy(billingDocument.id);
  expect(documents.map(({ number }) => number)).toEqual(["INV-2026-0001", "CN-2026-0001"]);
  expect(documents[1]).toMatchObject({ correctsId: documents[0]!.id, amountCents: 49_900 });
  expect(await startPayment(dana, { blueprintId: id, billTo })).toMatchObject({ value: { number: "INV-2026-0002" } });
});

test("a bank refund before the kickoff closes the blueprint; after the kickoff it stays open", async () => {
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
  expect(refunds[0]?.text).toContain("locked again");
  expect(refunds[1]?.text).toContain("keep access");
  expect(await findPaymentState(dana, early)).toMatchObject({ status: "refunded" });
});

test("a call that unlocks the blueprint cancels its open invoice", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  await invoiced(dana, id);
  await recordHeldCall(ctx, { bookingId: newId(), email: dana.actor.email, userId: dana.actor.userId });
  expect(await findStanding(dana, id)).toMatchObject({ method: "call" });
  expect(await mails()).toContain("invoice-cancelled dana@northfield.example");
  expect((await db.select().from(payment))[0]).toMatchObject({ status: "cancelled" });
});

test("twenty simultaneous invoices are numbered one to twenty; a failed one leaves no gap", async () => {
  const dana = await wizardMember(ctx);
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push(await finishedBlueprint(dana, `Firm ${index}`));
  const failing = db
    .transaction(async (tx) => {
      const [one] = await tx
        .insert(payment)
        .values({ method: "invoice", amountCents: 1, email: "x@y.example", createdAt: ctx.now })
        .returning();
      await issueDocument(
        { ...ctx, db: tx as unknown as typeof db },
        { kind: "invoice", payment: one!, amountCents: 1, billTo: { name: "x" }, description: "x" },
      );
      throw new Error("rolled back");
    })
    .catch((error: Error) => error.message);
  await Promise.all(ids.map((blueprintId) => startPayment(dana, { blueprintId, billTo })));
  expect(await failing).toBe("rolled back");
  const serials = (await db.select({ serial: billingDocument.serial }).from(billingDocument)).map(
    ({ serial: each }) => each,
  );
  expect(serials.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test("invoice numbers restart at new year in the firm's time zone, not in UTC", async () => {
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

test("no invoice is issued without the firm's address or its account", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const refused = { ok: false, reason: { kind: "no_billing_details" } };
  useSettings({ BILLING_SENDER: "GTMarc" });
  expect(await startPayment(dana, { blueprintId: id, billTo })).toEqual(refused);
  useSettings({ ...invoiceSettings, BILLING_BANK_DETAILS: " | " });
  expect(await startPayment(dana, { blueprintId: id, billTo })).toEqual(refused);
  expect(await db.select().from(payment)).toEqual([]);
  useSettings(invoiceSettings);
  expect(await startPayment(dana, { blueprintId: id, billTo })).toMatchObject({ value: { kind: "invoiced" } });
});

test("the day of a payment is stored and does not change with the firm's zone; future days and days before the invoice are refused", async () => {
  useSettings({ COMPANY_TIMEZONE: "America/New_York" });
  const dana = await wizardMember(ctx);
  const { paymentId } = await invoiced(dana, await finishedBlueprint(dana));
  const now = new Date("2026-03-10T03:30:00Z");
  const admin = { ...(await asAdmin(ctx)), now };
  const pay = (paidOn?: string) => markInvoicePaid(admin, { paymentId, reference: "", ...(paidOn ? { paidOn } : {}) });
  const refused = { ok: false, reason: { kind: "paid_on_impossible" } };
  expect(await pay("2026-03-10")).toEqual(refused);
  expect(await pay("2026-03-01")).toEqual(refused);
  expect(await pay("2026-03-05")).toEqual({ ok: true, value: undefined });
  useSettings({ COMPANY_TIMEZONE: "Pacific/Kiritimati" });
  expect(await listOwnDocuments(dana)).toMatchObject([{ status: "paid", paidOn: "2026-03-05" }]);
  expect(await readLedger(admin, { filter: "paid" })).toMatchObject({
    value: { page: { rows: [{ paidOn: "2026-03-05" }] } },
  });
  const [receipt] = await db.select({ text: message.text }).from(message).where(eq(message.kind, "receipt"));
  expect(receipt?.text).toContain("Mar 5, 2026");
});
