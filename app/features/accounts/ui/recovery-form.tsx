import { type ReactNode, useEffect } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { Recovery } from "../accounts.ts";
import { type Checked, useCheckedForm } from "./form-faults.tsx";

const labels = { code: "Recovery Code" } as const;

export function RecoveryForm({ children, ...asked }: Checked<{ code: string }> & { children: ReactNode }) {
  const { refusal, busy } = asked;
  const { form, field, failure, formProps } = useCheckedForm(Recovery, labels, "recovery", asked, {});
  const { error, ...code } = field("code");
  const { setFocus } = form;
  useEffect(() => {
    if (refusal && !busy) setFocus("code");
  }, [refusal, busy, setFocus]);
  return (
    <form {...formProps} className="grid gap-125 top-175" aria-label="Recovery">
      <input type="hidden" name="intent" value="recovery" />
      <TextField
        {...code}
        error={error ?? failure ?? undefined}
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
