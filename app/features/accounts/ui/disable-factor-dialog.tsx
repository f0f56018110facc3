import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { RemoveFactor } from "../accounts.ts";
import css from "./form.module.css";
import { AgainField, type Checked, useCheckedForm } from "./form-faults.tsx";

const labels = { password: "Password", code: "Verification Code" } as const;

export function DisableFactorDialog({
  open,
  onClose,
  ...asked
}: Checked<RemoveFactor> & { open: boolean; onClose: () => void }) {
  const { field, formProps, messages } = useCheckedForm(RemoveFactor, labels, "factor-off", asked, {});
  return (
    <Dialog open={open} title="Disable 2FA?" onClose={onClose} locked={asked.busy}>
      <form {...formProps} className={`grid gap-125 ${css.dialog}`} aria-label="Disable 2FA">
        <Notice kind="caution">
          The admin area closes immediately, and an admin account cannot sign in again until a new app is set up.
        </Notice>
        {messages}
        <AgainField {...field("password")} />
        <TextField
          {...field("code")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Six digits from the app, or a recovery code."
        />
        <Button type="submit" variant="primary" busy={asked.busy} busyText="Disabling">
          Disable 2FA
        </Button>
      </form>
    </Dialog>
  );
}
