import { env } from "../../../platform/env.server.ts";
import { dueDays } from "../billing.ts";
import type { Paper } from "../papers.server.ts";
import type { Payment } from "../settlement.server.ts";
import { BillingSheet, PayTo, paperDate, SmallPrint } from "./billing-sheet.server.tsx";

const day = (date: Date) => paperDate(date, env().COMPANY_TIMEZONE);

const begins = "An architect begins when the payment has arrived.";
const refundRule =
  "The fee is refundable in full until the kickoff session is completed, and non-refundable after it (terms, section 3).";

/** An invoice that waits for its money. */
export function invoiceSheet(invoice: Paper) {
  const bank = env()
    .BILLING_BANK_DETAILS.split("|")
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    <BillingSheet
      title="Invoice"
      lede={begins}
      paper={invoice}
      total="Total due"
      facts={[
        { label: "Invoice", text: invoice.number },
        { label: "Date", text: day(invoice.issuedAt) },
        ...(invoice.dueAt ? [{ label: "Due", text: day(invoice.dueAt) }] : []),
      ]}
    >
      <PayTo number={invoice.number} bank={bank} contactEmail={env().CONTACT_EMAIL} />
      <SmallPrint>
        Payable in advance, within {dueDays} days, in US dollars. {refundRule} Questions: {env().CONTACT_EMAIL}.
      </SmallPrint>
    </BillingSheet>
  );
}

/** A paid invoice: the receipt. */
export function receiptSheet(invoice: Paper, payment: Payment) {
  const paidAt = payment.paidAt ?? invoice.issuedAt;
  return (
    <BillingSheet
      title="Receipt"
      lede={`Paid in full on ${day(paidAt)}. Nothing is due.`}
      paper={invoice}
      total="Total paid"
      facts={[
        { label: "Invoice", text: invoice.number },
        { label: "Invoiced", text: day(invoice.issuedAt) },
        { label: "Paid", text: day(paidAt) },
        { label: "By", text: payment.method === "stripe" ? "Card or bank, Stripe" : "Bank transfer" },
        ...(payment.bankReference ? [{ label: "Bank reference", text: payment.bankReference }] : []),
      ]}
    >
      <SmallPrint>
        This paper is the invoice and its receipt. {refundRule} Questions: {env().CONTACT_EMAIL}.
      </SmallPrint>
    </BillingSheet>
  );
}

/** Takes an invoice back, wholly or in part. */
export function creditNoteSheet(note: Paper, invoice: Paper) {
  const isAll = note.amountCents === invoice.amountCents;
  return (
    <BillingSheet
      title="Credit note"
      lede={`${isAll ? "Takes back" : "Takes back a part of"} invoice ${invoice.number} of ${day(invoice.issuedAt)}.`}
      paper={note}
      total="Total credited"
      sign={-1}
      facts={[
        { label: "Credit note", text: note.number },
        { label: "Date", text: day(note.issuedAt) },
        { label: "For invoice", text: invoice.number },
      ]}
    >
      <SmallPrint>Keep it with the invoice. Questions: {env().CONTACT_EMAIL}.</SmallPrint>
    </BillingSheet>
  );
}
