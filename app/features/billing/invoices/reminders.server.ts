import { and, asc, eq, isNull, lte, notLike } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { isBusinessDay } from "#app/lib/dates/business-days.ts";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { daysLate, type ReminderDays, reminderDays } from "../billing.ts";
import { invoiceReminderMail } from "../emails/invoice-reminder.tsx";
import { documentFileName } from "../pdf/files.server.ts";
import { billingDocument, invoiceReminder, payment } from "../tables.server.ts";
import { isUncredited, withDays } from "./documents.server.ts";

/*
 * Reminders of invoices that are overdue by 7 and by 14 days, on business days from 09:00 in the firm's zone; others
 * are sent on the next business day. The row in invoice_reminder and the mail are one transaction under the payment's
 * lock, so a paid or canceled invoice gets none, and repeated, concurrent or aborted runs send none twice. After a long
 * outage only the last one is sent, and the earlier one counts as sent.
 */

const sentFrom = "09:00";

/** Queues the reminders that are due, unless they are disabled. Returns how many. `firmZone`: IANA name. */
export async function remindOfInvoices(
  ctx: Ctx,
  { isOn, firmZone }: { isOn: boolean; firmZone: string },
): Promise<number> {
  const { date: today, time } = wallClock(ctx.now, firmZone);
  if (!isOn || time < sentFrom || !isBusinessDay(Temporal.PlainDate.from(today))) return 0;
  let sent = 0;
  // The later reminder first, so that an invoice for which both are due gets only that one.
  for (const days of reminderDays.toReversed())
    for (const id of await listOverdue(ctx, addDays(today, -days), days))
      if (await remind(ctx, { paymentId: id, days, today })) sent += 1;
  return sent;
}

/** Open invoices that were due on `lastDueOn` or before and did not get this reminder. */
async function listOverdue(ctx: Ctx, lastDueOn: string, days: ReminderDays): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(billingDocument, and(eq(billingDocument.paymentId, payment.id), isUncredited()))
    .leftJoin(invoiceReminder, and(eq(invoiceReminder.paymentId, payment.id), eq(invoiceReminder.days, days)))
    .where(
      and(
        eq(payment.method, "invoice"),
        eq(payment.status, "open"),
        lte(billingDocument.dueOn, lastDueOn),
        isNull(invoiceReminder.days),
        // A mail about demo data would remain after its removal.
        notLike(payment.email, demoAddressPattern),
      ),
    )
    .orderBy(asc(payment.id));
  return rows.map(({ id }) => id);
}

const remind = (ctx: Ctx, due: { paymentId: string; days: ReminderDays; today: string }): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const { paymentId, days, today } = due;
    const [asked] = await tx.db.select().from(payment).where(eq(payment.id, paymentId)).for("update");
    if (asked?.status !== "open") return false;
    const fresh = await tx.db
      .insert(invoiceReminder)
      .values(reminderDays.filter((each) => each <= days).map((each) => ({ paymentId, days: each, sentAt: tx.now })))
      .onConflictDoNothing()
      .returning({ days: invoiceReminder.days });
    if (!fresh.some((row) => row.days === days)) return false;
    const [row] = await tx.db
      .select()
      .from(billingDocument)
      .where(and(eq(billingDocument.paymentId, paymentId), isUncredited()));
    if (!row) throw new Error(`Payment ${paymentId} has no invoice`);
    const document = withDays(row);
    const late = daysLate(document.dueOn, today);
    await queueMail(tx, invoiceReminderMail({ payment: asked, document, file: documentFileName(document), late }));
    return true;
  });
