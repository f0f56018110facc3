import { usdCents } from "#app/features/billing/billing.ts";
import { checkLabels } from "#app/features/billing/payments/payment-facts.ts";
import type { LedgerEntry } from "#app/features/billing/payments/records.server.ts";
import { BillToFields } from "#app/features/billing/ui/bill-to-fields.tsx";
import { PaidFields } from "#app/features/billing/ui/paid-fields.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { BillingIntent } from "./billing-actions.ts";

export type Question = { intent: BillingIntent; entry: LedgerEntry };

const textFields = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === "string"));

/** The dialogs in which an admin confirms what happens to a payment. */
export function Questions({
  question,
  countries,
  now,
  busy,
  refusal,
  onClose,
  onConfirm,
}: {
  question: Question | null;
  countries: readonly { value: string; label: string }[];
  now: Date;
  busy: boolean;
  refusal: string | undefined;
  onClose: () => void;
  onConfirm: (values: { intent: BillingIntent } & Record<string, string>) => void;
}) {
  const { isoDay } = useFirmDates();
  const { intent, entry } = question ?? {};
  const number = entry?.invoice?.number ?? "";
  const call = entry?.item;
  const shared = { busy, refusal, onClose, busyText: "Saving" };
  const send = (form: FormData) =>
    intent && onConfirm({ intent, payment: entry?.paymentId ?? "", ...textFields(form) });
  return (
    <>
      <ConfirmDialog
        {...shared}
        open={intent === "paid"}
        title={`Is ${number} paid?`}
        confirm="Mark paid"
        onConfirm={send}
      >
        <p>
          {usdCents(entry?.amountCents ?? 0)} from {entry?.email}
          {call && ` for ${call}`}. This {!call && "unlocks the blueprint immediately and "}emails the receipt. It can
          only be reverted by a refund.
        </p>
        <PaidFields
          key={entry?.paymentId}
          today={isoDay(now)}
          issuedOn={entry?.documents.find(({ kind }) => kind === "invoice")?.issuedOn}
        />
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={intent === "cancel"}
        title={`Cancel ${number}?`}
        confirm="Cancel the invoice"
        cancel="Keep the invoice"
        onConfirm={send}
      >
        <p>
          {entry?.email} gets a credit note for {usdCents(entry?.amountCents ?? 0)} and an email that nothing is owed. A
          canceled invoice cannot be restored
          {call ? `. The call stays as it is: ${call}.` : ", but they can ask for another one."}
        </p>
        <TextField label="Reason" name="reason" required maxLength={200} hint="Printed on the credit note." />
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={intent === "checked"}
        title={`Is ${checkLabels[entry?.toCheck ?? "dispute"]} done?`}
        confirm="Mark as done"
        onConfirm={send}
      >
        <p>It is no longer listed under payments to check. Nothing is sent, and nothing changes in Stripe.</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={intent === "correct"}
        title={`Correct ${number}?`}
        confirm="Issue the corrected invoice"
        onConfirm={send}
      >
        <p>
          {entry?.email} gets a credit note for {number} and a new invoice with this address. The payment stays as it
          is.
        </p>
        <input type="hidden" name="from" key={number} defaultValue={number} />
        <BillToFields key={entry?.paymentId} values={entry?.invoice?.billTo ?? {}} countries={countries} fields={{}} />
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={intent === "refund"}
        title={`Did you refund ${number}?`}
        confirm="Record the refund"
        onConfirm={send}
      >
        <p>
          {entry?.email} gets a credit note for {usdCents((entry?.amountCents ?? 0) - (entry?.refundedCents ?? 0))}.{" "}
          {call
            ? `The call stays as it is: ${call}.`
            : "If the kickoff was not held, this locks the blueprint again; otherwise the client keeps it."}{" "}
          This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
