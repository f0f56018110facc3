import type { ReactNode } from "react";
import type { ReminderTexts } from "#app/features/booking/hosts/event-type.ts";
import { CheckField, TextArea } from "#app/ui/forms/field.tsx";

const reminders = [
  { kind: "day", label: "Reminder a day before" },
  { kind: "hour", label: "Reminder an hour before" },
] as const;

/** The two reminders of an event type: whether they are sent, and the firm's own words in them. */
export const ReminderFields = ({
  value,
  hint,
  faults,
  onChange,
}: {
  value: ReminderTexts;
  hint: ReactNode;
  faults: Record<keyof ReminderTexts, string | undefined>;
  onChange: (value: ReminderTexts) => void;
}) =>
  reminders.map(({ kind, label }) => (
    <div key={kind} className="grid gap-75">
      <CheckField
        label={label}
        checked={value[kind] !== null}
        hint={hint}
        onChange={(event) => onChange({ ...value, [kind]: event.currentTarget.checked ? "" : null })}
      />
      {value[kind] !== null && (
        <TextArea
          label={`${label}: your words`}
          hint="{{first_name|there}} is the first name of an invitee who booked signed in, with their own address."
          optional
          rows={2}
          maxLength={500}
          value={value[kind]}
          error={faults[kind]}
          onChange={(event) => onChange({ ...value, [kind]: event.currentTarget.value })}
        />
      )}
    </div>
  ));
