import { eq } from "drizzle-orm";
import type { DrawnAttachment } from "#app/features/mail/drawn-attachments.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { settingLines } from "../billing-details.ts";
import { type Paper, paidDay, withDays } from "../papers.server.ts";
import { takesCards } from "../stripe.server.ts";
import { billingPaper, payment } from "../tables.server.ts";
import type { SheetOrder } from "./sheets.server.tsx";

/*
 * Papers as PDF files. A paper never changes, so its file is drawn of its rows whenever somebody wants it: when it is read on
 * the site and when a mail with it leaves. Nothing is drawn where a number is taken (papers.server.ts).
 */

/** A paper as a PDF with the name under which it is filed. */
export type PaperFile = { filename: string; bytes: Uint8Array };

/** `INV-2026-0001.pdf` */
export const paperFileName = ({ number }: Pick<Paper, "number">): string => `${number}.pdf`;

/** `INV-2026-0001-receipt.pdf`: the same invoice as paid. */
export const receiptFileName = ({ number }: Pick<Paper, "number">): string => `${number}-receipt.pdf`;

/** The name by which the mail room finds `drawPaperFile`. */
export const paperDrawer = "billing-paper";

export const attachedPaper = (filename: string): DrawnAttachment => ({
  filename,
  contentType: "application/pdf",
  drawer: paperDrawer,
});

/** Draws one paper, in a thread of its own where there is one. */
export const drawPaperTask = defineThreadTask({
  name: "billing.draw-paper",
  // Loaded at first use, as the PDF renderer is.
  run: async (order: SheetOrder) => (await import("./sheets.server.tsx")).drawSheet(order),
});

/** Whose a paper file is; null when there is none of that name, or it is the receipt of what is not paid. */
export async function findPaperOf(ctx: Pick<Ctx, "db">, filename: string) {
  const [, number, receipt] = /^((?:DEMO-)?(?:INV|CN)-\d{4}-\d{4,})(-receipt)?\.pdf$/.exec(filename) ?? [];
  if (!number) return null;
  const [row] = await ctx.db
    .select({ paper: billingPaper, payment })
    .from(billingPaper)
    .innerJoin(payment, eq(payment.id, billingPaper.paymentId))
    .where(eq(billingPaper.number, number));
  if (!row || (receipt && !(row.paper.kind === "invoice" && row.payment.paidAt))) return null;
  return { payment: row.payment, paper: withDays(row.paper), isReceipt: receipt !== undefined };
}

/** The file of that name, whoever asks; null when there is none. */
export async function drawPaperFile(ctx: Pick<Ctx, "db">, filename: string): Promise<Uint8Array | null> {
  const found = await findPaperOf(ctx, filename);
  return found && runInThread(drawPaperTask, await orderFor(ctx, found));
}

async function orderFor(
  ctx: Pick<Ctx, "db">,
  { paper, payment: paid, isReceipt }: NonNullable<Awaited<ReturnType<typeof findPaperOf>>>,
): Promise<SheetOrder> {
  const firm = { contactEmail: env().CONTACT_EMAIL, bank: bankLines(), payUrl: invoicesUrl() };
  if (isReceipt) return { kind: "receipt", firm, paper, payment: paid, paidOn: paidDay(paid) ?? paper.issuedOn };
  if (paper.kind === "invoice") return { kind: "invoice", firm, paper };
  const [invoice] = await ctx.db.select().from(billingPaper).where(eq(billingPaper.id, paper.correctsId!));
  if (!invoice) throw new Error(`Credit note ${paper.number} corrects no invoice`);
  return { kind: "credit-note", firm, paper, invoice: withDays(invoice) };
}

/** Where open invoices are paid by card; null where no cards are taken. */
export const invoicesUrl = (): string | null => (takesCards() ? `${env().SITE_URL}/invoices` : null);

/** The firm's account as BILLING_BANK_DETAILS gives it, its lines divided by `|`. */
const bankLines = (): string[] => settingLines(env().BILLING_BANK_DETAILS);
