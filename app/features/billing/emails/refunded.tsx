import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame.tsx";
import { MailUnbroken } from "#app/features/mail/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { methodLabels, usdCents } from "../billing.ts";
import type { BillingDocument } from "../documents.server.ts";
import { attachedDocument } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";

export const refundedMail = ({
  payment,
  note,
  file,
  access,
  all,
}: {
  payment: Payment;
  note: BillingDocument;
  file: string;
  access: "closed" | "kept";
  all: boolean;
}): MailDraft => ({
  kind: "refunded",
  to: payment.email,
  replyTo: env().CONTACT_EMAIL,
  subject: `Refund of ${usdCents(note.amountCents)}`,
  attachments: [attachedDocument(file)],
  body: (
    <MailFrame
      preview={`Credit note ${note.number} is attached.`}
      title={`${usdCents(note.amountCents)} ${all ? "" : `of your ${usdCents(payment.amountCents)} `}is on its way back`}
      reason={`Sent because a payment of ${payment.email} was refunded.`}
    >
      <MailText>
        The refund goes to your original payment method; banks can take up to 10 days. Credit note{" "}
        <MailUnbroken>{note.number}</MailUnbroken> is attached.
      </MailText>
      <MailText>
        {access === "closed"
          ? "The full blueprint is locked again. You keep your analysis, and a strategy call still unlocks it for free."
          : "You keep access to your full blueprint."}
      </MailText>
      <MailButton href={`${env().SITE_URL}/invoices`}>See your invoices</MailButton>
    </MailFrame>
  ),
});

const why: Record<NonNullable<Payment["surplus"]>, string> = {
  "already-unlocked": "The blueprint was already unlocked, so the payment must be refunded.",
  gone: "The blueprint was deleted before the money arrived, so the payment must be refunded.",
};

export const refundDueTeamMail = ({
  payment,
  invoice,
  surplus,
}: {
  payment: Payment;
  invoice: BillingDocument;
  surplus: NonNullable<Payment["surplus"]>;
}): MailDraft => ({
  kind: "refund-due",
  to: env().CONTACT_EMAIL,
  replyTo: payment.email,
  subject: `Refund due: ${usdCents(payment.amountCents)} to ${payment.email}`,
  body: (
    <MailFrame
      preview={why[surplus]}
      title={`${usdCents(payment.amountCents)} must be refunded`}
      reason="Sent because payments are kept by this team."
    >
      <MailText>{why[surplus]}</MailText>
      <MailTable
        rows={[
          { label: "Client", value: payment.email },
          { label: "Invoice", value: invoice.number },
          { label: "Paid by", value: methodLabels[payment.method] },
        ]}
      />
      <MailButton href={`${env().SITE_URL}/admin/billing`}>Open billing</MailButton>
    </MailFrame>
  ),
});
