import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { SecondFactorCode } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useIsHydrated } from "#app/ui/drafts/use-hydrated.ts";
import { CodeField } from "#app/ui/forms/code-field.tsx";
import type { Refusal } from "../form-faults.tsx";

/** Time to notice a typo in the last digit or to press the button. */
const pauseMs = 600;

/**
 * Six digits from the authenticator app or a mail (see `schema`). Submits 600 ms after the sixth digit; Enter and the
 * button submit at once, and a code is submitted once. Clears a refused code, because the next one differs. `children`:
 * alternatives to the code.
 */
export function CodeForm({
  schema = SecondFactorCode,
  refusal,
  busy,
  intent,
  onValid,
  children,
}: {
  schema?: typeof SecondFactorCode;
  refusal: Refusal | undefined;
  busy: boolean;
  /** What the code is for, sent with it where scripts are off. */
  intent?: string;
  onValid: (input: { code: string }) => void;
  children?: ReactNode;
}) {
  const [digits, setDigits] = useState("");
  const [fault, setFault] = useState<string>();
  const [answered, setAnswered] = useState<Refusal>();
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useIsHydrated();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Prevents a second submission before `busy` is set. */
  const sent = useRef(false);

  if (refusal !== answered) {
    setAnswered(refusal);
    setDigits("");
    setFault(refusal?.message);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal refusal of another submission is handled again
  useEffect(() => {
    if (!busy) sent.current = false;
  }, [refusal, busy]);
  useEffect(() => {
    if (refusal && !busy) form.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
  }, [refusal, busy]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    clearTimeout(pause.current);
    if (busy || sent.current) return;
    const input = schema.safeParse({ code: digits });
    if (!input.success) {
      setFault(input.error.issues[0]?.message);
      form.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
      return;
    }
    setFault(undefined);
    sent.current = true;
    onValid(input.data);
  };
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="Verification"
      onSubmit={submit}
    >
      {intent && <input type="hidden" name="intent" value={intent} />}
      <CodeField
        label="Verification Code"
        hint={isHydrated ? "The code is checked after the sixth digit." : "Six digits"}
        name="code"
        value={digits}
        onValue={(value) => {
          clearTimeout(pause.current);
          setDigits(value);
          if (value) setFault(undefined);
        }}
        onComplete={() => {
          pause.current = setTimeout(() => form.current?.requestSubmit(), pauseMs);
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
