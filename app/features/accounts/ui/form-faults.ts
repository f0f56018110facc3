import { useEffect, useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** A refused call as a form shows it: one message, and messages of single fields. `isStale`: they were changed elsewhere. */
export type Refusal = { message: string; fields?: Record<string, string>; isStale?: boolean };

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

/**
 * Combines a form's errors from its schema and from the server. `labels` names the fields in page order. Give `useForm`
 * `shouldFocusError: false`: a single invalid field gets the focus; with several, the summary above the form gets it.
 */
export function useFormFaults<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  labels: Readonly<Record<FieldPath<Values>, string>>,
  prefix: string,
  refusal: Refusal | undefined,
) {
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
  return {
    summary: {
      fields: faulty.map((name) => ({ id: idOf(name), label: labels[name] })),
      attempt: formState.submitCount,
    },
    failure: refusal && !hasPlace ? refusal.message : null,
    onInvalid: (errors: object) => {
      const [only, ...more] = names.filter((name) => name in errors);
      if (only && more.length === 0) setFocus(only);
    },
    field: (name: FieldPath<Values>) => ({
      id: idOf(name),
      label: labels[name],
      error: (formState.errors[name]?.message as string | undefined) ?? (isFirst ? refusal?.fields?.[name] : undefined),
      ...form.register(name),
    }),
  };
}
