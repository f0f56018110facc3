import { and, eq, isNull } from "drizzle-orm";
import { findBilled, priceReturnedTo } from "#app/features/booking/agenda/paid-calls.server.ts";
import { queueMail, queueMails } from "#app/features/mail/mail.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { billingAudit } from "../audit.ts";
import { invoiceMail, invoiceTeamMail } from "../emails/invoice.tsx";
import { refundDueTeamMail } from "../emails/refunded.tsx";
import { documentFileName } from "../pdf/files.server.ts";
import { payment } from "../tables.server.ts";
import { issueDocument } from "./documents.server.ts";
import { invoiceOf, withdrawOpenInvoices } from "./invoices.server.ts";

/*
 * Invoices of calls, and the money of canceled ones. A call that is paid by invoice counts when it is booked; its invoice is issued in
 * the same transaction, addressed to the name in the form. Booking decides whether a canceled call is refunded (its event type has the
 * rule); here an open invoice is canceled, and a payment becomes due for refund, which an admin makes in Stripe or by bank as every other.
 */

/** Issues the invoice of a booked call and sends it to the visitor and the team, if the call is paid by invoice. For a listener. */
export async function invoiceCall(tx: Ctx, { bookingId }: { bookingId: string }): Promise<void> {
  const billed = await findBilled(tx, bookingId);
  if (!billed) return;
  const { email, userId, name, amountCents, item } = billed;
  const [asked] = await tx.db
    .insert(payment)
    .values({ bookingId, email, userId, amountCents, item, method: "invoice", createdAt: tx.now })
    .returning();
  if (!asked) throw new Error("The inserted payment was not returned");
  const document = await issueDocument(tx, {
    ...{ kind: "invoice", payment: asked, amountCents, billTo: { name }, description: item, isDue: true },
  });
  const mail = { payment: asked, document, file: documentFileName(document) };
  await queueMails(tx, [invoiceMail(mail), invoiceTeamMail(mail)]);
}

/** Cancels the open invoice of a canceled call and marks its payment as due for refund, if its price is returned. For a listener. */
export async function returnPrice(tx: Ctx, { bookingId }: { bookingId: string }): Promise<void> {
  const payer = await priceReturnedTo(tx, bookingId);
  if (payer === null) return;
  await withdrawOpenInvoices(tx, eq(payment.bookingId, bookingId), "The call was canceled");
  const isKept = and(eq(payment.bookingId, bookingId), eq(payment.status, "paid"), isNull(payment.surplus));
  const due = await tx.db.update(payment).set({ surplus: "call-canceled" }).where(isKept).returning();
  for (const paid of due) {
    const detail = { amountCents: paid.amountCents - paid.refundedCents, booking: bookingId };
    await writeAuditEntry(tx, { action: billingAudit.refundDue, subject: paid.id, detail });
    const invoice = await invoiceOf(tx, paid);
    // The mail about a deleted account would be deleted with it if it named the payer.
    const payment = payer === forgottenAddress ? { ...paid, email: payer } : paid;
    await queueMail(tx, refundDueTeamMail({ payment, invoice, surplus: "call-canceled" }));
  }
}
