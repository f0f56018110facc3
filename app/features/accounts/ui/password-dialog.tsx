import type { ReactNode } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { PasswordAgain, ProofAgain } from "../accounts.ts";
import css from "./form.module.css";
import { AgainField, type Checked, useCheckedForm } from "./form-faults.tsx";

const labels = { password: "Password" } as const;

type Asked = Checked<{ password?: string | undefined }> & {
  /** False for an account without a password: the server then asks for a new session instead. */
  needsPassword?: boolean;
  confirm: string;
  busyText: string;
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

export function PasswordAgainForm({ needsPassword = true, confirm, busyText, children, ...asked }: Asked) {
  const schema = (needsPassword ? PasswordAgain : ProofAgain) as typeof ProofAgain;
  const { field, formProps, failureNotice } = useCheckedForm(schema, labels, "again", asked, {});
  return (
    <form {...formProps} className={`grid gap-125 ${css.dialog}`} aria-label="Confirm that it is you">
      <div className={`soft ui-size ${css.small}`}>{children}</div>
      {failureNotice}
      {needsPassword && <AgainField {...field("password")} />}
      <Button type="submit" variant="primary" busy={asked.busy} busyText={busyText}>
        {confirm}
      </Button>
    </form>
  );
}
