import { ResetPasswordForm } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { PasswordField } from "#app/ui/forms/field.tsx";
import { type Checked, useCheckedForm } from "../form-faults.tsx";

const labels = { newPassword: "New Password", confirmPassword: "Confirm New Password" } as const;

export const passwordHint = "8 characters or more, with an uppercase letter, a lowercase letter and a number.";

export function NewPasswordForm({ token, ...asked }: Checked<{ newPassword: string }> & { token: string }) {
  const { field, formProps, messages } = useCheckedForm(ResetPasswordForm, labels, "reset", {
    ...asked,
    onValid: ({ newPassword }) => asked.onValid({ newPassword }),
  });
  return (
    <form {...formProps} className="grid gap-125 top-175" aria-label="New password">
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="token" value={token} />
      {messages}
      <PasswordField {...field("newPassword")} autoComplete="new-password" maxLength={256} hint={passwordHint} />
      <PasswordField {...field("confirmPassword")} autoComplete="new-password" maxLength={256} />
      <Button type="submit" variant="primary" wide busy={asked.busy} busyText="Saving">
        Save new password
      </Button>
    </form>
  );
}
