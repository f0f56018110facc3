import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { RemoveFactor } from "../accounts.ts";
import { AgainField } from "./again-field.tsx";
import css from "./form.module.css";
import { type Refusal, useFormFaults } from "./form-faults.ts";

const labels = { password: "Password", code: "Verification Code" } as const;

export function DisableFactorDialog({
  open,
  refusal,
  busy,
  onValid,
  onClose,
}: {
  open: boolean;
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: RemoveFactor) => void;
  onClose: () => void;
}) {
  const form = useForm({ resolver: zodResolver(RemoveFactor), shouldFocusError: false });
  const { summary, failure, onInvalid, field } = useFormFaults(form, labels, "factor-off", refusal);
  return (
    <Dialog open={open} title="Disable 2FA?" onClose={onClose} locked={busy}>
      <form
        method="post"
        noValidate
        className={`grid gap-125 ${css.dialog}`}
        aria-label="Disable 2FA"
        onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
      >
        <Notice kind="caution">
          The admin area closes immediately, and an admin account cannot sign in again until a new app is set up.
        </Notice>
        {summary.attempt > 0 && <ErrorSummary {...summary} />}
        <FormFailure text={busy ? null : failure} />
        <AgainField {...field("password")} />
        <TextField
          {...field("code")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Six digits from the app, or a recovery code."
        />
        <Button type="submit" variant="primary" busy={busy} busyText="Disabling">
          Disable 2FA
        </Button>
      </form>
    </Dialog>
  );
}
