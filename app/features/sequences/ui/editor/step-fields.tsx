import type { Delay, MailContent, Step } from "#app/features/sequences/definitions/definition.ts";
import { MailTextField } from "#app/ui/admin/admin-mail-text.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { delayUnits } from "../sequence-labels.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { CountField } from "./count-field.tsx";
import css from "./sequence-form.module.css";

/** Delay, conditions and content of one step. `errorAt` returns the message of a path such as `mail.subject`. */
export function StepFields({
  step,
  isFirst,
  errorAt,
  onChange,
}: {
  step: Step;
  isFirst: boolean;
  errorAt: (path: string) => string | undefined;
  onChange: (step: Step) => void;
}) {
  return (
    <>
      <DelayFields
        delay={step.delay}
        isFirst={isFirst}
        error={errorAt("delay.amount")}
        onChange={(delay) => onChange({ ...step, delay })}
      />
      {step.kind === "mail" ? (
        <MailFields
          mail={step.mail}
          errorAt={(name) => errorAt(`mail.${name}`)}
          onChange={(mail) => onChange({ ...step, mail })}
        />
      ) : (
        <div className={`grid start gap-100 cols-2 ${css.pair}`}>
          <TextField
            label="Task"
            name="task"
            maxLength={200}
            value={step.task.title}
            error={errorAt("task.title")}
            hint="For the owner of the prospect. The sequence goes on without waiting for it."
            onChange={({ target }) => onChange({ ...step, task: { ...step.task, title: target.value } })}
          />
          <CountField
            label="Due after"
            unit="business days"
            value={step.task.dueInBusinessDays}
            error={errorAt("task.dueInBusinessDays")}
            onValue={(dueInBusinessDays) => onChange({ ...step, task: { ...step.task, dueInBusinessDays } })}
          />
        </div>
      )}
      <ConditionFields
        conditions={step.conditions}
        errorAt={(path) => errorAt(`conditions.${path}`)}
        onChange={(conditions) => onChange({ ...step, conditions })}
      />
    </>
  );
}

function DelayFields({
  delay,
  isFirst,
  error,
  onChange,
}: {
  delay: Delay;
  isFirst: boolean;
  error: string | undefined;
  onChange: (delay: Delay) => void;
}) {
  return (
    <div className={`grid start gap-100 ${css.delay}`}>
      <CountField
        label={isFirst ? "Wait after enrollment" : "Wait after the previous step"}
        value={delay.amount}
        error={error}
        onValue={(amount) => onChange({ ...delay, amount })}
      />
      <SelectField
        label="Unit"
        value={delay.unit}
        options={Object.entries(delayUnits).map(([value, { many }]) => ({ value, label: many }))}
        onChange={({ target }) => onChange({ ...delay, unit: target.value as Delay["unit"] })}
      />
    </div>
  );
}

function MailFields({
  mail,
  errorAt,
  onChange,
}: {
  mail: MailContent;
  errorAt: (name: string) => string | undefined;
  onChange: (mail: MailContent) => void;
}) {
  return (
    <div className={`grid cols-1 gap-110 max-46 ${css.fields}`}>
      <TextField
        label="Subject"
        name="subject"
        maxLength={150}
        value={mail.subject}
        error={errorAt("subject")}
        onChange={({ target }) => onChange({ ...mail, subject: target.value })}
      />
      <TextField
        label="Preview text"
        name="preview"
        optional
        maxLength={150}
        value={mail.preview}
        error={errorAt("preview")}
        hint="Email programs show it after the subject."
        onChange={({ target }) => onChange({ ...mail, preview: target.value })}
      />
      <MailTextField
        rows={12}
        maxLength={10_000}
        value={mail.body}
        error={errorAt("body")}
        onChange={(body) => onChange({ ...mail, body })}
      />
    </div>
  );
}
