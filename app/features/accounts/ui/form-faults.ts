import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** What a call said instead of doing it, as a form shows it: one message, and what belongs to single fields. */
export type Refusal = { message: string; fields?: Record<string, string> };

/**
 * What is wrong with a form, wherever it was found: by its own schema or by the server, whose complaints are put beside
 * their fields. `labels` names the fields in their order on the page. Give `useForm` `shouldFocusError: false`: one faulty
 * field takes the focus itself, several leave it to the summary above the form.
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
  const faulty = names.filter((name) => formState.errors[name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is shown once, when it arrives
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
      error: formState.errors[name]?.message as string | undefined,
      ...form.register(name),
    }),
  };
}
