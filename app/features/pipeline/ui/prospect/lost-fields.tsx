import { useState } from "react";
import { lostReasons } from "#app/features/pipeline/prospects/stages.ts";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";

/** Fields for the reason of a loss: `reason` and, for "Other", `note`. */
export function LostFields() {
  const [reason, setReason] = useState("");
  return (
    <>
      <SelectField
        label="Reason"
        name="reason"
        required
        placeholder="Choose a reason"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        options={Object.entries(lostReasons).map(([value, label]) => ({ value, label }))}
      />
      {reason === "other" && <TextField label="What was the reason?" name="note" required maxLength={200} />}
    </>
  );
}
