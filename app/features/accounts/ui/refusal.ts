import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** What a call said instead of doing it, as a form shows it: one message, and what belongs to single fields. */
export type Refusal = { message: string; fields?: Record<string, string> };

/**
 * Puts the server's complaints beside their fields, the first of them in focus. Answers what is left to say above the
 * form, or null when every complaint has its field.
 */
export function useRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  refusal: Refusal | undefined,
  names: readonly FieldPath<Values>[],
): string | null {
  const { setError } = form;
  useEffect(() => {
    const known = names.filter((name) => refusal?.fields?.[name]);
    for (const [index, name] of known.entries())
      setError(name, { type: "server", message: refusal?.fields?.[name] ?? "" }, { shouldFocus: index === 0 });
  }, [refusal, names, setError]);
  if (!refusal) return null;
  return refusal.fields && names.some((name) => refusal.fields?.[name]) ? null : refusal.message;
}
