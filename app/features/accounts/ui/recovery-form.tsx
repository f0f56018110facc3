import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { Recovery } from "../accounts.ts";
import { type Refusal, useFormFaults } from "./form-faults.ts";

const labels = { code: "Recovery Code" } as const;

export function RecoveryForm({
  refusal,
  busy,
  onValid,
  children,
}: {
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: { code: string }) => void;
  children: ReactNode;
}) {
  const form = useForm({ resolver: zodResolver(Recovery), shouldFocusError: false });
  const { failure, onInvalid, field } = useFormFaults(form, labels, "recovery", refusal);
  const { error, ...code } = field("code");
  const { setFocus } = form;
  useEffect(() => {
    if (refusal && !busy) setFocus("code");
  }, [refusal, busy, setFocus]);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="Recovery"
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      <input type="hidden" name="intent" value="recovery" />
      <TextField
        {...code}
        error={error ?? (busy ? undefined : (failure ?? undefined))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        hint="Ten characters. Capitals and dashes make no difference."
      />
      <Button type="submit" variant="primary" wide busy={busy} busyText="Checking your code">
        Verify
      </Button>
      {children}
    </form>
  );
}
