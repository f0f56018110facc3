import { promised } from "#app/features/content/promises.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { never } from "#app/lib/result.ts";
import { PdfLink, PdfNotice } from "#app/ui/pdf/blocks.server.tsx";
import { renderPdf } from "#app/ui/pdf/rendering.server.ts";
import { dueDays, paidBy } from "../billing.ts";
import type { BillingDocument } from "../invoices/documents.server.ts";
import type { Payment } from "../tables.server.ts";
import { BillingSheet, PayTo, SmallPrint } from "./billing-sheet.server.tsx";

/** The firm's settings, passed in because a worker thread has none. */
export type Firm = {
  contactEmail: string;
  bank: readonly string[];
  payUrl: string | null;
  /** The section of the terms about the fee. */
  feeSection: number;
};

export type InvoiceState =
  | { kind: "due" }
  | { kind: "paid"; payment: Payment; paidOn: string }
  | { kind: "credited"; notes: readonly string[] };

export type SheetOrder = { firm: Firm; document: BillingDocument } & (
  | { kind: "invoice"; state: InvoiceState }
  | { kind: "receipt"; payment: Payment; paidOn: string }
  | { kind: "credit-note"; invoice: BillingDocument }
);

export const drawSheet = (order: SheetOrder): Promise<Uint8Array> => renderPdf(sheetOf(order));

function sheetOf(order: SheetOrder) {
  const { firm, document } = order;
  switch (order.kind) {
    case "invoice":
      return order.state.kind === "due"
        ? dueInvoiceSheet(firm, document)
        : settledInvoiceSheet(firm, document, order.state);
    case "receipt":
      return receiptSheet(firm, document, order);
    case "credit-note":
      return creditNoteSheet(firm, document, order.invoice);
    default:
      return never(order);
  }
}

const begins = `An architect is assigned ${promised.architect} of the payment.`;
const refundRule = ({ feeSection }: Firm) =>
  `The fee is refundable in full until the kickoff session is completed, and non-refundable after it (terms, section ${feeSection}).`;

function dueInvoiceSheet(firm: Firm, invoice: BillingDocument) {
  const { contactEmail, bank, payUrl } = firm;
  return (
    <BillingSheet
      title="Invoice"
      lede={begins}
      document={invoice}
      total="Total due"
      facts={[
        { label: "Invoice", text: invoice.number },
        { label: "Date", text: isoDay(invoice.issuedOn) },
        ...(invoice.dueOn ? [{ label: "Due", text: isoDay(invoice.dueOn) }] : []),
      ]}
    >
      <PayTo number={invoice.number} bank={bank} contactEmail={contactEmail} />
      {payUrl && (
        <PdfNotice title="Or pay online by card">
          <PdfLink href={payUrl}>{payUrl}</PdfLink>
        </PdfNotice>
      )}
      <SmallPrint>
        Payable in advance, within {dueDays} days, in US dollars. {refundRule(firm)} Questions: {firm.contactEmail}.
      </SmallPrint>
    </BillingSheet>
  );
}

/** A paid or credited invoice: says so, and asks for nothing. */
function settledInvoiceSheet(firm: Firm, invoice: BillingDocument, state: Exclude<InvoiceState, { kind: "due" }>) {
  const isPaid = state.kind === "paid";
  return (
    <BillingSheet
      title="Invoice"
      lede={
        isPaid
          ? `Paid on ${isoDay(state.paidOn)} by ${paidBy(state.payment)}${state.payment.status === "charged-back" ? ", then charged back by the bank." : ", nothing due."}`
          : `Credited by credit note ${state.notes.join(", ")}, nothing due.`
      }
      document={invoice}
      total={isPaid ? "Total paid" : "Total credited"}
      facts={[
        { label: "Invoice", text: invoice.number },
        { label: "Date", text: isoDay(invoice.issuedOn) },
        ...(isPaid ? paidFacts(state.payment, state.paidOn) : []),
      ]}
    >
      <SmallPrint>
        {isPaid ? `${refundRule(firm)} ` : ""}Questions: {firm.contactEmail}.
      </SmallPrint>
    </BillingSheet>
  );
}

const paidFacts = (payment: Payment, paidOn: string) => [
  { label: "Paid", text: isoDay(paidOn) },
  { label: "By", text: capitalized(paidBy(payment)) + (payment.paymentIntentId ? ", Stripe" : "") },
  ...(payment.bankReference ? [{ label: "Bank reference", text: payment.bankReference }] : []),
];

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

function receiptSheet(firm: Firm, invoice: BillingDocument, { payment, paidOn }: { payment: Payment; paidOn: string }) {
  return (
    <BillingSheet
      title="Receipt"
      lede={`Paid in full on ${isoDay(paidOn)}. Nothing is due.`}
      document={invoice}
      datedOn={paidOn}
      total="Total paid"
      facts={[
        { label: "Invoice", text: invoice.number },
        { label: "Invoiced", text: isoDay(invoice.issuedOn) },
        ...paidFacts(payment, paidOn),
      ]}
    >
      <SmallPrint>
        This document is the invoice and its receipt. {refundRule(firm)} Questions: {firm.contactEmail}.
      </SmallPrint>
    </BillingSheet>
  );
}

function creditNoteSheet(firm: Firm, note: BillingDocument, invoice: BillingDocument) {
  const isAll = note.amountCents === invoice.amountCents;
  return (
    <BillingSheet
      title="Credit note"
      lede={`${isAll ? "Credits" : "Credits a part of"} invoice ${invoice.number} of ${isoDay(invoice.issuedOn)}.`}
      document={note}
      total="Total credited"
      sign={-1}
      facts={[
        { label: "Credit note", text: note.number },
        { label: "Date", text: isoDay(note.issuedOn) },
        { label: "For invoice", text: invoice.number },
      ]}
    >
      <SmallPrint>Keep it with the invoice. Questions: {firm.contactEmail}.</SmallPrint>
    </BillingSheet>
  );
}
