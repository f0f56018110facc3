import type { MailAttachment } from "../../../platform/mailer.server.ts";
import { renderPaper } from "../../../ui/paper/rendering.server.ts";
import type { Paper } from "../papers.server.ts";
import type { Payment } from "../settlement.server.ts";
import { creditNoteSheet, invoiceSheet, receiptSheet } from "./sheets.server.tsx";

/** A paper as a PDF with the name under which it is filed. */
export type PaperFile = { filename: string; bytes: Uint8Array };

/** The invoice as it was issued. */
export const invoiceFile = async (invoice: Paper): Promise<PaperFile> => ({
  filename: `${invoice.number}.pdf`,
  bytes: await renderPaper(invoiceSheet(invoice)),
});

/** The same invoice as paid: when, how and under which reference. */
export const receiptFile = async (invoice: Paper, { payment }: { payment: Payment }): Promise<PaperFile> => ({
  filename: `${invoice.number}-receipt.pdf`,
  bytes: await renderPaper(receiptSheet(invoice, payment)),
});

export const creditNoteFile = async (note: Paper, invoice: Paper): Promise<PaperFile> => ({
  filename: `${note.number}.pdf`,
  bytes: await renderPaper(creditNoteSheet(note, invoice)),
});

export const attached = ({ filename, bytes }: PaperFile): MailAttachment => ({
  filename,
  contentType: "application/pdf",
  encoding: "base64",
  content: Buffer.from(bytes).toString("base64"),
});
