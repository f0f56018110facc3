import { EmailOnly } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { type Checked, useCheckedForm } from "../form-faults.tsx";

const labels = { email: "Email" } as const;

/** `title` is the form's label, `action` its button. */
export function EmailForm({
  title = "Forgotten password",
  action = "Send me a code",
  intent,
  email,
  ...asked
}: Checked<EmailOnly> & {
  title?: string;
  action?: string;
  /** What the form asks for, sent with it where scripts are off. */
  intent: string;
  email?: string | undefined;
}) {
  const { field, formProps, failureNotice } = useCheckedForm(EmailOnly, labels, "forgotten", asked);
  return (
    <form {...formProps} className="grid gap-125 top-175" aria-label={title}>
      <input type="hidden" name="intent" value={intent} />
      {failureNotice}
      <TextField
        {...field("email")}
        defaultValue={email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <Button type="submit" variant="primary" wide busy={asked.busy} busyText="Sending">
        {action}
      </Button>
    </form>
  );
}
