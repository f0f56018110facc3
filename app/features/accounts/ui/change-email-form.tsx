import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { ChangeEmail } from "../accounts.ts";
import { AgainField, type Checked, useCheckedForm } from "./form-faults.tsx";

const labels = { newEmail: "New Email", password: "Current Password" } as const;

export function ChangeEmailForm({ email, ...asked }: Checked<ChangeEmail> & { email?: string | undefined }) {
  const { field, formProps, messages } = useCheckedForm(ChangeEmail, labels, "change-email", asked);
  return (
    <form {...formProps} data-plain="" className="grid gap-125 top-175" aria-label="Change email">
      <input type="hidden" name="intent" value="email" />
      {messages}
      <TextField
        {...field("newEmail")}
        defaultValue={email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <AgainField {...field("password")} />
      <div className="cluster middle gap-100">
        <Button type="submit" variant="primary" busy={asked.busy} busyText="Sending the first email">
          Change Email
        </Button>
      </div>
    </form>
  );
}
