import { SelectField, TextArea } from "#app/ui/forms/field.tsx";
import { declineReasons } from "../access.ts";

export function DeclineFields() {
  return (
    <>
      <SelectField
        label="Reason"
        name="reason"
        options={Object.entries(declineReasons).map(([value, label]) => ({ value, label }))}
        hint="The email explains the reason and how to qualify."
      />
      <TextArea label="Add to the email" name="note" optional maxLength={500} rows={3} />
    </>
  );
}
