import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type Definition, maxSteps, type Step } from "#app/features/sequences/definitions/definition.ts";
import { newId } from "#app/lib/uuid.ts";
import { PageKeys } from "#app/ui/admin/page-keys.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useDraft } from "#app/ui/drafts/use-draft.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { DifferenceTable } from "#app/ui/lists/difference-table.tsx";
import type { PageKey } from "#app/ui/lists/page-key.ts";
import { ColleagueValue } from "#app/ui/text/colleague-value.tsx";
import { stepLabel } from "../sequence-labels.ts";
import { orderText, ruleText, stepDifferences } from "./differences.ts";
import {
  type DraftErrors,
  type DraftInput,
  type EditorFields,
  fieldsOf,
  moved,
  newMail,
  newTask,
  type RuleName,
  readFields,
  rulesHaveError,
  stepField,
  stepHasError,
  stepsOf,
} from "./editor-fields.ts";
import { RulesFields } from "./rules-fields.tsx";
import css from "./sequence-form.module.css";
import { StepFields } from "./step-fields.tsx";
import { StepRail } from "./step-rail.tsx";

function fieldText(name: RuleName | "title" | "order", fields: EditorFields): string {
  if (name === "title") return fields.title;
  return name === "order" ? orderText(stepsOf(fields)) : ruleText(name, fields);
}

const keys: readonly PageKey[] = [{ keys: ["Alt ↑", "Alt ↓"], text: "Move the open step up or down" }];

/**
 * The editor of a sequence's draft, with one step open. Typed text survives refusals and colleagues' saves; conflicting
 * fields show both versions. `preview` shows a saved step below its fields.
 */
