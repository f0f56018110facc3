import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailUnbroken } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { env } from "#app/platform/env.server.ts";
import { usdCents } from "../billing.ts";
import type { BillingDocument } from "../invoices/documents.server.ts";
import { attachedDocument, invoicesUrl } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";
import { hasInvoicesPage } from "./invoice.tsx";

export function invoiceReminderMail({
  payment,
  document,
  file,
  late,
}: {
  payment: Payment;
  document: BillingDocument;
  file: string;
  late: number;
}): MailDraft {
  const dueOn = isoDay(document.dueOn ?? document.issuedOn);
  return {
    kind: "invoice-reminder",
    to: payment.email,
    replyTo: env().CONTACT_EMAIL,
    subject: `Reminder: invoice ${document.number} was due on ${dueOn}`,
    attachments: [attachedDocument(file)],
    body: (
      <MailFrame
        preview={`${usdCents(document.amountCents)}, due on ${dueOn}. The invoice is attached again.`}
        title="Your invoice is overdue"
        reason={`Sent because invoice ${document.number} was requested by ${payment.email}.`}
      >
        <MailTable
          rows={[
            { label: "Invoice", value: document.number },
            { label: "Amount", value: usdCents(document.amountCents) },
            { label: "Due", value: `${dueOn}, ${late} days ago` },
          ]}
        />
        <MailText>
          We have not received the payment yet. The account is printed on the attached invoice; use{" "}
          <MailUnbroken>{document.number}</MailUnbroken> as the reference.
          {payment.item ? ` It is for ${payment.item}.` : " An architect is assigned when the payment arrives."}
        </MailText>
        <MailText>
          If you have paid in the last few days, you can ignore this email.
          {!payment.item && " If you no longer want the blueprint, reply and we cancel the invoice."}
        </MailText>
        {hasInvoicesPage(payment) && (
          <MailButton href={`${env().SITE_URL}/invoices`}>
            {invoicesUrl() ? "Pay online by card" : "See your invoices"}
          </MailButton>
        )}
      </MailFrame>
    ),
  };
}
