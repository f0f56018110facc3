import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "../invoices/invoices.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { billingDocument, payment } from "../tables.server.ts";
import { findDocumentFile, listOwnDocuments, listPaymentsOf, readLedger } from "./records.server.ts";

const { db, ctx } = useDatabase();
const { checkout, invoiced } = paymentFixtures(ctx);
beforeEach(useInvoicesOnly);

test("the ledger filters and totals payments; documents are visible only to their owner and admins", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const open = await invoiced(dana, await finishedBlueprint(dana, "Open"));
  const paid = await invoiced(dana, await finishedBlueprint(dana, "Paid"));
  await markInvoicePaid(later(admin, { days: 1 }), { paymentId: paid.paymentId, reference: "Wire 9" });
  expect(await readLedger(admin, { filter: "all" })).toMatchObject({
    value: { totals: { receivedCents: 49_900, refundedCents: 0, openCents: 49_900, refundDueCents: 0 } },
  });
  const onlyPaid = await readLedger(admin, { filter: "paid" });
  expect(onlyPaid.ok && onlyPaid.value.page.rows.map(({ companyName }) => companyName)).toEqual(["Paid"]);
  expect(await listOwnDocuments(dana)).toHaveLength(2);

  const sam = await as(ctx, "sam@other.example");
  const file = `${open.number}.pdf`;
  expect(await findDocumentFile(dana, file)).toMatchObject({ filename: file });
  expect(await findDocumentFile(admin, file)).toMatchObject({ filename: file });
  expect(await findDocumentFile(sam, file)).toBeNull();
  expect(await findDocumentFile(dana, `${open.number}-receipt.pdf`)).toBeNull();
  expect(await findDocumentFile(dana, `${paid.number}-receipt.pdf`)).not.toBeNull();
  for (const name of ["INV-2026-9999.pdf", "../secret", "INV-2026-0001.pdf.exe", ""])
    expect(await findDocumentFile(dana, name)).toBeNull();
  expect(await listOwnDocuments(sam)).toEqual([]);
});

test("the amount received is net of refunds, also of a part", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  for (const name of ["Kept", "Part", "All"]) {
    const { paymentId } = await invoiced(dana, await finishedBlueprint(dana, name));
    await markInvoicePaid(admin, { paymentId, reference: "" });
    const refundedCents = { Kept: 0, Part: 10_000, All: 49_900 }[name]!;
    await db.update(payment).set({ refundedCents }).where(eq(payment.id, paymentId));
  }
  expect(await readLedger(admin, { filter: "all" })).toMatchObject({
    value: { totals: { receivedCents: 3 * 49_900 - 59_900, refundedCents: 59_900 } },
  });
});

test("each status has its own date: opened, paid, refunded and canceled payments", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const day = (days: number) => {
    const at = later(admin, { days });
    return { ...at, actor: { ...at.actor, factorVerifiedAt: at.now } };
  };
  for (const name of ["Open", "Paid", "Refunded", "Canceled"]) {
    const { paymentId } = await invoiced(dana, await finishedBlueprint(dana, name));
    if (name === "Paid" || name === "Refunded") await markInvoicePaid(day(1), { paymentId, reference: "" });
    if (name === "Refunded") await refundInvoice(day(2), { paymentId });
    if (name === "Canceled") await cancelInvoice(day(3), { paymentId, reason: "Twice" });
  }
  const datesOf = (rows: readonly { companyName: string; statusSince: Date }[]) =>
    Object.fromEntries(rows.map(({ companyName, statusSince }) => [companyName, statusSince]));
  const dates = { Open: ctx.now, Paid: day(1).now, Refunded: day(2).now, Canceled: day(3).now };
  const ledger = await readLedger(admin, { filter: "all" });
  expect(ledger.ok && datesOf(ledger.value.page.rows)).toEqual(dates);
  const ofUser = await listPaymentsOf(admin, dana.actor.userId);
  expect(ofUser.ok && datesOf(ofUser.value)).toEqual(dates);
});

test("deleting an account cancels open payments; numbered documents are kept without personal data in the payment", async () => {
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
  expect((await db.select().from(billingDocument)).map(({ kind }) => kind).sort()).toEqual(["credit-note", "invoice"]);
  expect(await exportPersonalData(ctx, person)).toEqual({ payments: [], invoices_and_credit_notes: [] });
});

test("demo documents have their own number series, so removing them leaves no gap in the firm's numbers", async () => {
  const demo = await wizardMember(ctx, "dana.whitfield@northfield-demo.example");
  const first = await invoiced(demo, await finishedBlueprint(demo));
  expect(first.number).toBe("DEMO-INV-2026-0001");
  expect((await cancelInvoice(await asAdmin(ctx), { paymentId: first.paymentId, reason: "x" })).ok).toBe(true);
  const dana = await wizardMember(ctx);
  const real = await invoiced(dana, await finishedBlueprint(dana));
  expect(real.number).toBe("INV-2026-0001");
  const numbers = await db.select({ number: billingDocument.number }).from(billingDocument).orderBy(billingDocument.id);
  expect(numbers.map(({ number }) => number)).toEqual(["DEMO-INV-2026-0001", "DEMO-CN-2026-0001", "INV-2026-0001"]);
  expect((await findDocumentFile(demo, "DEMO-INV-2026-0001.pdf"))?.filename).toBe("DEMO-INV-2026-0001.pdf");
});
