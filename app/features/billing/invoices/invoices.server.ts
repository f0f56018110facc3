import { and, eq, type SQL } from "drizzle-orm";
import { getProfile } from "#app/features/accounts/profile/profile.server.ts";
import { queueMail, queueMails } from "#app/features/mail/mail.server.ts";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { canChange } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { billingAudit } from "../audit.ts";
import { type Addressee, type BillTo, type InvoicePayment, unlockCents } from "../billing.ts";
import { invoiceCancelledMail, invoiceMail, invoiceTeamMail } from "../emails/invoice.tsx";
import { closeInvoiceCheckout, hasOpenCheckout } from "../payments/checkout.server.ts";
import { findPending, settle, unlockDescription } from "../payments/settlement.server.ts";
import { documentFileName } from "../pdf/files.server.ts";
import { type Payment, payment } from "../tables.server.ts";
import { type BillingDocument, currentInvoice, documentsOf, issueDocument } from "./documents.server.ts";

/**
 * Sends the invoice for a blueprint to its owner and the team. Returns an open invoice without sending it again.
 * `billTo` comes from the form; without it the invoice is addressed to the known company or person.
 */
export function requestInvoice(
  ctx: SignedInCtx,
  order: { blueprintId: string; companyName: string; billTo: BillTo | undefined },
): Promise<{ number: string }> {
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "invoice", order.blueprintId);
    const pending = await findPending(tx, { blueprintId: order.blueprintId, method: "invoice" });
    if (pending) return { number: (await invoiceOf(tx, pending)).number };
    const [asked] = await tx.db
      .insert(payment)
      .values({
        blueprintId: order.blueprintId,
        companyName: order.companyName,
        userId: ctx.actor.userId,
        email: ctx.actor.email,
        method: "invoice",
        amountCents: unlockCents(),
        createdAt: tx.now,
      })
      .returning();
    if (!asked) throw new Error("The inserted payment was not returned");
    const document = await issueDocument(tx, {
      kind: "invoice",
      payment: asked,
      amountCents: asked.amountCents,
      billTo: order.billTo ?? (await knownAddressee(ctx, order.companyName)),
      description: unlockDescription(order.companyName),
      isDue: true,
    });
    const mail = { payment: asked, document, file: documentFileName(document) };
    await queueMails(tx, [invoiceMail(mail), invoiceTeamMail(mail)]);
    return { number: document.number };
  });
}

export type InvoiceRefusal =
  | NotAdmin
  | NotFound
  | FreshCodeRequired
  | Refusal<"already_paid" | "not_open" | "not_paid" | "by_stripe" | "unavailable">;

/**
 * Records that the money arrived on `paidOn` (default: today): unlocks the blueprint and sends the receipt. A repeat is
 * refused. `paid_on_impossible`: a day in the future or before the invoice.
 */
export async function markInvoicePaid(
  ctx: Ctx,
  { paymentId, reference, paidOn }: { paymentId: string } & InvoicePayment,
): Promise<
  Result<
    undefined,
    Exclude<InvoiceRefusal, FreshCodeRequired | Refusal<"not_paid" | "by_stripe">> | Refusal<"paid_on_impossible">
  >
> {
  const checkout = await endCheckout(ctx, paymentId);
  if (!checkout.ok) return checkout;
  return adminCommand(ctx, "billing", async (tx) => {
    const locked = await lockOpenInvoice(tx, paymentId);
    if (!locked.ok) return locked;
    const invoice = locked.value;
    const today = companyDates().isoDay(tx.now);
    const day = paidOn ?? today;
    // A corrected invoice can be paid under its first number.
    const [first] = await documentsOf(tx, invoice.id);
    if (day > today || (first && day < first.issuedOn)) return refuse("paid_on_impossible");
    await settle(tx, invoice.id, { paidAt: tx.now }, { bankReference: reference, paidOn: day });
    return recorded({ action: billingAudit.invoicePaid, subject: invoice.id });
  });
}

