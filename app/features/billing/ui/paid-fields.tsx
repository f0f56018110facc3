import { TextField } from "#app/ui/field.tsx";

/** When and how the money of an invoice arrived. `today`, `issuedOn`: ISO dates between which the day lies. */
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
      hint="The day on which the money arrived. It is printed on the receipt."
    />
    <TextField
      label="Reference"
      name="reference"
      optional
      maxLength={120}
      hint="What the bank shows. It is printed on the receipt."
    />
  </>
);
