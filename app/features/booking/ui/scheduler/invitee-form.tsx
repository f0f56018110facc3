import { type BaseSyntheticEvent, useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { EventType, TypedInvitee as Fields, InviteeForm as Invitee } from "#app/features/booking/booking.ts";
import type { Question } from "#app/features/booking/hosts/questions.ts";
import { type InviteeName, inviteeFields, inviteeNames } from "#app/features/booking/invitee-fields.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { InviteeField } from "../invitee-field.tsx";
import css from "./scheduler.module.css";

const questionFieldId = (id: string) => `question-${id}`;

function QuestionFields({
  questions,
  form,
}: {
  questions: readonly Question[];
  form: UseFormReturn<Fields, unknown, Invitee>;
}) {
  const { register, formState } = form;
  return questions.map(({ id, label, kind, required, options }) => {
    const field = {
      label,
      id: questionFieldId(id),
      optional: !required,
      error: formState.errors.answers?.[id]?.message,
      ...register(`answers.${id}`),
    };
    if (kind === "lines") return <TextArea key={id} {...field} maxLength={2000} rows={3} />;
    if (kind === "line") return <TextField key={id} {...field} maxLength={300} />;
    return <SelectField key={id} {...field} options={[{ value: "", label: "Please choose" }, ...options]} />;
  });
}

const idOf = (name: string) => `invitee-${name}`;

/** The visitor's details. Their state is in `form`, outside, so that it survives choosing another slot. */
export function InviteeForm({
  form,
  kind,
  failure,
  onSubmit,
}: {
  form: UseFormReturn<Fields, unknown, Invitee>;
  kind: EventType;
  failure: string | null;
  onSubmit: (event: BaseSyntheticEvent) => Promise<void>;
}) {
  const { register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const { questions } = kind;
  const faulty = [
    ...inviteeNames
      .filter((name) => errors[name])
      .map((name) => ({ id: idOf(name), label: inviteeFields[name].label })),
    ...questions.filter(({ id }) => errors.answers?.[id]).map(({ id, label }) => ({ id: questionFieldId(id), label })),
  ];
  const field = (name: InviteeName) => (
    <InviteeField key={name} id={idOf(name)} error={errors[name]?.message} {...register(name)} />
  );
  return (
    <form method="post" noValidate className={`grid gap-125 ${css.form}`} onSubmit={onSubmit} aria-label="Your details">
      {submitCount > 0 && <ErrorSummary fields={faulty} attempt={submitCount} />}
      <FormFailure text={failure} />
      <div className={`grid gap-125 ${css.pair}`}>{(["name", "email"] as const).map(field)}</div>
      <QuestionFields questions={questions} form={form} />
      <div className={`grid gap-125 ${css.pair} ${css.long}`}>{(["guests", "notes"] as const).map(field)}</div>
      <Button type="submit" variant="primary" busy={isSubmitting} busyText="Scheduling…">
        Schedule Event
      </Button>
      {submitCount === 0 && !failure && <NextSteps kind={kind} />}
    </form>
  );
}

/** Left out after a refused attempt: in a frame its errors get this space. */
const NextSteps = ({ kind }: { kind: EventType }) => (
  <ul className={`grid small ${css.next}`} aria-label="What happens next">
    <li className="line baseline gap-60">
      <Icon name="mail" size={16} />
      {kind.needsConfirmation ? "A host confirms the call by email." : "The confirmation comes by email."}
    </li>
    <li className="line baseline gap-60">
      <Icon name="calendar" size={16} />
      {kind.changeLimitHours > 0
        ? `You can move or cancel the call until ${counted(kind.changeLimitHours, "hour")} before its start.`
        : "With a link to move or cancel the call."}
    </li>
    <li className="line baseline gap-60">
      <Icon name="link" size={16} />
      {kind.where}
    </li>
  </ul>
);

/** A heading that gets the focus when its step begins, for keyboards and screen readers. */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <h2 ref={heading} className="t3" tabIndex={-1}>
      {children}
    </h2>
  );
}
