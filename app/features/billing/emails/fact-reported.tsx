import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { minorUnits } from "#app/lib/money.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { usdCents } from "../billing.ts";
import type { BillingDocument } from "../invoices/documents.server.ts";
import type { FactKind, PaymentFact } from "../payments/payment-facts.ts";
import { attachedDocument, documentFileName } from "../pdf/files.server.ts";
import type { Payment } from "../tables.server.ts";
import { hasInvoicesPage } from "./invoice.tsx";

const instructions: Record<FactKind, { title: string; text: string }> = {
  refunded: {
    title: "A refund in another currency",
    text: "The payment was in US dollars, so the ledger does not count this refund. Check it in Stripe, and then mark it as done on the billing page.",
  },
  "refund-failed": {
    title: "A refund failed",
    text: "The money is in your Stripe balance again, the payment is paid again, and the client was notified. Agree with the client on another way to return it.",
  },
  "dispute-opened": {
    title: "A payment is disputed",
    text: "Send your evidence in Stripe before the deadline; without it the dispute is lost. Mark it as done on the billing page when you have.",
  },
  "funds-withdrawn": {
    title: "Disputed money was withdrawn",
    text: "Stripe took the amount and its fee from your balance until the dispute is decided.",
  },
  "funds-reinstated": { title: "Disputed money was returned", text: "Stripe paid the amount back to your balance." },
  "dispute-won": { title: "A dispute was won", text: "The payment counts as paid. There is nothing to do." },
  "dispute-lost": {
    title: "A dispute was lost",
    text: "The money stays with the cardholder and no longer counts as received.",
  },
};

/** To the team, one per fact that Stripe reports and that the team has not caused itself. */
export function factReportedMail({ payment, fact }: { payment: Payment; fact: PaymentFact }): MailDraft {
  const { title, text: what } = instructions[fact.kind];
  const isLocked = fact.kind === "dispute-lost" && !payment.item;
  const text = `${what}${isLocked ? " If the kickoff was not held, the blueprint is locked again." : ""}`;
  const amount = minorUnits(fact.amount, fact.currency);
  const client = payment.email === forgottenAddress ? "a deleted account" : payment.email;
  const until = fact.dueAt && companyDates().moment(fact.dueAt);
  return {
    kind: "payment-fact",
    to: env().CONTACT_EMAIL,
    subject: `${title}: ${amount}, ${payment.companyName || client}`,
    body: (
      <MailFrame preview={text} title={title} reason="Sent because payments are kept by this team.">
        <MailTable
          rows={[
            { label: "Client", value: [payment.companyName, client].filter(Boolean).join(", ") },
            ...(payment.item ? [{ label: "Call", value: payment.item }] : []),
            { label: "Amount", value: `${amount} of a payment of ${usdCents(payment.amountCents)}` },
            ...(until ? [{ label: "Evidence until", value: until }] : []),
            ...(fact.reason ? [{ label: "Reason", value: fact.reason.replaceAll("_", " ") }] : []),
            { label: "In Stripe", value: fact.objectId },
          ]}
        />
        <MailText>{text}</MailText>
        <MailButton href={`${env().SITE_URL}/admin/billing`}>Open billing</MailButton>
      </MailFrame>
    ),
  };
}

/** `invoice` reverses the credit note of the refund; null if there was none. */
export const refundFailedMail = ({
  payment,
  amountCents,
  invoice,
  isOpenAgain,
}: {
  payment: Payment;
  amountCents: number;
  invoice: BillingDocument | null;
  isOpenAgain: boolean;
}): MailDraft => ({
  kind: "refund-failed",
  to: payment.email,
  replyTo: env().CONTACT_EMAIL,
  subject: `Your refund of ${usdCents(amountCents)} failed`,
  attachments: invoice ? [attachedDocument(documentFileName(invoice))] : [],
  body: (
    <MailFrame
      preview="Your bank did not accept it. We will contact you about another way."
      title="Your refund did not arrive"
      reason={`Sent because a payment of ${payment.email} was refunded.`}
    >
      <MailText>
        Your bank did not accept the refund of {usdCents(amountCents)}, so the money is with us again. We will contact
        you about another way to return it; you can also reply to this email.
      </MailText>
      {invoice && (
        <MailText>Invoice {invoice.number} is attached. It reverses the credit note; nothing is due.</MailText>
      )}
      {isOpenAgain && <MailText>Until then your full blueprint is open again.</MailText>}
      {hasInvoicesPage(payment) && <MailButton href={`${env().SITE_URL}/invoices`}>See your invoices</MailButton>}
    </MailFrame>
  ),
});
