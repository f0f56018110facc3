import { type FormEvent, useState } from "react";
import {
  type Audience,
  audiences,
  type CallPlace,
  callPlaces,
  EventTypeSettings,
  type HostChoice,
  hostChoices,
} from "#app/features/booking/hosts/event-type.ts";
import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { dottedPath, fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useDraft } from "#app/ui/drafts/use-draft.ts";
import { CheckCards } from "#app/ui/forms/choice-cards.tsx";
import { CheckField, NumberField, SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ColleagueValue } from "#app/ui/text/colleague-value.tsx";
import { AgendaEditor, type TypedPart } from "./event-type/agenda-editor.tsx";
import { PriceFields } from "./event-type/price-fields.tsx";
import { QuestionsEditor } from "./event-type/questions-editor.tsx";
import { ReminderFields } from "./event-type/reminder-fields.tsx";
import css from "./host-forms.module.css";
import { Part, PartColumns } from "./part.tsx";

const numbers = [
  { name: "durationMinutes", label: "Duration", unit: "minutes", part: "time" },
  { name: "slotStepMinutes", label: "Start times every", unit: "minutes", part: "time" },
  { name: "bufferBeforeMinutes", label: "Buffer before", unit: "minutes", part: "time" },
  { name: "bufferAfterMinutes", label: "Buffer after", unit: "minutes", part: "time" },
  { name: "minimumNoticeMinutes", label: "Minimum notice", unit: "minutes", part: "limits" },
  { name: "horizonDays", label: "Booking window", unit: "days", part: "limits" },
  { name: "dailyCap", label: "Maximum per day", unit: "calls", part: "limits" },
  { name: "weeklyCap", label: "Maximum per week", unit: "calls", part: "limits" },
  { name: "changeLimitHours", label: "Moves and cancellations until", unit: "hours before", part: "limits" },
] as const;
type NumberName = (typeof numbers)[number]["name"];
const numberHints: Partial<Record<NumberName, string>> = {
  slotStepMinutes: "Counted from the start of each opening.",
  dailyCap: "For each host. Empty: no limit.",
  weeklyCap: "For each host, Monday to Sunday.",
  changeLimitHours: "0: until the start. The firm can always move and cancel.",
};
const isCap = (name: NumberName) => name === "dailyCap" || name === "weeklyCap";

const choiceHints: Record<HostChoice, string> = {
  "round-robin": "A new call goes to the free host with the fewest calls for their share.",
  collective: "A time is offered only when all hosts are free, and the call blocks all of them.",
  invitee: "The page offers the hosts by name, and “anyone”.",
};

const audienceHints: Record<Audience, string | undefined> = {
  anyone: undefined,
  clients: "People whose prospect is won or has paid.",
  link: "Create links below the form, after saving.",
};

/** How many parts of a fault's path name the field that shows it, where it is not the first alone. */
const partsOfPath: Readonly<Record<string, number>> = { agenda: 3, questions: 2, weights: 2, reminders: 2 };

const fieldsOf = ({ title, description, active, hostIds, questions, agenda, ...settings }: EventTypeSettings) => ({
  ...{ title, description, active, questions, hostIds: hostIds.toSorted(), hostChoice: settings.hostChoice },
  audience: settings.audience,
  needsConfirmation: settings.needsConfirmation,
  priceCents: settings.priceCents === null ? "" : String(settings.priceCents / 100),
  payBy: settings.payBy,
  refundHours: String(settings.refundHours ?? ""),
  reminders: settings.reminders ?? { day: "", hour: "" },
  weights: Object.fromEntries(Object.entries(settings.weights ?? {}).map(([id, weight]) => [id, String(weight)])),
  ...{ place: settings.place, location: settings.location, redirectUrl: settings.redirectUrl ?? "" },
  agenda: agenda.map(
    ({ minutes, title, text }, index): TypedPart => ({
      ...{ key: String(index), minutes: String(minutes), title, text },
    }),
  ),
  ...(Object.fromEntries(numbers.map(({ name }) => [name, String(settings[name] ?? "")])) as Record<
    NumberName,
    string
  >),
});
type Fields = ReturnType<typeof fieldsOf>;

