import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { documentDrawer } from "../pdf/files.server.ts";
import { invoiceReminder } from "../tables.server.ts";
import { cancelInvoice, markInvoicePaid } from "./invoices.server.ts";
import { remindOfInvoices } from "./reminders.server.ts";

const { db, ctx } = useDatabase();
const { invoiced } = paymentFixtures(ctx);
beforeEach(() => {
  useInvoicesOnly();
  useSettings({ COMPANY_TIMEZONE: "America/New_York" });
});

/** Invoices of `ctx` are issued on Monday, March 2, 2026, and due on March 16. */
const at = (instant: string) => ({ ...ctx, now: new Date(instant) });
const remind = (instant: string, isOn = true) => remindOfInvoices(at(instant), { isOn, firmZone: "America/New_York" });
const reminders = () => db.select().from(message).where(eq(message.kind, "invoice-reminder")).orderBy(message.id);

async function openInvoice(email?: string) {
  const client = await wizardMember(ctx, email);
  return { client, ...(await invoiced(client, await finishedBlueprint(client))) };
}

test("a reminder of an overdue invoice is sent after 7 and 14 days, once each, from 09:00 in the firm's zone", async () => {
  const { number } = await openInvoice();
  expect(await remind("2026-03-20T15:00Z")).toBe(0);
  expect(await remind("2026-03-23T12:59Z")).toBe(0);
  expect(await remind("2026-03-23T13:00Z")).toBe(1);
  expect(await remind("2026-03-23T18:00Z")).toBe(0);
  expect(await remind("2026-03-27T15:00Z")).toBe(0);
  expect(await remind("2026-03-30T13:00Z")).toBe(1);
  expect(await remind("2026-05-04T13:00Z")).toBe(0);
  const sent = await reminders();
  expect(sent.map(({ subject, toAddress }) => [subject, toAddress])).toEqual([
    [`Reminder: invoice ${number} was due on Mar 16, 2026`, "dana@northfield.example"],
    [`Reminder: invoice ${number} was due on Mar 16, 2026`, "dana@northfield.example"],
  ]);
  expect(sent.map(({ text }) => /(\d+) days ago/.exec(text ?? "")?.[1])).toEqual(["7", "14"]);
  expect(sent[0]?.attachments).toEqual([
    { filename: `${number}.pdf`, contentType: "application/pdf", drawer: documentDrawer },
  ]);
});

test("a reminder due on a weekend or holiday is sent on the next business day", async () => {
  const issued = at("2026-04-27T15:00Z");
  const dana = { ...(await wizardMember(ctx)), now: issued.now };
  await paymentFixtures(issued).invoiced(dana, await finishedBlueprint(dana));
  // Due on Monday, May 11; 14 days later is Memorial Day.
  expect(await remind("2026-05-16T15:00Z")).toBe(0);
  expect(await remind("2026-05-18T15:00Z")).toBe(1);
  expect(await remind("2026-05-25T15:00Z")).toBe(0);
  expect(await remind("2026-05-26T15:00Z")).toBe(1);
});

test("paid and canceled invoices get no reminder; the setting switches all of them off", async () => {
  const admin = await asAdmin(ctx);
  const paid = await openInvoice("paid@northfield.example");
  const canceled = await openInvoice("canceled@northfield.example");
  await openInvoice();
  await markInvoicePaid(admin, { paymentId: paid.paymentId, reference: "" });
  await cancelInvoice(admin, { paymentId: canceled.paymentId, reason: "Not wanted" });
  expect(await remind("2026-03-23T15:00Z", false)).toBe(0);
  expect(await remind("2026-03-23T15:00Z")).toBe(1);
  expect((await reminders()).map(({ toAddress }) => toAddress)).toEqual(["dana@northfield.example"]);
});

test("ten runs at once send one reminder; after an outage only the last one is sent", async () => {
  await openInvoice();
  const runs = await Promise.all(Array.from({ length: 10 }, () => remind("2026-04-15T15:00Z")));
  expect(runs.reduce((sum, sent) => sum + sent)).toBe(1);
  expect(await reminders()).toHaveLength(1);
  expect(
    (await db.select({ days: invoiceReminder.days }).from(invoiceReminder)).map(({ days }) => days).sort(),
  ).toEqual([14, 7]);
});

test("an invoice that is paid while the reminders run gets none, or one before the payment", async () => {
  const admin = await asAdmin(ctx);
  const { paymentId } = await openInvoice();
  const [sent] = await Promise.all([
    remind("2026-03-23T15:00Z"),
    markInvoicePaid({ ...admin, now: new Date("2026-03-23T15:00Z") }, { paymentId, reference: "" }),
  ]);
  const kinds = (await db.select({ kind: message.kind }).from(message).orderBy(message.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "invoice-reminder")).toHaveLength(sent);
  expect(await remind("2026-03-30T15:00Z")).toBe(0);
});
