import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailUnbroken } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { offeredCalls } from "#app/lib/offered-calls.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { env } from "#app/platform/env.server.ts";
import { methodLabels, usdCents } from "../billing.ts";
import type { BillingDocument } from "../invoices/documents.server.ts";
import { attachedDocument, documentFileName } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";
import { hasInvoicesPage } from "./invoice.tsx";

/** `note` is null if the invoice was already credited; `access` is "none" if the payment never unlocked anything. */
export const refundedMail = ({
  payment,
  amountCents,
  note,
  access,
  all,
}: {
  payment: Payment;
  amountCents: number;
  note: BillingDocument | null;
  access: "closed" | "kept" | "none";
  all: boolean;
}): MailDraft => ({
  kind: "refunded",
  to: payment.email,
  replyTo: env().CONTACT_EMAIL,
  subject: `Refund of ${usdCents(amountCents)}`,
  attachments: note ? [attachedDocument(documentFileName(note))] : [],
  body: (
    <MailFrame
      preview={note ? `Credit note ${note.number} is attached.` : "Banks can take up to 10 days."}
      title={`${usdCents(amountCents)} ${all ? "" : `of your ${usdCents(payment.amountCents)} `}is on its way back`}
      reason={`Sent because a payment of ${payment.email} was refunded.`}
    >
      <MailText>
        The refund goes to your original payment method; banks can take up to 10 days.
        {note && (
          <>
            {" "}
            Credit note <MailUnbroken>{note.number}</MailUnbroken> is attached.
          </>
        )}
      </MailText>
      {access !== "none" && (
        <MailText>
          {access === "closed"
            ? `The full blueprint is locked again. You keep your analysis${offeredCalls().unlock.isOffered ? ", and a strategy call still unlocks it for free" : ""}.`
            : "You keep access to your full blueprint."}
        </MailText>
      )}
      {hasInvoicesPage(payment) && <MailButton href={`${env().SITE_URL}/invoices`}>See your invoices</MailButton>}
    </MailFrame>
  ),
});

const why: Record<NonNullable<Payment["surplus"]>, string> = {
  "already-unlocked": "The blueprint was already unlocked, so the payment must be refunded.",
  gone: "The blueprint was deleted before the money arrived, so the payment must be refunded.",
  cancelled:
    "The invoice was canceled, or the account deleted, before the money arrived, so the payment must be refunded.",
  "call-canceled": "The paid call was canceled in time, or by the firm, so the payment must be refunded.",
};

const reasonOf = ({ item }: Payment, surplus: NonNullable<Payment["surplus"]>) =>
  item && surplus !== "call-canceled"
    ? `The time of the call (${item}) was no longer free, or the call was canceled or paid before, so the payment must be refunded.`
    : why[surplus];

/** No refund is made by the product. */
const howToRefund: Record<Payment["method"], string> = {
  stripe: "Refund it in Stripe. The refund is then recorded by itself, and the client gets an email.",
  invoice: "Transfer it back, then record the refund on the billing page. The client gets an email.",
};

const dueOf = ({ amountCents, refundedCents }: Payment) => usdCents(amountCents - refundedCents);

const payerOf = ({ email }: Payment) => (email === forgottenAddress ? "a deleted account" : email);

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
  ...(payment.email !== forgottenAddress && { replyTo: payment.email }),
  subject: `Refund due: ${dueOf(payment)} to ${payerOf(payment)}`,
  body: (
    <MailFrame
      preview={reasonOf(payment, surplus)}
      title={`${dueOf(payment)} must be refunded`}
      reason="Sent because payments are kept by this team."
    >
      <MailText>{reasonOf(payment, surplus)}</MailText>
      <MailTable
        rows={[
          { label: "Client", value: payerOf(payment) },
          ...(payment.item ? [{ label: "Call", value: payment.item }] : []),
          { label: "Invoice", value: invoice.number },
          { label: "Paid by", value: methodLabels[payment.method] },
        ]}
      />
      <MailText>{howToRefund[payment.method]}</MailText>
      <MailButton href={`${env().SITE_URL}/admin/billing`}>Open billing</MailButton>
    </MailFrame>
  ),
});