/** Edits the rules of an event type. Input survives refusals; a field that a colleague changed meanwhile shows the colleague's value. */
export function EventTypeForm({
  settings,
  version,
  savedAt,
  hosts,
  busy,
  refusal,
  onSave,
}: {
  settings: EventTypeSettings;
  version: number;
  /** Time of the form's last save, once the saved values are loaded; 0 before. */
  savedAt: number;
  hosts: readonly { id: string; name: string; active: boolean }[];
  busy: boolean;
  refusal: string | undefined;
  onSave: (settings: EventTypeSettings) => void;
}) {
  const draft = useDraft({ stored: fieldsOf(settings), version, savedAt });
  const { values } = draft;
  const [faults, setFaults] = useState<Record<string, string>>({});
  useUnsaved(draft.isUnsaved);
  const numberOf = (name: NumberName) => parseNumber(values[name]) ?? (isCap(name) ? null : Number.NaN);

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = EventTypeSettings.safeParse({
      ...values,
      ...Object.fromEntries(numbers.map(({ name }) => [name, numberOf(name)])),
      priceCents: centsOf(values.priceCents),
      refundHours: parseNumber(values.refundHours),
      weights: Object.fromEntries(
        values.hostIds.map((id) => [id, parseNumber(values.weights[id] ?? "1") ?? Number.NaN]),
      ),
      agenda: values.agenda.map(({ minutes, title, text }) => ({
        ...{ minutes: parseNumber(minutes) ?? Number.NaN, title, text },
      })),
      questions: values.questions.map((question) => ({
        ...question,
        options: question.kind === "choice" ? question.options.map((text) => text.trim()).filter(Boolean) : [],
      })),
    });
    setFaults(
      fieldErrors(parsed.error?.issues ?? [], (path) => dottedPath(path.slice(0, partsOfPath[String(path[0])] ?? 1))),
    );
    if (!parsed.success) return;
    draft.markSent(values);
    onSave(parsed.data);
  }

  const hintOf = (name: keyof Fields, label: string, hint?: string) => {
    const conflict = busy ? undefined : draft.conflictOf(name);
    return conflict === undefined ? (
      hint
    ) : (
      <ColleagueValue label={label} value={readable(conflict, hosts)} onUse={() => draft.takeOver(name)} />
    );
  };

  const numberFields = (part: (typeof numbers)[number]["part"]) => (
    <div className={`grid gap-100 ${css.pair}`}>
      {numbers
        .filter((number) => number.part === part)
        .map(({ name, label, unit }) => (
          <NumberField
            key={name}
            label={label}
            unit={unit}
            value={values[name]}
            optional={isCap(name)}
            hint={hintOf(
              name,
              label,
              numberHints[name] ?? (unit === "minutes" ? inHours(parseNumber(values[name])) : undefined),
            )}
            error={faults[name] && (askedNumber(values[name]) ?? faults[name])}
            onChange={(event) => draft.change(name, event.currentTarget.value)}
          />
        ))}
    </div>
  );

  return (
    <ScriptForm
      noValidate
      className={`grid gap-110 justify-items-start ${css.form}`}
      onSubmit={submit}
      aria-label="Event type"
    >
      <FormFailure text={refusal} />
      <PartColumns>
        <div>
          <Part title="The call">
            <TextField
              label="Title"
              maxLength={100}
              value={values.title}
              error={faults["title"]}
              hint={hintOf("title", "Title")}
              onChange={(event) => draft.change("title", event.currentTarget.value)}
            />
            <TextArea
              label="Description"
              rows={3}
              maxLength={500}
              value={values.description}
              error={faults["description"]}
              hint={hintOf("description", "Description")}
              onChange={(event) => draft.change("description", event.currentTarget.value)}
            />
            <CheckField
              label="Can be booked"
              checked={values.active}
              hint={hintOf("active", "Can be booked")}
              onChange={(event) => draft.change("active", event.currentTarget.checked)}
            />
            <SelectField
              label="Where"
              value={values.place}
              options={Object.entries(callPlaces).map(([value, label]) => ({ value, label }))}
              hint={hintOf(
                "place",
                "Where",
                values.place === "phone"
                  ? "The form asks for the phone number."
                  : values.place === "video"
                    ? "With the video link of the host, or one that the host sends."
                    : undefined,
              )}
              onChange={(event) => draft.change("place", event.currentTarget.value as CallPlace)}
            />
            {values.place === "in-person" && (
              <TextField
                label="Address"
                maxLength={200}
                value={values.location}
                error={faults["location"]}
                hint={hintOf("location", "Address")}
                onChange={(event) => draft.change("location", event.currentTarget.value)}
              />
            )}
            <AgendaEditor
              parts={values.agenda}
              total={values.agenda.reduce((sum, { minutes }) => sum + (parseNumber(minutes) ?? 0), 0)}
              faults={Object.fromEntries(
                Object.entries(faults).flatMap(([name, fault]) =>
                  name === "agenda" ? [["all", fault]] : name.startsWith("agenda.") ? [[name.slice(7), fault]] : [],
                ),
              )}
              hint={hintOf("agenda", "Agenda")}
              onChange={(agenda) => draft.change("agenda", agenda)}
            />
          </Part>
          <Part title="Who takes it">
            <SelectField
              label="Who takes the call"
              value={values.hostChoice}
              options={Object.entries(hostChoices).map(([value, label]) => ({ value, label }))}
              hint={hintOf("hostChoice", "Who takes the call", choiceHints[values.hostChoice])}
              onChange={(event) => draft.change("hostChoice", event.currentTarget.value as HostChoice)}
            />
            <CheckCards
              legend="Hosts"
              name="hosts"
              columns={hosts.length > 1 ? 2 : 1}
              value={values.hostIds}
              error={faults["hostIds"]}
              hint={hintOf("hostIds", "Hosts")}
              options={hosts.map(({ id, name, active }) => ({
                value: id,
                label: name,
                text: active ? undefined : "Paused",
              }))}
              onChange={(event) => {
                const { value, checked } = event.currentTarget as HTMLInputElement;
                const others = values.hostIds.filter((id) => id !== value);
                draft.change("hostIds", checked ? [...others, value].toSorted() : others);
              }}
            />
            {values.hostChoice === "round-robin" && values.hostIds.length > 1 && (
              <div className={`grid gap-100 ${css.pair}`}>
                {hosts
                  .filter(({ id }) => values.hostIds.includes(id))
                  .map(({ id, name }) => (
                    <NumberField
                      key={id}
                      label={`Share of ${name}`}
                      value={values.weights[id] ?? "1"}
                      hint={hintOf(
                        "weights",
                        `Share of ${name}`,
                        "1 to 10. A host with 2 gets twice as many calls as one with 1.",
                      )}
                      error={faults[`weights.${id}`]}
                      onChange={(event) =>
                        draft.change("weights", { ...values.weights, [id]: event.currentTarget.value })
                      }
                    />
                  ))}
              </div>
            )}
            <CheckField
              label="A host confirms each call before it counts"
              checked={values.needsConfirmation}
              hint={hintOf(
                "needsConfirmation",
                "A host confirms each call before it counts",
                "The time is held for up to 48 hours, and everyone gets the decision by email.",
              )}
              onChange={(event) => draft.change("needsConfirmation", event.currentTarget.checked)}
            />
          </Part>
          <Part title="Reminders">
            <ReminderFields
              value={values.reminders}
              faults={{ day: faults["reminders.day"], hour: faults["reminders.hour"] }}
              hint={hintOf("reminders", "Reminders")}
              onChange={(reminders) => draft.change("reminders", reminders)}
            />
          </Part>
        </div>
        <div>
          <Part title="Times">{numberFields("time")}</Part>
          <Part title="Limits">{numberFields("limits")}</Part>
          <Part title="Booking">
            <SelectField
              label="Who may book"
              value={values.audience}
              options={Object.entries(audiences).map(([value, label]) => ({ value, label }))}
              hint={hintOf("audience", "Who may book", audienceHints[values.audience])}
              onChange={(event) => draft.change("audience", event.currentTarget.value as Audience)}
            />
            <PriceFields
              values={values}
              faults={faults}
              hintOf={hintOf}
              onChange={(changes) => {
                for (const [name, value] of Object.entries(changes)) draft.change(name as keyof typeof changes, value);
              }}
            />
            <TextField
              label="Page after booking"
              optional
              inputMode="url"
              maxLength={500}
              value={values.redirectUrl}
              error={faults["redirectUrl"]}
              hint={hintOf(
                "redirectUrl",
                "Page after booking",
                "An address that begins with https://. Empty: the page of the call. Not used while a call waits for a host.",
              )}
              onChange={(event) => draft.change("redirectUrl", event.currentTarget.value)}
            />
          </Part>
          <Part title="Questions">
            <QuestionsEditor
              questions={values.questions}
              faults={Object.fromEntries(
                Object.entries(faults).flatMap(([name, fault]) =>
                  name.startsWith("questions.") ? [[Number(name.slice(10)), fault]] : [],
                ),
              )}
              hint={hintOf("questions", "Questions")}
              onChange={(questions) => draft.change("questions", questions)}
            />
          </Part>
        </div>
      </PartColumns>
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Saving">
        Save the event type
      </Button>
    </ScriptForm>
  );
}

/** Minutes from an hour on, said in hours: "4 hours", "1.5 hours". */
function inHours(minutes: number | null): string | undefined {
  if (minutes === null || minutes < 60) return undefined;
  const hours = minutes / 60;
  return Number.isInteger(hours * 4) ? counted(hours, "hour") : undefined;
}

function centsOf(typed: string): number | null {
  if (typed.trim() === "") return null;
  const dollars = parseNumber(typed);
  return dollars === null ? Number.NaN : Math.round(dollars * 100);
}

function readable(value: Fields[keyof Fields], hosts: readonly { id: string; name: string }[]): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (!Array.isArray(value))
    return Object.entries<string | null>(value)
      .map(([key, text]) => `${hosts.find(({ id }) => id === key)?.name ?? key} ${text ?? "off"}`)
      .join(", ");
  return value
    .map((entry) => {
      if (typeof entry === "string") return hosts.find(({ id }) => id === entry)?.name ?? "";
      return "label" in entry ? entry.label : `${entry.minutes} ${entry.title}`;
    })
    .filter(Boolean)
    .join(", ");
}
