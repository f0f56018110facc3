import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#app/ui/buttons/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { type ChangePassword, ChangePasswordForm as Schema } from "../accounts.ts";
import { AgainField } from "./again-field.tsx";
import { type Refusal, useFormFaults } from "./form-faults.ts";

const labels = {
  currentPassword: "Current Password",
  newPassword: "New Password",
  confirmPassword: "Confirm New Password",
} as const;

/** Contains the address, hidden, for password managers. */
export function ChangePasswordForm({
  email,
  refusal,
  busy,
  onValid,
}: {
  email: string;
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: ChangePassword) => void;
}) {
  const form = useForm({ resolver: zodResolver(Schema), mode: "onTouched", shouldFocusError: false });
  const { summary, failure, onInvalid, field } = useFormFaults(form, labels, "password", refusal);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="Change password"
      onSubmit={form.handleSubmit(
        ({ currentPassword, newPassword }) => onValid({ currentPassword, newPassword }),
        onInvalid,
      )}
    >
      {summary.attempt > 0 && <ErrorSummary {...summary} />}
      <FormFailure text={busy ? null : failure} />
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <AgainField {...field("currentPassword")} />
      <PasswordField
        {...field("newPassword")}
        autoComplete="new-password"
        maxLength={256}
        hint="8 characters or more. A few unrelated words make a good one."
      />
      <PasswordField {...field("confirmPassword")} autoComplete="new-password" maxLength={256} />
      <div className="cluster middle gap-100">
        <Button type="submit" variant="primary" busy={busy} busyText="Saving">
          Change Password
        </Button>
      </div>
    </form>
  );
}
