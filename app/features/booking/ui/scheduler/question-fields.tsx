import type { UseFormReturn } from "react-hook-form";
import type { InviteeForm, TypedInvitee } from "#app/features/booking/booking.ts";
import type { Question } from "#app/features/booking/hosts/questions.ts";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";

export const questionFieldId = (id: string) => `question-${id}`;

export function QuestionFields({
  questions,
  form,
}: {
  questions: readonly Question[];
  form: UseFormReturn<TypedInvitee, unknown, InviteeForm>;
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
