import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ResetPasswordForm } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { type Refusal, useFormFaults } from "../form-faults.ts";

const labels = { newPassword: "New Password", confirmPassword: "Confirm New Password" } as const;

export const passwordHint = "8 characters or more, with an uppercase letter, a lowercase letter and a number.";

export function NewPasswordForm({
  refusal,
  busy,
  token,
  onValid,
}: {
  refusal: Refusal | undefined;
  busy: boolean;
  token: string;
  onValid: (input: { newPassword: string }) => void;
}) {
  const form = useForm({ resolver: zodResolver(ResetPasswordForm), mode: "onTouched", shouldFocusError: false });
  const { summary, failure, onInvalid, field } = useFormFaults(form, labels, "reset", refusal);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="New password"
      onSubmit={form.handleSubmit(({ newPassword }) => onValid({ newPassword }), onInvalid)}
    >
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="token" value={token} />
      {summary.attempt > 0 && <ErrorSummary {...summary} />}
      <FormFailure text={busy ? null : failure} />
      <PasswordField {...field("newPassword")} autoComplete="new-password" maxLength={256} hint={passwordHint} />
      <PasswordField {...field("confirmPassword")} autoComplete="new-password" maxLength={256} />
      <Button type="submit" variant="primary" wide busy={busy} busyText="Saving">
        Save new password
      </Button>
    </form>
  );
}
