import { type BaseSyntheticEvent, useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type TypedInvitee as Fields, type InviteeForm as Invitee, maxGuests } from "#app/features/booking/booking.ts";
import type { Question } from "#app/features/booking/hosts/questions.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { FormFailure } from "#app/ui/form-failure.tsx";
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

const labels = { name: "Name", email: "Email", guests: "Guests", notes: "Notes" } as const;
const names = ["name", "email", "guests", "notes"] as const;
const idOf = (name: string) => `invitee-${name}`;

/** The visitor's details. Their state is in `form`, outside, so that it survives choosing another slot. */
export function InviteeForm({
  form,
  questions,
  failure,
  onSubmit,
}: {
  form: UseFormReturn<Fields, unknown, Invitee>;
  questions: readonly Question[];
  failure: string | null;
  onSubmit: (event: BaseSyntheticEvent) => Promise<void>;
}) {
  const { register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const faulty = [
    ...names.filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] })),
    ...questions.filter(({ id }) => errors.answers?.[id]).map(({ id, label }) => ({ id: questionFieldId(id), label })),
  ];
  return (
    <form method="post" noValidate className={css.form} onSubmit={onSubmit} aria-label="Your details">
      {submitCount > 0 && <ErrorSummary fields={faulty} attempt={submitCount} />}
      <FormFailure text={failure} />
      <TextField
        label={labels.name}
        id={idOf("name")}
        autoComplete="name"
        maxLength={100}
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label={labels.email}
        id={idOf("email")}
        type="email"
        autoComplete="email"
        maxLength={255}
        hint="The confirmation and the calendar file go here."
        error={errors.email?.message}
        {...register("email")}
      />
      <QuestionFields questions={questions} form={form} />
      <TextArea
        label={labels.guests}
        id={idOf("guests")}
        optional
        maxLength={1500}
        rows={2}
        hint={`Addresses of up to ${maxGuests} colleagues. They get the calendar file, and every change.`}
        error={errors.guests?.message}
        {...register("guests")}
      />
      <TextArea
        label={labels.notes}
        id={idOf("notes")}
        optional
        maxLength={2000}
        hint="What should we look at before the call?"
        error={errors.notes?.message}
        {...register("notes")}
      />
      <Button type="submit" variant="primary" busy={isSubmitting} busyText="Scheduling…">
        Schedule Event
      </Button>
    </form>
  );
}

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