/** Cancels an unpaid invoice: issues a credit note for the full amount and informs the client by mail. */
export async function cancelInvoice(
  ctx: Ctx,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<Result<undefined, Exclude<InvoiceRefusal, FreshCodeRequired | Refusal<"not_paid" | "by_stripe">>>> {
  const checkout = await endCheckout(ctx, paymentId);
  if (!checkout.ok) return checkout;
  return adminCommand(ctx, "billing", async (tx) => {
    const locked = await lockOpenInvoice(tx, paymentId);
    if (!locked.ok) return locked;
    const invoice = locked.value;
    await cancel(tx, invoice, reason);
    return recorded({ action: billingAudit.invoiceCancelled, subject: invoice.id, detail: { reason } });
  });
}

/** Records that a paid invoice was refunded by bank. Stripe payments are refunded there and reported by its event. */
export function refundInvoice(
  ctx: Ctx,
  { paymentId }: { paymentId: string },
): Promise<Result<undefined, NotAdmin | NotFound | FreshCodeRequired | Refusal<"not_paid" | "by_stripe">>> {
  return freshAdminCommand(ctx, "billing", async (tx) => {
    const asked = await lockInvoice(tx, paymentId);
    if (!asked) return notFound();
    if (asked.status !== "paid") return refuse("not_paid");
    if (asked.paymentIntentId) return refuse("by_stripe");
    await settle(tx, asked.id, { refundedCents: asked.amountCents, refundedAt: tx.now });
    return recorded({ action: billingAudit.paymentRefunded, subject: asked.id });
  });
}

export async function cancelUnneededInvoice(ctx: Ctx, { blueprintId }: { blueprintId: string }): Promise<void> {
  await withdrawOpenInvoices(ctx, eq(payment.blueprintId, blueprintId), "The blueprint was opened without it");
}

/**
 * Cancels the open invoices among these payments, in the transaction that makes them unnecessary. Their open payment
 * pages are closed by `reconcilePayments`; a payment that arrives before is due for refund.
 */
export async function withdrawOpenInvoices(tx: Ctx, which: SQL | undefined, reason: string): Promise<void> {
  const open = await tx.db
    .select()
    .from(payment)
    .where(and(which, eq(payment.method, "invoice"), eq(payment.status, "open")))
    .for("update");
  for (const asked of open) await cancel(tx, asked, reason);
}

async function cancel(tx: Ctx, asked: Payment, reason: string): Promise<void> {
  const invoice = await invoiceOf(tx, asked);
  await settle(tx, asked.id, { canceledAt: tx.now });
  const note = await issueDocument(tx, {
    kind: "credit-note",
    payment: asked,
    amountCents: asked.amountCents,
    billTo: invoice.billTo,
    description: `Cancels invoice ${invoice.number}. ${reason}`,
    corrects: invoice,
  });
  const file = documentFileName(note);
  await queueMail(tx, invoiceCancelledMail({ payment: asked, invoice, note, file, reason }));
}

/** Ends the open checkout of an invoice, so that it cannot be paid online meanwhile. The command itself refuses other users than admins. */
async function endCheckout(
  ctx: Ctx,
  paymentId: string,
): Promise<Result<undefined, Refusal<"already_paid" | "unavailable">>> {
  if (!canChange(ctx.actor, "billing")) return ok();
  const online = await closeInvoiceCheckout(ctx, paymentId);
  if (online === "paid") return refuse("already_paid");
  return online === "unavailable" ? refuse("unavailable") : ok();
}

async function lockOpenInvoice(
  tx: Ctx,
  paymentId: string,
): Promise<Result<Payment, NotFound | Refusal<"already_paid" | "not_open" | "unavailable">>> {
  const invoice = await lockInvoice(tx, paymentId);
  if (!invoice) return notFound();
  if (invoice.paidAt) return refuse("already_paid");
  if (invoice.status !== "open") return refuse("not_open");
  // The client opened another page after `endCheckout`.
  return hasOpenCheckout(invoice, tx.now) ? refuse("unavailable") : ok(invoice);
}

async function lockInvoice(tx: Ctx, paymentId: string): Promise<Payment | undefined> {
  if (!isUuid(paymentId)) return undefined;
  const [row] = await tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.id, paymentId), eq(payment.method, "invoice")))
    .for("update");
  return row;
}

export async function invoiceOf(tx: Ctx, asked: Payment): Promise<BillingDocument> {
  const document = currentInvoice(await documentsOf(tx, asked.id));
  if (!document) throw new Error(`Payment ${asked.id} has no invoice`);
  return document;
}

async function knownAddressee(ctx: SignedInCtx, companyName: string): Promise<Addressee> {
  const profile = await getProfile(ctx);
  const person = [profile.firstName, profile.lastName].filter(Boolean).join(" ");
  const name = companyName || profile.companyName;
  return name ? { name, attention: person } : { name: person || ctx.actor.email };
}
