import type { ReactNode } from "react";
import { stageKeys, stages } from "#app/features/pipeline/prospects/stages.ts";
import {
  type Goal,
  goalKeys,
  goals,
  type OptionalExit,
  optionalExits,
  type Trigger,
  triggerEvents,
} from "#app/features/sequences/definitions/definition.ts";
import { CheckField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { exitLabels, type TriggerEvent, triggerLabels, weekdayNames } from "../sequence-labels.ts";
import { CountField } from "./count-field.tsx";
import type { EditorFields, RuleName } from "./editor-fields.ts";
import css from "./sequence-form.module.css";

type Change = <Name extends RuleName | "title">(name: Name, value: EditorFields[Name]) => void;

/** Enrollment, goal, send window and exits of a sequence. `conflictOf` is shown below a rule that a colleague changed. */
export function RulesFields({
  fields,
  errorAt,
  conflictOf,
  onChange,
}: {
  fields: EditorFields;
  errorAt: (path: string) => string | undefined;
  conflictOf: (name: RuleName | "title") => ReactNode;
  onChange: Change;
}) {
  const { title, trigger, goal, reEntry, window, exits, exitStages } = fields;
  return (
    <>
      <TextField
        label="Title"
        name="title"
        maxLength={80}
        value={title}
        error={errorAt("title")}
        hint={conflictOf("title")}
        onChange={({ target }) => onChange("title", target.value)}
      />
      <fieldset className={`grid card shrinks ${css.group}`}>
        <legend>Who and what for</legend>
        <div className={`grid start gap-100 cols-2 ${css.pair}`}>
          <SelectField
            label="Enroll on"
            value={trigger.kind === "event" ? trigger.event : trigger.kind}
            options={[
              { value: "manual", label: "By hand only" },
              ...triggerEvents.map((value) => ({ value, label: triggerLabels[value] })),
              { value: "inactivity", label: "No activity" },
            ]}
            hint={conflictOf("trigger") ?? "People can always be enrolled by hand and from a saved view."}
            onChange={({ target }) => onChange("trigger", triggerOf(target.value))}
          />
          {trigger.kind === "inactivity" && (
            <CountField
              label="Without activity for"
              unit="days"
              value={trigger.days}
              error={errorAt("trigger.days")}
              onValue={(days) => onChange("trigger", { ...trigger, days })}
            />
          )}
        </div>
        <div className={`grid start gap-100 cols-2 ${css.pair}`}>
          <SelectField
            label="Goal"
            value={goal}
            options={goalKeys.map((value) => ({ value, label: goals[value].label }))}
            hint={
              conflictOf("goal") ?? "Reaching it ends the sequence. A person is in one sequence per goal at a time."
            }
            onChange={({ target }) => onChange("goal", target.value as Goal)}
          />
          <SelectField
            label="Enroll again"
            value={reEntry.kind}
            options={[
              { value: "never", label: "Never" },
              { value: "after", label: "After some days" },
              { value: "always", label: "Always" },
            ]}
            hint={conflictOf("reEntry")}
            onChange={({ target }) =>
              onChange(
                "reEntry",
                target.value === "after" ? { kind: "after", days: 90 } : { kind: target.value as "never" | "always" },
              )
            }
          />
          {reEntry.kind === "after" && (
            <CountField
              label="Days after the last time ended"
              unit="days"
              value={reEntry.days}
              error={errorAt("reEntry.days")}
              onValue={(days) => onChange("reEntry", { kind: "after", days })}
            />
          )}
        </div>
      </fieldset>
      <fieldset className={`grid card shrinks ${css.group}`}>
        <legend>Send window</legend>
        <p className="muted smaller">
          In the recipient's time zone. No email goes out on holidays of the firm or of the recipient's country.
        </p>
        <div className={`cluster ${css.checks}`}>
          {weekdayNames.map((name, place) => (
            <CheckField
              key={name}
              label={name}
              checked={window.weekdays.includes(place + 1)}
              onChange={({ target }) =>
                onChange("window", { ...window, weekdays: toggled(window.weekdays, place + 1, target.checked).sort() })
              }
            />
          ))}
        </div>
        {errorAt("window.weekdays") && <p className="critical smaller">{errorAt("window.weekdays")}</p>}
        <div className={`grid start gap-100 cols-2 ${css.pair}`}>
          <TextField
            label="From"
            type="time"
            value={window.from}
            error={errorAt("window.from")}
            onChange={({ target }) => onChange("window", { ...window, from: target.value })}
          />
          <TextField
            label="To"
            type="time"
            value={window.to}
            error={errorAt("window.to")}
            onChange={({ target }) => onChange("window", { ...window, to: target.value })}
          />
        </div>
        {conflictOf("window")}
      </fieldset>
      <fieldset className={`grid card shrinks ${css.group}`}>
        <legend>End when the person</legend>
        <div className={`cluster ${css.checks}`}>
          {optionalExits.map((exit) => (
            <CheckField
              key={exit}
              label={exitLabels[exit]}
              checked={exits.includes(exit)}
              onChange={({ target }) =>
                onChange("exits", inOrder(optionalExits, toggled<OptionalExit>(exits, exit, target.checked)))
              }
            />
          ))}
        </div>
        {conflictOf("exits")}
        <p className="muted smaller">Unsubscribing, a hard bounce, a spam complaint and deletion always end it.</p>
      </fieldset>
      <fieldset className={`grid card shrinks ${css.group}`}>
        <legend>End and do not enroll in these stages</legend>
        <div className={`cluster ${css.checks}`}>
          {stages().map(({ key, label }) => (
            <CheckField
              key={key}
              label={label}
              checked={exitStages.includes(key)}
              onChange={({ target }) =>
                onChange("exitStages", inOrder(stageKeys, toggled(exitStages, key, target.checked)))
              }
            />
          ))}
        </div>
        {conflictOf("exitStages")}
      </fieldset>
    </>
  );
}

const triggerOf = (value: string): Trigger =>
  value === "manual"
    ? { kind: "manual" }
    : value === "inactivity"
      ? { kind: "inactivity", days: 90 }
      : { kind: "event", event: value as TriggerEvent };

const toggled = <Item,>(items: readonly Item[], item: Item, isOn: boolean): Item[] =>
  isOn ? [...items.filter((each) => each !== item), item] : items.filter((each) => each !== item);

const inOrder = <Item,>(all: readonly Item[], some: readonly Item[]): Item[] =>
  all.filter((item) => some.includes(item));
