import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame.tsx";
import { MailUnbroken } from "#app/features/mail/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoDay } from "#app/lib/us-dates.ts";
import { env } from "#app/platform/env.server.ts";
import { usdCents } from "../billing.ts";
import { attachedPaper, invoicesUrl } from "../paper/files.server.ts";
import type { Paper } from "../papers.server.ts";
import type { Payment } from "../tables.server.ts";

/** To the client: an invoice is overdue by `late` days. */
export function invoiceReminderMail({
  payment,
  paper,
  file,
  late,
}: {
  payment: Payment;
  paper: Paper;
  file: string;
  late: number;
}): MailDraft {
  const dueOn = isoDay(paper.dueOn ?? paper.issuedOn);
  return {
    kind: "invoice-reminder",
    to: payment.email,
    replyTo: env().CONTACT_EMAIL,
    subject: `Reminder: invoice ${paper.number} was due on ${dueOn}`,
    attachments: [attachedPaper(file)],
    body: (
      <MailFrame
        preview={`${usdCents(paper.amountCents)}, due on ${dueOn}. The invoice is attached again.`}
        title="Your invoice is overdue"
        reason={`Sent because invoice ${paper.number} was requested by ${payment.email}.`}
      >
        <MailTable
          rows={[
            { label: "Invoice", value: paper.number },
            { label: "Amount", value: usdCents(paper.amountCents) },
            { label: "Due", value: `${dueOn}, ${late} days ago` },
          ]}
        />
        <MailText>
          We have not received the payment yet. The account is printed on the attached invoice; use{" "}
          <MailUnbroken>{paper.number}</MailUnbroken> as the reference. An architect is assigned when the payment
          arrives.
        </MailText>
        <MailText>
          If you have paid in the last few days, you can ignore this email. If you no longer want the blueprint, reply
          and we cancel the invoice.
        </MailText>
        <MailButton href={`${env().SITE_URL}/invoices`}>
          {invoicesUrl() ? "Pay online by card" : "See your invoices"}
        </MailButton>
      </MailFrame>
    ),
  };
}
