import { type FormEvent, useState } from "react";
import { OverrideRange } from "#app/features/booking/hosts/host-settings.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { endMinuteOf, minuteOf } from "./clock-text.ts";
import css from "./host-forms.module.css";
import { OpeningsEditor, type TypedOpening } from "./openings-editor.tsx";

export function OverrideForm({
  today,
  busy,
  refusal,
  onSave,
}: {
  today: string;
  busy: boolean;
  refusal: string | undefined;
  onSave: (range: OverrideRange) => void;
}) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [openings, setOpenings] = useState<TypedOpening[]>([]);
  const [faults, setFaults] = useState<Record<string, string>>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = OverrideRange.safeParse({
      from,
      to: to || from,
      openings: openings.map(({ start, end }) => ({
        startMinute: minuteOf(start) ?? -1,
        endMinute: endMinuteOf(end) ?? -1,
      })),
    });
    if (!parsed.success) {
      return setFaults(fieldErrors(parsed.error.issues));
    }
    setFaults({});
    onSave(parsed.data);
  }

  return (
    <ScriptForm
      className={`grid gap-110 justify-items-start ${css.form}`}
      onSubmit={submit}
      aria-label="Other days"
      noValidate
    >
      <FormFailure text={refusal} />
      <div className={`grid gap-100 ${css.pair}`}>
        <TextField
          label="From"
          type="date"
          min={today}
          value={from}
          error={faults["from"]}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          label="To"
          type="date"
          min={from || today}
          value={to}
          optional
          error={faults["to"]}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <OpeningsEditor legend="Open" openings={openings} error={faults["openings"]} onChange={setOpenings} />
      <Button type="submit" size={40} busy={busy} busyText="Saving">
        Save these days
      </Button>
    </ScriptForm>
  );
}
