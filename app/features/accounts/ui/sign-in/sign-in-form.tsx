import { SignIn } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { PasswordField, TextField } from "#app/ui/forms/field.tsx";
import { type Checked, useCheckedForm } from "../form-faults.tsx";

const labels = { email: "Email", password: "Password" } as const;

/** Uncontrolled fields keep input from before hydration. `site` prefixes links to pages on another host. */
export function SignInForm({
  site,
  passkeys,
  email,
  ...asked
}: Checked<SignIn> & {
  site: string;
  passkeys: boolean;
  email?: string | undefined;
}) {
  const { field, formProps, messages } = useCheckedForm(SignIn, labels, "sign-in", asked);
  return (
    <form {...formProps} className="grid gap-125 top-175" aria-label="Sign In">
      <input type="hidden" name="intent" value="sign-in" />
      {messages}
      <TextField
        {...field("email")}
        defaultValue={email}
        type="email"
        autoComplete={passkeys ? "username webauthn" : "username"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <PasswordField
        {...field("password")}
        autoComplete="current-password"
        maxLength={256}
        aside={<a href={`${site}/reset-password`}>Forgot your password?</a>}
      />
      <Button type="submit" variant="primary" wide busy={asked.busy} busyText="Signing you in">
        Sign In
      </Button>
    </form>
  );
}
