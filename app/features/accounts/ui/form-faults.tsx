import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, useEffect, useState } from "react";
import { type FieldPath, type FieldValues, type UseFormProps, useForm } from "react-hook-form";
import type { z } from "zod";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";

/** A refused call as a form shows it: one message, and messages of single fields. `isStale`: they were changed elsewhere. */
export type Refusal = { message: string; fields?: Readonly<Record<string, string>>; isStale?: boolean };

/** What a form was opened with. Only a refusal as `isStale`, which shows the reader the current value, replaces it. */
export function useOpened<Value>(current: Value, refusal: Refusal | undefined, busy: boolean): Value {
  const [opened, setOpened] = useState(current);
  const [seen, setSeen] = useState(refusal);
  if (!busy && refusal !== seen) {
    setSeen(refusal);
    if (refusal?.isStale) setOpened(current);
  }
  return opened;
}

/** What a form gets from its page: the refusal of the last call, whether one is being sent, and what sends valid input. */
export type Checked<Input> = { refusal: Refusal | undefined; busy: boolean; onValid: (input: Input) => void };

/**
 * A form that its schema checks here and the server again. `labels` names the fields in page order, `prefix` starts their ids.
 * Spread `formProps` into the form. `messages`: the summary of several invalid fields, and the refusal; `failureNotice`: only the
 * refusal. A single invalid field gets the focus instead.
 */
export function useCheckedForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  labels: Readonly<Record<FieldPath<z.input<Schema>>, string>>,
  prefix: string,
  { refusal, busy, onValid }: Checked<z.output<Schema>>,
  options: Pick<UseFormProps<z.input<Schema>>, "mode" | "defaultValues"> = { mode: "onTouched" },
) {
  type Values = z.input<Schema>;
  const form = useForm<Values, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    ...options,
    shouldFocusError: false,
  });
  const { setError, setFocus, formState } = form;
  const names = Object.keys(labels) as FieldPath<Values>[];
  const idOf = (name: FieldPath<Values>) => `${prefix}-${name}`;
  /** The server's errors are shown before hydration too, and without scripts. */
  const [isFirst, setIsFirst] = useState(true);
  useEffect(() => setIsFirst(false), []);
  const faulty = names.filter((name) => formState.errors[name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is shown once, when it arrives
  useEffect(() => {
    const refused = names.filter((name) => refusal?.fields?.[name]);
    for (const name of refused) setError(name, { type: "server", message: refusal?.fields?.[name] ?? "" });
    if (refused.length === 1 && refused[0]) setFocus(refused[0]);
  }, [refusal]);

  const hasPlace = names.some((name) => refusal?.fields?.[name]);
  const failure = busy || !refusal || hasPlace ? null : refusal.message;
  const failureNotice = <FormFailure text={failure} />;
  const onInvalid = (errors: object) => {
    const [only, ...more] = names.filter((name) => name in errors);
    if (only && more.length === 0) setFocus(only);
  };
  return {
    form,
    failure,
    failureNotice,
    formProps: {
      method: "post",
      noValidate: true,
      onSubmit: form.handleSubmit((input) => onValid(input), onInvalid),
    } as const,
    messages: (
      <>
        {formState.submitCount > 0 && (
          <ErrorSummary
            fields={faulty.map((name) => ({ id: idOf(name), label: labels[name] }))}
            attempt={formState.submitCount}
          />
        )}
        {failureNotice}
      </>
    ),
    field: (name: FieldPath<Values>) => ({
      id: idOf(name),
      label: labels[name],
      error: (formState.errors[name]?.message as string | undefined) ?? (isFirst ? refusal?.fields?.[name] : undefined),
      ...form.register(name),
    }),
  };
}

export const AgainField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField {...props} autoComplete="current-password" maxLength={256} />
);
