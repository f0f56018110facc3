import { eq } from "drizzle-orm";
import { termsSection } from "#app/features/content/terms-sections.ts";
import type { DrawnAttachment } from "#app/features/mail/sending/drawn-attachments.server.ts";
import { settingLines } from "#app/lib/invoice-details.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { type BillingDocument, documentsOf, openCents, paidDay, withDays } from "../invoices/documents.server.ts";
import { takesCards } from "../stripe/stripe.server.ts";
import { billingDocument, type Payment, payment } from "../tables.server.ts";
import type { InvoiceState, SheetOrder } from "./sheets.server.tsx";

/*
 * Billing documents as PDF. A document never changes, so its file is rendered on demand from its rows: when it is
 * downloaded and when a mail with it is sent, never while a number is assigned (documents.server.ts).
 */

export type DocumentFile = { filename: string; bytes: Uint8Array };

/** `INV-2026-0001.pdf` */
export const documentFileName = ({ number }: Pick<BillingDocument, "number">): string => `${number}.pdf`;

/** `INV-2026-0001-receipt.pdf`: the same invoice as paid. */
export const receiptFileName = ({ number }: Pick<BillingDocument, "number">): string => `${number}-receipt.pdf`;

/** The name under which the mail feature finds `drawDocumentFile`. */
export const documentDrawer = "billing-paper";

export const attachedDocument = (filename: string): DrawnAttachment => ({
  filename,
  contentType: "application/pdf",
  drawer: documentDrawer,
});

export const drawDocumentTask = defineThreadTask({
  name: "billing.draw-paper",
  lane: "documents",
  run: async (order: SheetOrder) => (await import("./sheets.server.tsx")).drawSheet(order),
});

/** The owner of a document file; null if no file has that name, or if it is the receipt of an unpaid invoice. */
export async function findDocumentOf(ctx: Pick<Ctx, "db">, filename: string) {
  const [, number, receipt] = /^((?:DEMO-)?(?:INV|CN)-\d{4}-\d{4,})(-receipt)?\.pdf$/.exec(filename) ?? [];
  if (!number) return null;
  const [row] = await ctx.db
    .select({ document: billingDocument, payment })
    .from(billingDocument)
    .innerJoin(payment, eq(payment.id, billingDocument.paymentId))
    .where(eq(billingDocument.number, number));
  if (!row || (receipt && !(row.document.kind === "invoice" && row.payment.paidAt))) return null;
  return { payment: row.payment, document: withDays(row.document), isReceipt: receipt !== undefined };
}

/** Does not check access. Null if there is no such file. */
export async function drawDocumentFile(ctx: Pick<Ctx, "db">, filename: string): Promise<Uint8Array | null> {
  const found = await findDocumentOf(ctx, filename);
  return found && drawFound(ctx, found);
}

export type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocumentOf>>>;

export const drawFound = async (ctx: Pick<Ctx, "db">, found: FoundDocument): Promise<Uint8Array> =>
  runInThread(drawDocumentTask, await orderFor(ctx, found));

async function orderFor(
  ctx: Pick<Ctx, "db">,
  { document, payment: paid, isReceipt }: FoundDocument,
): Promise<SheetOrder> {
  const firm = {
    ...{ contactEmail: env().CONTACT_EMAIL, bank: bankLines(), payUrl: invoicesUrl() },
    feeSection: termsSection("full-blueprint").number,
  };
  if (isReceipt) return { kind: "receipt", firm, document, payment: paid, paidOn: paidDay(paid) ?? document.issuedOn };
  if (document.kind === "invoice")
    return { kind: "invoice", firm, document, state: await stateOf(ctx, document, paid) };
  const [invoice] = await ctx.db.select().from(billingDocument).where(eq(billingDocument.id, document.correctsId!));
  if (!invoice) throw new Error(`Credit note ${document.number} corrects no invoice`);
  return { kind: "credit-note", firm, document, invoice: withDays(invoice) };
}

async function stateOf(ctx: Pick<Ctx, "db">, invoice: BillingDocument, paid: Payment): Promise<InvoiceState> {
  const documents = await documentsOf(ctx, paid.id);
  const notes = documents.filter(({ correctsId }) => correctsId === invoice.id).map(({ number }) => number);
  if (openCents(invoice, documents) <= 0) return { kind: "credited", notes };
  const paidOn = paidDay(paid);
  return paidOn ? { kind: "paid", payment: paid, paidOn } : { kind: "due" };
}

/** Null if cards are not accepted. */
export const invoicesUrl = (): string | null => (takesCards() ? `${env().SITE_URL}/invoices` : null);

const bankLines = (): string[] => settingLines(env().BILLING_BANK_DETAILS);
