import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { FunnelChoices } from "#app/features/analytics/funnels/funnel-choices.server.ts";
import {
  defaultWindowHours,
  type FunnelDefinition,
  FunnelInput,
  type FunnelMatchKind,
  type FunnelOrder,
  funnelOrders,
  matchKinds,
  maxSteps,
  maxWindowDays,
  orderLabels,
} from "#app/features/analytics/funnels/funnel-definition.ts";
import { matchText, readMatch } from "#app/features/analytics/funnels/funnel-text.ts";
import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { cut } from "#app/lib/words/cut.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsavedSince } from "#app/ui/drafts/leave-warning.tsx";
import { CheckField, NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import css from "./funnel-form.module.css";

type Row = { id: number; kind: FunnelMatchKind; text: string };
/** `field`: the name of a field, or the index of a step. */
type Fault = { field: "name" | "days" | number | null; text: string };
type Step = { id: number; name: string; isOptional: boolean; rows: Row[] };

const placeholders: Readonly<Record<FunnelMatchKind, string>> = {
  page: "/pricing or /automation-grid/*",
  event: "click: button",
  conversion: "form_submit: *",
  stage: "booking.scheduled",
};
const maxAlternatives = 10;

/** Edits the definition of a funnel. `onSave` receives a valid one; `refusal` is shown above the button. */
export function FunnelForm({
  name,
  definition,
  busy,
  refusal,
  savedAt,
  choices,
  onSave,
}: {
  name: string;
  definition: FunnelDefinition | null;
  /** What exists, offered while typing; other texts and patterns remain possible. */
  choices?: FunnelChoices;
  busy: boolean;
  refusal: string | undefined;
  /** Time of the last save; from then on no warning appears when leaving the page. */
  savedAt: number;
  onSave: (funnel: FunnelInput) => void;
}) {
  const changed = useUnsavedSince({ name, definition, savedAt });
  const [nextId, setNextId] = useState(1000);
  const [steps, setSteps] = useState<Step[]>(() => stepsOf(definition));
  const [fault, setFault] = useState<Fault>();
  const errorOf = (field: Fault["field"]) => (fault?.field === field ? fault?.text : undefined);
  const notice = fault ? errorOf(null) : refusal;
  const newId = () => {
    setNextId(nextId + 1);
    return nextId;
  };
  const change = (changedSteps: Step[]) => {
    changed();
    setSteps(changedSteps);
  };
  const changeStep = (id: number, values: Partial<Step>) =>
    change(steps.map((step) => (step.id === id ? { ...step, ...values } : step)));
  const changeRow = (step: Step, id: number, values: Partial<Row>) =>
    changeStep(step.id, { rows: step.rows.map((row) => (row.id === id ? { ...row, ...values } : row)) });
  const move = (index: number, by: number) => {
    const moved = [...steps];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    change(moved.map((step, place) => (place === 0 ? { ...step, isOptional: false } : step)));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const days = String(form.get("days"));
    const funnel = FunnelInput.safeParse({
      name: form.get("name"),
      definition: {
        order: form.get("order"),
        windowHours: Math.round((parseNumber(days) ?? Number.NaN) * 24),
        steps: steps.map((step, index) => {
          const matches = step.rows.flatMap(({ kind, text }) => readMatch(kind, text) ?? []);
          const isOptional = index > 0 && step.isOptional;
          return {
            name: step.name.trim() || (matches[0] ? cut(matchText(matches[0]), 60) : ""),
            matches,
            isOptional,
          };
        }),
      },
    });
    flushSync(() => setFault(funnel.success ? undefined : faultOf(funnel.error.issues[0], days)));
    if (funnel.success) onSave(funnel.data);
    else element.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <ScriptForm className={`grid gap-125 ${css.form}`} onSubmit={submit} noValidate>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        defaultValue={name}
        onChange={changed}
        error={errorOf("name")}
      />
      {steps.map((step, index) => (
        <fieldset key={step.id} className={`grid gap-75 card shrinks ${css.step}`}>
          <legend>Step {index + 1}</legend>
          <TextField
            label="Step name"
            maxLength={60}
            value={step.name}
            onChange={({ target }) => changeStep(step.id, { name: target.value })}
          />
          {step.rows.map((row, place) => (
            <div key={row.id} className={`grid end ${css.row}`}>
              <SelectField
                label={place === 0 ? "Counts" : "Or"}
                options={Object.entries(matchKinds).map(([value, label]) => ({ value, label }))}
                value={row.kind}
                onChange={({ target }) => changeRow(step, row.id, { kind: target.value as FunnelMatchKind })}
              />
              <TextField
                label={matchKinds[row.kind]}
                placeholder={placeholders[row.kind]}
                {...(choices && { list: `choices-${row.kind}` })}
                maxLength={300}
                autoComplete="off"
                spellCheck={false}
                value={row.text}
                error={place === 0 ? errorOf(index) : undefined}
                onChange={({ target }) => changeRow(step, row.id, { text: target.value })}
              />
              {step.rows.length > 1 && (
                <Button
                  size={40}
                  onClick={() => changeStep(step.id, { rows: step.rows.filter(({ id }) => id !== row.id) })}
                >
                  Remove
                </Button>
              )}
            </div>
          ))}
          {index > 0 && (
            <CheckField
              label="Optional: visitors can skip this step"
              checked={step.isOptional}
              onChange={({ target }) => changeStep(step.id, { isOptional: target.checked })}
            />
          )}
          <div className="cluster gap-60">
            <Button
              size={32}
              disabled={step.rows.length >= maxAlternatives}
              onClick={() => changeStep(step.id, { rows: [...step.rows, { id: newId(), kind: "page", text: "" }] })}
            >
              Add alternative
            </Button>
            <Button size={32} disabled={index === 0} onClick={() => move(index, -1)}>
              Move up
            </Button>
            <Button size={32} disabled={index === steps.length - 1} onClick={() => move(index, 1)}>
              Move down
            </Button>
            <Button
              size={32}
              disabled={steps.length <= 2}
              onClick={() => change(steps.filter(({ id }) => id !== step.id))}
            >
              Remove step
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="cluster gap-60">
        <Button
          size={40}
          icon="plus"
          disabled={steps.length >= maxSteps}
          onClick={() => {
            const id = newId();
            change([...steps, emptyStep(id)]);
          }}
        >
          Add step
        </Button>
      </div>
      {choices &&
        Object.entries(choices).map(([kind, texts]) => (
          <datalist key={kind} id={`choices-${kind}`}>
            {texts.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        ))}
      <p className="muted smaller">
        {choices && "Choose from what visitors did in the last 90 days, or type a pattern. "}
        <code>*</code> stands for any text. Events and conversions are typed as <code>type: name</code>, funnel stages
        as <code>stage.substage</code>.
      </p>
      <div className={`grid gap-100 ${css.settings}`}>
        <SelectField
          label="Order"
          name="order"
          defaultValue={definition?.order ?? ("ordered" satisfies FunnelOrder)}
          options={funnelOrders.map((value) => ({ value, label: orderLabels[value] }))}
          onChange={changed}
        />
        <NumberField
          label="Time limit"
          name="days"
          unit="days"
          defaultValue={String((definition?.windowHours ?? defaultWindowHours) / 24)}
          error={errorOf("days")}
          onChange={changed}
        />
      </div>
      <FormFailure text={notice} />
      <div className="cluster gap-60">
        <Button type="submit" variant="primary" size={40} busy={busy} busyText="Saving">
          Save funnel
        </Button>
      </div>
    </ScriptForm>
  );
}

const emptyStep = (id: number): Step => ({ id, name: "", isOptional: false, rows: [{ id, kind: "page", text: "" }] });

function stepsOf(definition: FunnelDefinition | null): Step[] {
  if (!definition) return [emptyStep(1), emptyStep(2)];
  return definition.steps.map(({ name, isOptional, matches }, index) => ({
    ...{ id: index, name, isOptional },
    rows: matches.map((match, place) => ({ id: place, kind: match.kind, text: matchText(match) })),
  }));
}

function faultOf(issue: { path: readonly PropertyKey[]; message: string } | undefined, days: string): Fault {
  const [part, field, index] = issue?.path ?? [];
  if (part === "name") return { field: "name", text: "Enter a name for the funnel." };
  if (field === "windowHours")
    return {
      field: "days",
      text: askedNumber(days) ?? `Enter a time limit from 1 hour (0.05 days) to ${maxWindowDays} days.`,
    };
  if (field === "steps" && typeof index === "number")
    return { field: index, text: `Step ${index + 1}: enter what it counts, such as ${placeholders.page}.` };
  return { field: null, text: "Check the funnel and try again." };
}
