import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { startOfDay } from "#app/lib/dates/day-start.ts";
import { missingBillingDetails, settingLines } from "#app/lib/invoice-details.ts";
import { isDemoAddress } from "#app/lib/people/demo-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Addressee } from "../billing.ts";
import { dueDays } from "../billing.ts";
import { type BillingDocumentKind, billingDocument, documentSeries } from "../tables.server.ts";

/*
 * Numbered billing documents: invoices (INV-2026-0001) and credit notes (CN-2026-0001). A number is assigned by
 * incrementing the row of its series, which stays locked until the caller's transaction ends; a rollback releases the
 * number. Concurrent issues therefore leave no gaps and no duplicates. Demo data has its own series
 * (DEMO-INV-2026-0001), which are removed with it.
 */

type DocumentRow = typeof billingDocument.$inferSelect;

/** A document with ISO dates; `dueOn` is null if nothing is due. */
export type BillingDocument = DocumentRow & { issuedOn: string };

/** Documents of older releases have no stored days: derives them in the current COMPANY_TIMEZONE. */
export function withDays(row: DocumentRow): BillingDocument {
  const { isoDay } = companyDates();
  return {
    ...row,
    issuedOn: row.issuedOn ?? isoDay(row.issuedAt),
    dueOn: row.dueOn ?? (row.dueAt && isoDay(row.dueAt)),
  };
}

/** Payments of older releases have no stored day: derives it in the current COMPANY_TIMEZONE. */
export const paidDay = ({ paidAt, paidOn }: { paidAt: Date | null; paidOn: string | null }): string | null =>
  paidOn ?? (paidAt && companyDates().isoDay(paidAt));

/** Issues the next document of its kind in the caller's transaction. Call it last: it holds a lock that others need. */
export async function issueDocument(
  tx: Ctx,
  document: {
    kind: BillingDocumentKind;
    payment: { id: string; email: string };
    amountCents: number;
    billTo: Addressee;
    description: string;
    corrects?: BillingDocument;
    isDue?: boolean;
  },
): Promise<BillingDocument> {
  const { kind, payment, amountCents, billTo, description, corrects, isDue } = document;
  const { COMPANY_TIMEZONE: zone } = env();
  const issuedOn = companyDates().isoDay(tx.now);
  const dueOn = isDue ? addDays(issuedOn, dueDays) : null;
  const series = `${isDemoAddress(payment.email) ? "DEMO-" : ""}${kind === "invoice" ? "INV" : "CN"}-${issuedOn.slice(0, 4)}`;
  const serial = await nextSerial(tx, series);
  const [row] = await tx.db
    .insert(billingDocument)
    .values({
      kind,
      series,
      serial,
      number: `${series}-${String(serial).padStart(4, "0")}`,
      paymentId: payment.id,
      correctsId: corrects?.id ?? null,
      amountCents,
      billTo,
      seller: sellerLines(),
      taxNote: corrects?.taxNote ?? env().BILLING_TAX_NOTE,
      description,
      issuedAt: tx.now,
      issuedOn,
      dueAt: dueOn === null ? null : startOfDay(addDays(dueOn, 1), zone),
      dueOn,
    })
    .returning();
  if (!row) throw new Error("The inserted document was not returned");
  return withDays(row);
}

export const documentsOf = (ctx: Pick<Ctx, "db">, paymentId: string): Promise<BillingDocument[]> =>
  documentsOfAll(ctx, [paymentId]);

export const documentsOfAll = async (ctx: Pick<Ctx, "db">, paymentIds: string[]): Promise<BillingDocument[]> =>
  (
    await ctx.db
      .select()
      .from(billingDocument)
      .where(inArray(billingDocument.paymentId, paymentIds))
      .orderBy(billingDocument.id)
  ).map(withDays);

/** What remains of an invoice after its credit notes, in cents. */
export const openCents = (invoice: BillingDocument, documents: readonly BillingDocument[]): number =>
  documents
    .filter(({ correctsId }) => correctsId === invoice.id)
    .reduce((rest, note) => rest - note.amountCents, invoice.amountCents);

/** The newest invoice of one payment that is not credited; if all are, the newest. */
export function currentInvoice<Document extends BillingDocument>(documents: readonly Document[]): Document | undefined {
  const invoices = documents.filter(({ kind }) => kind === "invoice");
  return invoices.findLast((each) => openCents(each, documents) > 0) ?? invoices.at(-1);
}

/** The rows of invoices without a credit note: the one to pay of an open payment. */
export function isUncredited(): SQL | undefined {
  const note = alias(billingDocument, "credit_note");
  const credit = sql`select 1 from ${billingDocument} ${note} where ${note.correctsId} = ${billingDocument.id}`;
  return and(eq(billingDocument.kind, "invoice"), sql`not exists (${credit})`);
}

async function nextSerial(tx: Ctx, series: string): Promise<number> {
  const [row] = await tx.db
    .insert(documentSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: documentSeries.series, set: { last: sql`${documentSeries.last} + 1` } })
    .returning({ last: documentSeries.last });
  if (!row) throw new Error(`The series ${series} gave no number`);
  return row.last;
}

export const canIssueInvoices = (): boolean => missingBillingDetails(env()).length === 0;

const sellerLines = (): string[] => settingLines(env().BILLING_SENDER);
