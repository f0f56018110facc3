import { type FormEvent, useState } from "react";
import { EventTypeSettings } from "#app/features/booking/host-settings.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckCards, CheckField, NumberField, TextArea, TextField } from "#app/ui/field.tsx";
import { useUnsavedSince } from "#app/ui/leave-warning.tsx";
import { ScriptForm } from "#app/ui/script-form.tsx";
import css from "./host-forms.module.css";
import { QuestionsEditor } from "./questions-editor.tsx";

const numbers = [
  { name: "durationMinutes", label: "Duration", unit: "minutes", hint: undefined },
  { name: "bufferBeforeMinutes", label: "Kept free before", unit: "minutes", hint: undefined },
  { name: "bufferAfterMinutes", label: "Kept free after", unit: "minutes", hint: undefined },
  {
    name: "slotStepMinutes",
    label: "Starts every",
    unit: "minutes",
    hint: "Counted from the beginning of each opening.",
  },
  { name: "minimumNoticeMinutes", label: "Shortest notice", unit: "minutes", hint: "240 is four hours." },
  { name: "horizonDays", label: "Bookable ahead", unit: "days", hint: undefined },
  { name: "dailyCap", label: "Most a day", unit: "calls", hint: "For each host. Empty: as many as fit." },
] as const;
type NumberName = (typeof numbers)[number]["name"];

/** The rules of a kind of call. */
export function EventTypeForm({
  settings,
  hosts,
  busy,
  onSave,
}: {
  settings: EventTypeSettings;
  hosts: readonly { id: string; name: string; active: boolean }[];
  busy: boolean;
  onSave: (settings: EventTypeSettings) => void;
}) {
  const [values, setValues] = useState(settings);
  const [typed, setTyped] = useState(
    () =>
      Object.fromEntries(numbers.map(({ name }) => [name, String(settings[name] ?? "")])) as Record<NumberName, string>,
  );
  const [faults, setFaults] = useState<Record<string, string>>({});
  const markChanged = useUnsavedSince(settings);
  const set = (part: Partial<EventTypeSettings>) => {
    markChanged();
    setValues({ ...values, ...part });
  };
  const numberOf = (name: NumberName) => {
    const text = typed[name].trim().replaceAll(",", "");
    return text === "" ? (name === "dailyCap" ? null : Number.NaN) : Number(text);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = EventTypeSettings.safeParse({
      ...values,
      ...Object.fromEntries(numbers.map(({ name }) => [name, numberOf(name)])),
      questions: values.questions.map((question) => ({
        ...question,
        options: question.kind === "choice" ? question.options.map((text) => text.trim()).filter(Boolean) : [],
      })),
    });
    const found: Record<string, string> = {};
    for (const { path, message } of parsed.error?.issues ?? [])
      found[path[0] === "questions" ? `questions.${String(path[1])}` : String(path[0])] ??= message;
    setFaults(found);
    if (parsed.success) onSave(parsed.data);
  }

  return (
    <ScriptForm noValidate className={css.form} onSubmit={submit} aria-label="Kind of call">
      <TextField
        label="Title"
        maxLength={100}
        value={values.title}
        error={faults["title"]}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <TextArea
        label="Description"
        rows={3}
        maxLength={500}
        value={values.description}
        error={faults["description"]}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <div className={css.pair}>
        {numbers.map(({ name, label, unit, hint }) => (
          <NumberField
            key={name}
            label={label}
            unit={unit}
            value={typed[name]}
            optional={name === "dailyCap"}
            hint={hint}
            error={faults[name]}
            onChange={(event) => {
              markChanged();
              setTyped({ ...typed, [name]: event.currentTarget.value });
            }}
          />
        ))}
      </div>
      <CheckCards
        legend="Hosts"
        name="hosts"
        columns={2}
        value={values.hostIds}
        error={faults["hostIds"]}
        hint="With several, each new call goes to whoever has the fewest."
        options={hosts.map(({ id, name, active }) => ({ value: id, label: name, text: active ? undefined : "Paused" }))}
        onChange={(event) => {
          const { value, checked } = event.currentTarget as HTMLInputElement;
          set({ hostIds: checked ? [...values.hostIds, value] : values.hostIds.filter((id) => id !== value) });
        }}
      />
      <QuestionsEditor
        questions={values.questions}
        faults={Object.fromEntries(
          Object.entries(faults).flatMap(([name, fault]) =>
            name.startsWith("questions.") ? [[Number(name.slice(10)), fault]] : [],
          ),
        )}
        onChange={(questions) => set({ questions })}
      />
      <CheckField
        label="Can be booked"
        checked={values.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Saving">
        Save the kind of call
      </Button>
    </ScriptForm>
  );
}
