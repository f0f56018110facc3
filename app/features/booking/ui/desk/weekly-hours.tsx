import { type FormEvent, useState } from "react";
import { WeeklyHours as Schema } from "#app/features/booking/host-settings.ts";
import { Button } from "#app/ui/button.tsx";
import { useUnsavedSince } from "#app/ui/leave-warning.tsx";
import { ScriptForm } from "#app/ui/script-form.tsx";
import { clockText, endMinuteOf, minuteOf } from "./clock-text.ts";
import css from "./host-forms.module.css";
import { OpeningsEditor, type TypedOpening } from "./openings-editor.tsx";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type Weekly = readonly { weekday: number; startMinute: number; endMinute: number }[];

/** A host's week, edited and saved as a whole. */
export function WeeklyHoursForm({
  weekly,
  busy,
  onSave,
}: {
  weekly: Weekly;
  busy: boolean;
  onSave: (hours: Schema) => void;
}) {
  const [days, setDays] = useState(() => weekdays.map((_, index) => typed(weekly, index + 1)));
  const [faults, setFaults] = useState<Record<number, string>>({});
  const markChanged = useUnsavedSince(weekly);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found: Record<number, string> = {};
    const openings = days.flatMap((day, index) =>
      day.map(({ start, end }) => {
        const opening = { weekday: index + 1, startMinute: minuteOf(start) ?? -1, endMinute: endMinuteOf(end) ?? -1 };
        if (opening.startMinute < 0 || opening.endMinute < 0) found[index] = "Enter both times.";
        else if (opening.startMinute >= opening.endMinute) found[index] = "An opening must end after it begins.";
        return opening;
      }),
    );
    if (Object.keys(found).length === 0) {
      const parsed = Schema.safeParse({ openings });
      if (parsed.success) onSave(parsed.data);
      else
        for (let index = 0; index < 7; index += 1)
          if (!Schema.safeParse({ openings: openings.filter(({ weekday }) => weekday === index + 1) }).success)
            found[index] = "Openings of one day must not overlap.";
    }
    setFaults(found);
  }

  return (
    <ScriptForm className={css.form} onSubmit={submit} aria-label="Weekly hours">
      <div>
        {weekdays.map((weekday, index) => (
          <OpeningsEditor
            key={weekday}
            legend={weekday}
            openings={days[index] ?? []}
            error={faults[index]}
            onChange={(openings) => {
              markChanged();
              setDays(days.map((day, other) => (other === index ? openings : day)));
            }}
          />
        ))}
      </div>
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Saving">
        Save the week
      </Button>
    </ScriptForm>
  );
}

const typed = (weekly: Weekly, weekday: number): TypedOpening[] =>
  weekly
    .filter((opening) => opening.weekday === weekday)
    .map(({ startMinute, endMinute }) => ({
      key: `${weekday}-${startMinute}`,
      start: clockText(startMinute),
      end: clockText(endMinute),
    }));
