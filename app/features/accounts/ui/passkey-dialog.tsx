import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { NewPasskeyForm, PasskeyName } from "../accounts.ts";
import { AgainField } from "./again-field.tsx";
import css from "./form.module.css";
import { type Refusal, useFormFaults } from "./form-faults.ts";

type Asked = { name: string; refusal: Refusal | undefined; busy: boolean; onClose: () => void };

export function NewPasskeyDialog({
  needsPassword,
  onValid,
  ...asked
}: Asked & { needsPassword: boolean; onValid: (input: { name: string; password?: string }) => void }) {
  return (
    <Dialog open title="Add a passkey" onClose={asked.onClose} locked={asked.busy}>
      {needsPassword ? (
        <WithPassword {...asked} onValid={onValid} />
      ) : (
        <NameForm {...asked} action="Continue" busyText="Waiting for your device" onValid={onValid} />
      )}
    </Dialog>
  );
}

export function RenamePasskeyDialog({ onValid, ...asked }: Asked & { onValid: (input: PasskeyName) => void }) {
  return (
    <Dialog open title="Rename the passkey" onClose={asked.onClose} locked={asked.busy}>
      <NameForm {...asked} action="Save" busyText="Saving" onValid={onValid} />
    </Dialog>
  );
}

const labels = { name: "Name", password: "Password" } as const;
const nameHint = "For example, the device or password manager that stores it.";

function WithPassword({
  name,
  refusal,
  busy,
  onValid,
}: Asked & { onValid: (input: { name: string; password: string }) => void }) {
  const form = useForm({ resolver: zodResolver(NewPasskeyForm), defaultValues: { name }, shouldFocusError: false });
  const { failure, onInvalid, field } = useFormFaults(form, labels, "passkey", refusal);
  return (
    <form
      method="post"
      noValidate
      className={`grid gap-125 ${css.dialog}`}
      aria-label="Add a passkey"
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      <FormFailure text={busy ? null : failure} />
      <TextField {...field("name")} autoComplete="off" maxLength={60} hint={nameHint} />
      <AgainField {...field("password")} />
      <Button type="submit" variant="primary" busy={busy} busyText="Waiting for your device">
        Continue
      </Button>
    </form>
  );
}

function NameForm({
  name,
  refusal,
  busy,
  action,
  busyText,
  onValid,
}: Asked & { action: string; busyText: string; onValid: (input: PasskeyName) => void }) {
  const form = useForm({ resolver: zodResolver(PasskeyName), defaultValues: { name }, shouldFocusError: false });
  const { failure, onInvalid, field } = useFormFaults(form, { name: labels.name }, "passkey-name", refusal);
  return (
    <form
      method="post"
      noValidate
      className={`grid gap-125 ${css.dialog}`}
      aria-label="Name of the passkey"
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      <FormFailure text={busy ? null : failure} />
      <TextField {...field("name")} autoComplete="off" maxLength={60} hint={nameHint} />
      <Button type="submit" variant="primary" busy={busy} busyText={busyText}>
        {action}
      </Button>
    </form>
  );
}
