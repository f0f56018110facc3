import { Button } from "#app/ui/buttons/button.tsx";
import { PasswordField } from "#app/ui/forms/field.tsx";
import { type ChangePassword, ChangePasswordForm as Schema } from "../accounts.ts";
import { AgainField, type Checked, useCheckedForm } from "./form-faults.tsx";

const labels = {
  currentPassword: "Current Password",
  newPassword: "New Password",
  confirmPassword: "Confirm New Password",
} as const;

/** Contains the address, hidden, for password managers. */
export function ChangePasswordForm({ email, ...asked }: Checked<ChangePassword> & { email: string }) {
  const { field, formProps, messages } = useCheckedForm(Schema, labels, "password", {
    ...asked,
    onValid: ({ currentPassword, newPassword }) => asked.onValid({ currentPassword, newPassword }),
  });
  return (
    <form {...formProps} data-plain="" className="grid gap-125 top-175" aria-label="Change password">
      <input type="hidden" name="intent" value="password" />
      {messages}
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
        <Button type="submit" variant="primary" busy={asked.busy} busyText="Saving">
          Change Password
        </Button>
      </div>
    </form>
  );
}
