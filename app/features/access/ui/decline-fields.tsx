import { SelectField, TextArea } from "#app/ui/field.tsx";
import { declineReasons } from "../access.ts";

/** Why a request is declined, and what the admin adds to the mail. */
export function DeclineFields() {
  return (
    <>
      <SelectField
        label="Reason"
        name="reason"
        options={Object.entries(declineReasons).map(([value, label]) => ({ value, label }))}
        hint="The mail says it in our words, and what would change it."
      />
      <TextArea label="Add to the mail" name="note" optional maxLength={500} rows={3} />
    </>
  );
}
