import { type FormEvent, useState } from "react";
import { WeeklyHours as Schema } from "#app/features/booking/hosts/host-settings.ts";
import { twelveHour } from "#app/lib/dates/date-text.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useDraft } from "#app/ui/drafts/use-draft.ts";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ColleagueValue } from "#app/ui/text/colleague-value.tsx";
import { clockText, endMinuteOf, minuteOf } from "./clock-text.ts";
import css from "./host-forms.module.css";
import { OpeningsEditor, type TypedOpening } from "./openings-editor.tsx";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type Weekly = readonly { weekday: number; startMinute: number; endMinute: number }[];

/** Edits a host's week, which is saved as a whole. A day that a colleague changed meanwhile shows the colleague's hours. */
export function WeeklyHoursForm({
  weekly,
  version,
  savedAt,
  busy,
  refusal,
  onSave,
}: {
  weekly: Weekly;
  version: number;
  /** Time of the form's last save, once the saved hours are loaded; 0 before. */
  savedAt: number;
  busy: boolean;
  refusal: string | undefined;
  onSave: (hours: Schema) => void;
}) {
  const stored = Object.fromEntries(weekdays.map((_, index) => [index, typed(weekly, index + 1)]));
  const draft = useDraft<Record<number, TypedOpening[]>>({ stored, version, savedAt, isSame: haveSameTimes });
  const days = weekdays.map((_, index) => draft.values[index] ?? []);
  const [faults, setFaults] = useState<Record<number, string>>({});
  useUnsaved(draft.isUnsaved);

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
      if (parsed.success) {
        draft.markSent(draft.values);
        onSave(parsed.data);
      } else
        for (let index = 0; index < 7; index += 1)
          if (!Schema.safeParse({ openings: openings.filter(({ weekday }) => weekday === index + 1) }).success)
            found[index] = "Openings of one day must not overlap.";
    }
    setFaults(found);
  }

  return (
    <ScriptForm className={`grid gap-110 justify-items-start ${css.form}`} onSubmit={submit} aria-label="Weekly hours">
      <FormFailure text={refusal} />
      <div>
        {weekdays.map((weekday, index) => {
          const conflict = busy ? undefined : draft.conflictOf(index);
          return (
            <OpeningsEditor
              key={weekday}
              legend={weekday}
              openings={days[index] ?? []}
              error={faults[index]}
              hint={
                conflict && (
                  <ColleagueValue label={weekday} value={hoursText(conflict)} onUse={() => draft.takeOver(index)} />
                )
              }
              onChange={(openings) => draft.change(index, openings)}
            />
          );
        })}
      </div>
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Saving">
        Save the week
      </Button>
    </ScriptForm>
  );
}

const hoursText = (openings: readonly TypedOpening[]) =>
  openings.map(({ start, end }) => `${twelveHour(start)} to ${twelveHour(end)}`).join(", ") || "closed";

const haveSameTimes = (one: readonly TypedOpening[], other: readonly TypedOpening[]) =>
  one.length === other.length &&
  one.every(({ start, end }, index) => start === other[index]!.start && end === other[index]!.end);

const typed = (weekly: Weekly, weekday: number): TypedOpening[] =>
  weekly
    .filter((opening) => opening.weekday === weekday)
    .map(({ startMinute, endMinute }) => ({
      key: `${weekday}-${startMinute}`,
      start: clockText(startMinute),
      end: clockText(endMinute),
    }));
