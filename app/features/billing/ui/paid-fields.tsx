import { TextField } from "#app/ui/forms/field.tsx";

/** `today`, `issuedOn`: ISO dates that limit the date. */
export const PaidFields = ({ today, issuedOn }: { today: string; issuedOn?: string | undefined }) => (
  <>
    <TextField
      label="Paid on"
      name="paidOn"
      type="date"
      required
      defaultValue={today}
      min={issuedOn}
      max={today}
      hint="The day the money arrived. It is printed on the receipt."
    />
    <TextField
      label="Reference"
      name="reference"
      optional
      maxLength={120}
      hint="The reference on the bank statement. It is printed on the receipt."
    />
  </>
);
