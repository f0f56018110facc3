import { promised } from "#app/features/content/promises.ts";
import { MailButton, MailFrame, MailNote, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailUnbroken } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { env } from "#app/platform/env.server.ts";
import { addressLines, usdCents } from "../billing.ts";
import { countryName } from "../invoices/countries.ts";
import type { BillingDocument } from "../invoices/documents.server.ts";
import { attachedDocument, documentFileName, invoicesUrl } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";

/** A call can be booked without an account. */
export const hasInvoicesPage = ({ item, userId }: Payment): boolean => item === "" || userId !== null;

type InvoiceFile = { payment: Payment; document: BillingDocument; file: string };

export const invoiceMail = ({ payment, document, file }: InvoiceFile): MailDraft => ({
  kind: "invoice",
  to: payment.email,
  replyTo: env().CONTACT_EMAIL,
  subject: `Invoice ${document.number} for your ${payment.item ? "call" : "full blueprint"}`,
  attachments: [attachedDocument(file)],
  body: (
    <MailFrame
      preview={
        payment.item
          ? `${usdCents(document.amountCents)} for ${payment.item}.`
          : `${usdCents(document.amountCents)}, one time. An architect is assigned ${promised.architect} of the payment.`
      }
      title="Your invoice is attached"
      reason={`Sent because this ${payment.item ? "call was booked" : "invoice was requested"} by ${payment.email}.`}
    >
      <MailTable
        rows={[
          { label: "Invoice", value: document.number },
          { label: "Amount", value: `${usdCents(document.amountCents)}, one time` },
          { label: "Due", value: document.dueOn ? isoDay(document.dueOn) : "On receipt" },
          { label: "Billed to", value: addressLines(document.billTo, countryName).join(", ") },
        ]}
      />
      <MailText>
        Our account is printed on the invoice. Use <MailUnbroken>{document.number}</MailUnbroken> as the reference.{" "}
        {payment.item
          ? `It is for ${payment.item}, which is already booked.`
          : `When we receive the payment, your full blueprint is unlocked, and an architect is assigned ${promised.architect}.`}
      </MailText>
      {hasInvoicesPage(payment) && (
        <MailButton href={`${env().SITE_URL}/invoices`}>
          {invoicesUrl() ? "Pay online by card" : "See your invoices"}
        </MailButton>
      )}
      <MailNote>
        Something wrong? Reply to this email, and we will cancel the invoice with a credit note and send you a new one.
      </MailNote>
    </MailFrame>
  ),
});

export const invoiceTeamMail = ({ payment, document, file }: InvoiceFile): MailDraft => ({
  kind: "invoice-team",
  to: env().CONTACT_EMAIL,
  replyTo: payment.email,
  subject: `Invoice ${document.number} was ${payment.item ? "sent" : "requested"}`,
  attachments: [attachedDocument(file)],
  body: (
    <MailFrame
      preview={`${usdCents(document.amountCents)} from ${payment.email}`}
      title={payment.item ? "A call was booked by invoice" : "An invoice was requested"}
      reason="Sent because invoices are kept by this team."
    >
      <MailTable
        rows={[
          { label: "Invoice", value: document.number },
          { label: "Client", value: payment.email },
          { label: "Billed to", value: addressLines(document.billTo, countryName).join(", ") },
          { label: "Amount", value: usdCents(document.amountCents) },
        ]}
      />
      <MailText>
        Mark it as paid when the money arrives. That {!payment.item && "unlocks the blueprint and "}sends the receipt.
      </MailText>
      <MailButton href={`${env().SITE_URL}/admin/billing`}>Open billing</MailButton>
    </MailFrame>
  ),
});

export const invoiceCancelledMail = ({
  payment,
  invoice,
  note,
  file,
  reason,
}: {
  payment: Payment;
  invoice: BillingDocument;
  note: BillingDocument;
  file: string;
  reason: string;
}): MailDraft => ({
  kind: "invoice-cancelled",
  to: payment.email,
  replyTo: env().CONTACT_EMAIL,
  subject: `Invoice ${invoice.number} is canceled: nothing is owed`,
  attachments: [attachedDocument(file)],
  body: (
    <MailFrame
      preview={`Credit note ${note.number} is attached.`}
      title="You owe us nothing"
      reason={`Sent because invoice ${invoice.number} was made out for ${payment.email}.`}
    >
      <MailText>
        Invoice <MailUnbroken>{invoice.number}</MailUnbroken> for {usdCents(invoice.amountCents)} is canceled. {reason}.
        Credit note <MailUnbroken>{note.number}</MailUnbroken> is attached; keep it with the invoice.
      </MailText>
      {hasInvoicesPage(payment) && <MailButton href={`${env().SITE_URL}/invoices`}>See your invoices</MailButton>}
    </MailFrame>
  ),
});

export const invoiceCorrectedMail = ({
  payment,
  wrong,
  note,
  invoice,
}: {
  payment: Payment;
  wrong: BillingDocument;
  note: BillingDocument;
  invoice: BillingDocument;
}): MailDraft => ({
  kind: "invoice-corrected",
  to: payment.email,
  replyTo: env().CONTACT_EMAIL,
  subject: `Corrected invoice ${invoice.number}`,
  attachments: [note, invoice].map((document) => attachedDocument(documentFileName(document))),
  body: (
    <MailFrame
      preview={`It replaces ${wrong.number}. The credit note and the new invoice are attached.`}
      title="Your corrected invoice is attached"
      reason={`Sent because invoice ${wrong.number} of ${payment.email} was corrected.`}
    >
      <MailTable
        rows={[
          { label: "Invoice", value: invoice.number },
          { label: "Replaces", value: `${wrong.number}, by credit note ${note.number}` },
          {
            label: payment.paidAt ? "Paid" : "Due",
            value: payment.paidAt ? "Nothing is due" : invoice.dueOn ? isoDay(invoice.dueOn) : "On receipt",
          },
          { label: "Billed to", value: addressLines(invoice.billTo, countryName).join(", ") },
        ]}
      />
      <MailText>
        Keep the credit note with the earlier invoice.
        {payment.paidAt === null && (
          <>
            {" "}
            Use <MailUnbroken>{invoice.number}</MailUnbroken> as the reference of your payment.
          </>
        )}
      </MailText>
      {hasInvoicesPage(payment) && <MailButton href={`${env().SITE_URL}/invoices`}>See your invoices</MailButton>}
    </MailFrame>
  ),
});
