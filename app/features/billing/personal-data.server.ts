import { and, eq, exists, gt, isNotNull, ne, not, or } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { withdrawOpenInvoices } from "./invoices/invoices.server.ts";
import { billingDocument, payment } from "./tables.server.ts";

export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const documents = await ctx.db
    .select({ document: billingDocument })
    .from(billingDocument)
    .innerJoin(payment, eq(payment.id, billingDocument.paymentId))
    .where(isTheirs(person));
  return {
    payments: await ctx.db.select().from(payment).where(isTheirs(person)),
    invoices_and_credit_notes: documents.map(({ document }) => document),
  };
}

/**
 * Cancels open invoices, deletes payments that were never completed, and removes the user from the others. Numbered
 * documents are kept as issued (privacy policy: as long as tax law requires). A card payment that can still arrive is
 * canceled and kept, so that it is due for refund; `reconcilePayments` closes its page.
 */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await withdrawOpenInvoices(tx, isTheirs(person), "The account was deleted");
    const withDocument = exists(
      tx.db.select({ id: billingDocument.id }).from(billingDocument).where(eq(billingDocument.paymentId, payment.id)),
    );
    await tx.db
      .update(payment)
      .set({ status: "cancelled", canceledAt: tx.now })
      .where(and(isTheirs(person), canStillBePaid(tx.now)));
    await tx.db.delete(payment).where(and(isTheirs(person), not(withDocument), ne(payment.status, "cancelled")));
    await tx.db.update(payment).set({ userId: null, email: forgottenAddress, companyName: "" }).where(isTheirs(person));
  });
}

const canStillBePaid = (now: Date) =>
  and(
    eq(payment.method, "stripe"),
    isNotNull(payment.checkoutSessionId),
    or(eq(payment.status, "processing"), and(eq(payment.status, "open"), gt(payment.checkoutExpiresAt, now))),
  );

const isTheirs = (person: DataSubject) =>
  or(
    person.userId === null ? undefined : eq(payment.userId, person.userId),
    and(eq(payment.email, person.email), isBeforeMove(person, payment.createdAt)),
  );
