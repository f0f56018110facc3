import { type FormEvent, useState } from "react";
import { HostSettings } from "#app/features/booking/hosts/host-settings.ts";
import { zoneName } from "#app/features/booking/zoned-time.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useDraft } from "#app/ui/drafts/use-draft.ts";
import { CheckField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ColleagueValue } from "#app/ui/text/colleague-value.tsx";
import { ZoneField } from "../scheduler/zone-field.tsx";
import css from "./host-forms.module.css";

type Shown = {
  name: string;
  email: string;
  timezone: string;
  meetingUrl: string;
  observesHolidays: boolean;
  active: boolean;
  busyUntilRead: boolean;
};
type TextName = "name" | "email" | "meetingUrl";
type FlagName = "observesHolidays" | "active" | "busyUntilRead";

/**
 * Edits a host's name, address and meeting link. Input survives refusals; a field that a colleague changed meanwhile shows the
 * colleague's value.
 */
export function HostSettingsForm({
  shown,
  version = 0,
  savedAt = 0,
  now,
  submit,
  busy,
  refusal,
  onSave,
}: {
  shown: Shown;
  version?: number;
  /** Time of the form's last save, once the saved values are loaded; 0 before. */
  savedAt?: number;
  now: Date;
  submit: string;
  busy: boolean;
  refusal?: string | undefined;
  onSave: (settings: Shown) => void;
}) {
  const { name, email, timezone, meetingUrl, observesHolidays, active, busyUntilRead } = shown;
  const stored: Shown = { name, email, timezone, meetingUrl, observesHolidays, active, busyUntilRead };
  const draft = useDraft({ stored, version, savedAt });
  const { values } = draft;
  const [faults, setFaults] = useState<Record<string, string>>({});
  useUnsaved(draft.isUnsaved);
  function submitForm(event: FormEvent) {
    event.preventDefault();
    const parsed = HostSettings.safeParse(values);
    setFaults(parsed.success ? {} : fieldErrors(parsed.error.issues));
    if (!parsed.success) return;
    draft.markSent(values);
    onSave(values);
  }
  const hintOf = (field: keyof Shown, label: string, hint?: string) => {
    const conflict = busy ? undefined : draft.conflictOf(field);
    if (conflict === undefined) return hint;
    const text = typeof conflict === "boolean" ? (conflict ? "on" : "off") : conflict;
    const value = field === "timezone" ? zoneName(text) : text;
    return <ColleagueValue label={label} value={value} onUse={() => draft.takeOver(field)} />;
  };
  const textField = (field: TextName, label: string, hint?: string) => ({
    ...{ label, value: values[field], error: faults[field], hint: hintOf(field, label, hint) },
    onChange: ({ target }: { target: { value: string } }) => draft.change(field, target.value),
  });
  const flag = (field: FlagName, label: string, hint?: string) => ({
    ...{ label, checked: values[field], hint: hintOf(field, label, hint) },
    onChange: ({ target }: { target: { checked: boolean } }) => draft.change(field, target.checked),
  });
  return (
    <ScriptForm
      noValidate
      className={`grid gap-110 justify-items-start ${css.form}`}
      onSubmit={submitForm}
      aria-label="Host"
    >
      <FormFailure text={refusal} />
      <TextField {...textField("name", "Name")} maxLength={100} />
      <TextField
        {...textField("email", "Email", "Emails about calls go to this address.")}
        type="email"
        maxLength={255}
      />
      <ZoneField
        zone={values.timezone}
        at={now}
        conflict={hintOf("timezone", "Time zone")}
        onChange={(zone) => draft.change("timezone", zone)}
      />
      <TextField
        {...textField(
          "meetingUrl",
          "Video link",
          "A fixed link, or a pattern in which {room} becomes a random room for each call. If empty, the host sends a link. Booked calls keep their link.",
        )}
        type="text"
        inputMode="url"
        optional
        maxLength={500}
      />
      <CheckField {...flag("observesHolidays", "Holidays of the firm are days off")} />
      <CheckField {...flag("active", "Takes new calls")} />
      <CheckField
        {...flag(
          "busyUntilRead",
          "Busy until every connected calendar was read",
          "Otherwise a connected calendar is ignored until it was read once.",
        )}
      />
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Saving">
        {submit}
      </Button>
    </ScriptForm>
  );
}