export function SequenceForm({
  sequence,
  busy,
  refusal,
  savedAt,
  preview,
  margin,
  onSave,
}: {
  sequence: { title: string; draft: Definition; version: number };
  busy: boolean;
  refusal: string | undefined;
  /** When this form was last saved, once the saved values are loaded; 0 before. */
  savedAt: number;
  preview: (step: Step, isSaved: boolean) => ReactNode;
  margin?: ReactNode;
  onSave: (draft: DraftInput & { version: number }) => void;
}) {
  const stored = fieldsOf(sequence.title, sequence.draft);
  const draft = useDraft<EditorFields>({ stored, version: sequence.version, savedAt });
  useUnsaved(draft.isUnsaved);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [open, setOpen] = useState<string | null>(stored.order[0] ?? null);
  const [removed, setRemoved] = useState<{ key: string; place: number; label: string } | null>(null);
  const [said, setSaid] = useState("");
  const [added, setAdded] = useState<string | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const fields = draft.values as EditorFields;
  const steps = stepsOf(fields);
  const step = steps.find(({ key }) => key === open) ?? null;
  const place = step ? steps.indexOf(step) : -1;
  useEffect(() => {
    if (added) detail.current?.querySelector<HTMLInputElement>("[name=subject], [name=task]")?.focus();
  }, [added]);

  const setOrder = (order: readonly string[]) => draft.change("order", order);
  const add = (make: (key: string, isFirst: boolean) => Step) => {
    const made = make(newId().slice(-12), steps.length === 0);
    draft.change(stepField(made.key), made);
    setOrder([...fields.order, made.key]);
    setOpen(made.key);
    setAdded(made.key);
    setRemoved(null);
  };
  const move = (key: string, by: -1 | 1) => {
    const order = moved(fields.order, key, by);
    if (order === fields.order) return;
    setOrder(order);
    setSaid(`Step moved to place ${order.indexOf(key) + 1} of ${order.length}.`);
  };
  const remove = (gone: Step) => {
    const order = fields.order.filter((key) => key !== gone.key);
    setOrder(order);
    setRemoved({ key: gone.key, place, label: stepLabel(gone) });
    setOpen(order[Math.min(place, order.length - 1)] ?? null);
  };
  const restore = () => {
    if (!removed) return;
    const order = [...fields.order];
    order.splice(removed.place, 0, removed.key);
    setOrder(order);
    setOpen(removed.key);
    setRemoved(null);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined;
    // These controls use Alt and arrow keys themselves.
    if (!by || !step || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement)
      return;
    event.preventDefault();
    move(step.key, by);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readFields(fields);
    if ("errors" in read) {
      setErrors(read.errors);
      const faulty = steps.find(({ key }) => stepHasError(read.errors, key));
      setOpen(rulesHaveError(read.errors) ? null : (faulty?.key ?? null));
      return;
    }
    setErrors({});
    draft.markSent(fields);
    onSave({ ...read.draft, version: sequence.version });
  };
  const takeOrder = () => {
    const mine = fields.order.filter((key) => !stored.order.includes(key) && draft.isEdited(stepField(key)));
    draft.takeOver("order");
    if (mine.length > 0) setOrder([...stored.order, ...mine]);
  };
  const conflict = <Name extends keyof EditorFields>(name: Name) => (busy ? undefined : draft.conflictOf(name));
  const rule = (name: RuleName | "title") => {
    const theirs = conflict(name);
    if (theirs === undefined) return undefined;
    const value = fieldText(name, stored);
    return <ColleagueValue label="this rule" value={value} onUse={() => draft.takeOver(name)} />;
  };
  const theirOrder = conflict("order");
  const theirStep = step && conflict(stepField(step.key));
  const faults = Object.keys(errors).length;
  return (
    <ScriptForm
      className={`grid start ${css.editor}`}
      onSubmit={submit}
      noValidate
      aria-label="Sequence"
      onKeyDown={moveByKey}
    >
      <div className={`grid gap-100 ${css.rail}`}>
        <StepRail
          steps={steps}
          open={step?.key ?? null}
          errors={errors}
          isEdited={(key) => draft.isEdited(stepField(key))}
          onOpen={(key) => {
            setOpen(key);
            setRemoved(null);
          }}
        />
        <div className="cluster middle gap-50">
          <Button size={32} icon="plus" disabled={steps.length >= maxSteps} onClick={() => add(newMail)}>
            Add email
          </Button>
          <Button size={32} icon="plus" disabled={steps.length >= maxSteps} onClick={() => add(newTask)}>
            Add task
          </Button>
        </div>
        {margin}
        <PageKeys keys={keys} />
      </div>
      <div className="grid gap-110 shrinks" ref={detail}>
        <p className="vh" role="status">
          {said}
        </p>
        <FormFailure text={refusal} />
        {!refusal && draft.isOutdated && !busy && (
          <Notice kind="critical" live>
            A colleague saved this sequence while you were editing. Your text is still in the form: compare it, then
            save again.
          </Notice>
        )}
        {faults > 0 && (
          <Notice kind="critical" live>
            {faults === 1 ? "One field needs attention." : `${faults} fields need attention.`} The marked steps show
            which.
          </Notice>
        )}
        {theirOrder !== undefined && (
          <Notice kind="caution" live>
            A colleague saved these steps: {orderText(stepsOf(stored)) || "none"}.{" "}
            <Button variant="tertiary" size={32} onClick={takeOrder}>
              Use their steps
            </Button>
          </Notice>
        )}
        {removed && (
          <Notice kind="info" live>
            Removed “{removed.label}”.{" "}
            <Button variant="tertiary" size={32} onClick={restore}>
              Undo
            </Button>
          </Notice>
        )}
        <div className={`grid cols-1 gap-110 max-46 ${css.fields}`}>
          {step ? (
            <>
              <div className={`cluster middle between ${css.head}`}>
                <h2 className="larger strong">
                  Step {place + 1}: {step.kind === "mail" ? "email" : "task"}
                </h2>
                <div className="cluster middle gap-50">
                  <Button size={32} disabled={place === 0} onClick={() => move(step.key, -1)}>
                    Move up
                  </Button>
                  <Button size={32} disabled={place === steps.length - 1} onClick={() => move(step.key, 1)}>
                    Move down
                  </Button>
                  <Button size={32} onClick={() => remove(step)}>
                    Remove
                  </Button>
                </div>
              </div>
              {theirStep && (
                <Notice kind="caution" live>
                  A colleague saved another version of this step.
                  <DifferenceTable differences={stepDifferences(step, theirStep)} here="Yours" there="Colleague" />
                  <Button variant="tertiary" size={32} onClick={() => draft.takeOver(stepField(step.key))}>
                    Use the colleague's version
                  </Button>
                </Notice>
              )}
              <StepFields
                key={step.key}
                step={step}
                isFirst={place === 0}
                errorAt={(path) => errors[`${stepField(step.key)}.${path}`]}
                onChange={(changed) => draft.change(stepField(step.key), changed)}
              />
            </>
          ) : (
            <>
              <div className={`cluster middle between ${css.head}`}>
                <h2 className="larger strong">Rules</h2>
              </div>
              <RulesFields
                fields={fields}
                errorAt={(path) => errors[path]}
                conflictOf={rule}
                onChange={(name, value) => draft.change(name, value)}
              />
            </>
          )}
        </div>
        <div className={`cluster middle max-46 rule-top ${css.save}`}>
          <Button type="submit" variant="primary" size={40} busy={busy} busyText="Saving">
            Save draft
          </Button>
          <p className="muted smaller" role="status">
            {draft.isUnsaved ? "Unsaved changes" : "All changes saved"}
          </p>
        </div>
        {step && preview(step, !draft.isEdited(stepField(step.key)))}
      </div>
    </ScriptForm>
  );
}
