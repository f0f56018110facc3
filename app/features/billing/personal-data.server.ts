import { and, eq, exists, not, or } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { withdrawOpenInvoices } from "./invoices.server.ts";
import { billingPaper, payment } from "./tables.server.ts";

/** What this room holds about a person: their payments, and every invoice and credit note made out for them. */
export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const papers = await ctx.db
    .select({ paper: billingPaper })
    .from(billingPaper)
    .innerJoin(payment, eq(payment.id, billingPaper.paymentId))
    .where(isTheirs(person));
  return {
    payments: await ctx.db.select().from(payment).where(isTheirs(person)),
    invoices_and_credit_notes: papers.map(({ paper }) => paper),
  };
}

/**
 * Takes back what is still to be paid, removes payments that came to nothing, and takes the person out of the others. The
 * numbered papers stay as they were issued: book-keeping law wants them kept (privacy policy: as long as tax law requires).
 */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await withdrawOpenInvoices(tx, isTheirs(person), "The account was deleted");
    const withPaper = exists(
      tx.db.select({ id: billingPaper.id }).from(billingPaper).where(eq(billingPaper.paymentId, payment.id)),
    );
    await tx.db.delete(payment).where(and(isTheirs(person), not(withPaper)));
    await tx.db
      .update(payment)
      .set({ userId: null, email: "forgotten@gtmarc.invalid", companyName: "" })
      .where(isTheirs(person));
  });
}

const isTheirs = ({ userId, email }: DataSubject) =>
  userId === null ? eq(payment.email, email) : or(eq(payment.userId, userId), eq(payment.email, email));
