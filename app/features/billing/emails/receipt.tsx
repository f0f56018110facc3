import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoDay } from "#app/lib/us-dates.ts";
import { env } from "#app/platform/env.server.ts";
import { usdCents } from "../billing.ts";
import { type BillingDocument, paidDay } from "../documents.server.ts";
import { attachedDocument } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";

/** To the client, once: the money is in, with the receipt. `surplus`: it was not needed and goes back. */
export function receiptMail({
  payment,
  invoice,
  file,
  surplus,
}: {
  payment: Payment;
  invoice: BillingDocument;
  file: string;
  surplus: Payment["surplus"];
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
        preview={surplus ? "It was not needed: the money goes back to you." : "Paid in full. The receipt is attached."}
        title="Your payment is in"
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
            Your blueprint needed no payment any more, so this one was too much. We send the money back the way it came;
            you need not do anything.
          </MailText>
        ) : (
          <MailText>
            Your full blueprint is unlocked. You can have the fee back in full until the kickoff session is completed.
          </MailText>
        )}
        <MailButton href={`${env().SITE_URL}/blueprint/coming-soon`}>See the state of your blueprint</MailButton>
      </MailFrame>
    ),
  };
}
