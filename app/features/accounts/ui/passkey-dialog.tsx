import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { NewPasskeyForm, PasskeyName } from "../accounts.ts";
import css from "./form.module.css";
import { AgainField, type Checked, useCheckedForm } from "./form-faults.tsx";

type Asked<Input> = Checked<Input> & { name: string; onClose: () => void };
type Named = { name: string; password?: string };

export function NewPasskeyDialog({ needsPassword, ...asked }: Asked<Named> & { needsPassword: boolean }) {
  return (
    <Dialog open title="Add a passkey" onClose={asked.onClose} locked={asked.busy}>
      {needsPassword ? (
        <WithPassword {...asked} />
      ) : (
        <NameForm {...asked} action="Continue" busyText="Waiting for your device" />
      )}
    </Dialog>
  );
}

export function RenamePasskeyDialog(asked: Asked<PasskeyName>) {
  return (
    <Dialog open title="Rename the passkey" onClose={asked.onClose} locked={asked.busy}>
      <NameForm {...asked} action="Save" busyText="Saving" />
    </Dialog>
  );
}

const labels = { name: "Name", password: "Password" } as const;
const nameHint = "For example, the device or password manager that stores it.";

function WithPassword({ name, ...asked }: Asked<{ name: string; password: string }>) {
  const { field, formProps, failureNotice } = useCheckedForm(NewPasskeyForm, labels, "passkey", asked, {
    defaultValues: { name },
  });
  return (
    <form {...formProps} className={`grid gap-125 ${css.dialog}`} aria-label="Add a passkey">
      {failureNotice}
      <TextField {...field("name")} autoComplete="off" maxLength={60} hint={nameHint} />
      <AgainField {...field("password")} />
      <Button type="submit" variant="primary" busy={asked.busy} busyText="Waiting for your device">
        Continue
      </Button>
    </form>
  );
}

function NameForm({ name, action, busyText, ...asked }: Asked<PasskeyName> & { action: string; busyText: string }) {
  const { field, formProps, failureNotice } = useCheckedForm(
    PasskeyName,
    { name: labels.name },
    "passkey-name",
    asked,
    {
      defaultValues: { name },
    },
  );
  return (
    <form {...formProps} className={`grid gap-125 ${css.dialog}`} aria-label="Name of the passkey">
      {failureNotice}
      <TextField {...field("name")} autoComplete="off" maxLength={60} hint={nameHint} />
      <Button type="submit" variant="primary" busy={asked.busy} busyText={busyText}>
        {action}
      </Button>
    </form>
  );
}
