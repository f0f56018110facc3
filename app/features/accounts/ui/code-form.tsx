import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CodeField } from "../../../ui/code-field.tsx";
import { SecondFactorCode } from "../accounts.ts";
import css from "./form.module.css";
import type { Refusal } from "./form-faults.ts";

/**
 * Six digits, of the authenticator app or out of a mail (`schema` says which). A refused code is emptied, because the next
 * one is another. `children` is the way out.
 */
export function CodeForm({
  schema = SecondFactorCode,
  refusal,
  busy,
  onValid,
  children,
}: {
  schema?: typeof SecondFactorCode;
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: { code: string }) => void;
  children?: ReactNode;
}) {
  const [digits, setDigits] = useState("");
  const [fault, setFault] = useState<string>();
  const [answered, setAnswered] = useState<Refusal>();
  const form = useRef<HTMLFormElement>(null);

  if (refusal !== answered) {
    setAnswered(refusal);
    setDigits("");
    setFault(refusal?.message);
  }
  useEffect(() => {
    if (refusal && !busy) form.current?.querySelector("input")?.focus();
  }, [refusal, busy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const input = schema.safeParse({ code: digits });
    if (!input.success) {
      setFault(input.error.issues[0]?.message);
      form.current?.querySelector("input")?.focus();
      return;
    }
    setFault(undefined);
    onValid(input.data);
  };
  return (
    <form ref={form} method="post" noValidate className={css.form} aria-label="Verification" onSubmit={submit}>
      <CodeField
        label="Verification Code"
        name="code"
        value={digits}
        onValue={(value) => {
          setDigits(value);
          if (value) setFault(undefined);
        }}
        readOnly={busy}
        autoFocus
        error={busy ? undefined : fault}
      />
      <Button type="submit" variant="primary" wide busy={busy} busyText="Checking your code">
        Verify
      </Button>
      {children}
    </form>
  );
}
