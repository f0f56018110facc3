import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { env } from "#app/platform/env.server.ts";
import { usdCents } from "../billing.ts";
import { type BillingDocument, paidDay } from "../invoices/documents.server.ts";
import { attachedDocument } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";

const why: Record<Exclude<Payment["surplus"], null | "call-canceled">, string> = {
  "already-unlocked": "Your blueprint was already unlocked",
  gone: "Your blueprint was deleted",
  cancelled: "The invoice was canceled",
};

/** `surplus`: the payment was not needed and is refunded. */
export function receiptMail({
  payment,
  invoice,
  file,
  surplus,
}: {
  payment: Payment;
  invoice: BillingDocument;
  file: string;
  surplus: Exclude<Payment["surplus"], "call-canceled">;
}): MailDraft {
  const paidOn = paidDay(payment) ?? invoice.issuedOn;
  return {
    kind: "receipt",
    to: payment.email,
    replyTo: env().CONTACT_EMAIL,
    subject: `Receipt for ${usdCents(payment.amountCents)}, invoice ${invoice.number}`,
    attachments: [attachedDocument(file)],
    body: (
      <MailFrame
        preview={surplus ? "It was not needed, and we will refund it." : "Paid in full. The receipt is attached."}
        title="We received your payment"
        reason={`Sent because a payment was made for ${payment.email}.`}
      >
        <MailTable
          rows={[
            { label: "Invoice", value: invoice.number },
            { label: "Amount", value: usdCents(payment.amountCents) },
            { label: "Paid", value: isoDay(paidOn) },
          ]}
        />
        {surplus ? (
          <MailText>
            {payment.item
              ? "The time of your call was no longer free, or the call was canceled or paid before"
              : why[surplus]}
            , so this payment was not needed. We will refund it to your original payment method; you do not need to do
            anything.
          </MailText>
        ) : payment.item ? (
          <MailText>
            {payment.method === "invoice"
              ? `It is for ${payment.item}.`
              : `Your call is booked: ${payment.item}. A separate email has its time and its link.`}
          </MailText>
        ) : (
          <MailText>
            Your full blueprint is unlocked. The fee is refundable in full until the kickoff session is completed.
          </MailText>
        )}
        {!payment.item && (
          <MailButton href={`${env().SITE_URL}/blueprint/coming-soon`}>See the status of your blueprint</MailButton>
        )}
      </MailFrame>
    ),
  };
}
