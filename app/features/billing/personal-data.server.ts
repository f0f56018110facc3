import { and, eq, exists, not, or } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/former-address.server.ts";
import { withdrawOpenInvoices } from "./invoices.server.ts";
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
 * documents are kept as issued (privacy policy: as long as tax law requires).
 */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await withdrawOpenInvoices(tx, isTheirs(person), "The account was deleted");
    const withDocument = exists(
      tx.db.select({ id: billingDocument.id }).from(billingDocument).where(eq(billingDocument.paymentId, payment.id)),
    );
    await tx.db.delete(payment).where(and(isTheirs(person), not(withDocument)));
    await tx.db
      .update(payment)
      .set({ userId: null, email: "forgotten@gtmarc.invalid", companyName: "" })
      .where(isTheirs(person));
  });
}

const isTheirs = (person: DataSubject) =>
  or(
    person.userId === null ? undefined : eq(payment.userId, person.userId),
    and(eq(payment.email, person.email), isBeforeMove(person, payment.createdAt)),
  );
