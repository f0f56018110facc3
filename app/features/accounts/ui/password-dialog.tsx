import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { PasswordAgain, ProofAgain } from "../accounts.ts";
import { AgainField } from "./again-field.tsx";
import css from "./form.module.css";
import { type Refusal, useFormFaults } from "./form-faults.ts";

const labels = { password: "Password" } as const;

type Asked = {
  /** False for an account without a password: the server then asks for a new session instead. */
  needsPassword?: boolean;
  confirm: string;
  busyText: string;
  busy: boolean;
  refusal: Refusal | undefined;
  onValid: (input: { password?: string | undefined }) => void;
  children: ReactNode;
};

export function PasswordDialog({
  open,
  title,
  onClose,
  ...asked
}: Asked & { open: boolean; title: string; onClose: () => void }) {
  return (
    <Dialog open={open} title={title} onClose={onClose} locked={asked.busy}>
      <PasswordAgainForm {...asked} />
    </Dialog>
  );
}

export function PasswordAgainForm({
  needsPassword = true,
  confirm,
  busyText,
  busy,
  refusal,
  onValid,
  children,
}: Asked) {
  const form = useForm({
    resolver: zodResolver((needsPassword ? PasswordAgain : ProofAgain) as typeof ProofAgain),
    shouldFocusError: false,
  });
  const { failure, onInvalid, field } = useFormFaults(form, labels, "again", refusal);
  return (
    <form
      method="post"
      noValidate
      className={`grid gap-125 ${css.dialog}`}
      aria-label="Confirm that it is you"
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      <div className={`soft ui-size lh-150 ${css.small}`}>{children}</div>
      <FormFailure text={busy ? null : failure} />
      {needsPassword && <AgainField {...field("password")} />}
      <Button type="submit" variant="primary" busy={busy} busyText={busyText}>
        {confirm}
      </Button>
    </form>
  );
}
