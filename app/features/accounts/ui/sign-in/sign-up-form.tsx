import { SignUpForm as Schema, type SignUp } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { PasswordField, TextField } from "#app/ui/forms/field.tsx";
import css from "../form.module.css";
import { type Checked, useCheckedForm } from "../form-faults.tsx";
import { passwordHint } from "./new-password-form.tsx";

const labels = { email: "Email", password: "Password", confirmPassword: "Confirm Password" } as const;

/** Shows the password rules in advance, and one message per broken rule. `site` as in the sign-in form. */
export function SignUpForm({
  site,
  email,
  ...asked
}: Checked<SignUp> & {
  site: string;
  email?: string | undefined;
}) {
  const { field, formProps, messages } = useCheckedForm(Schema, labels, "sign-up", {
    ...asked,
    onValid: ({ email, password }) => asked.onValid({ email, password }),
  });
  return (
    <form {...formProps} className="grid gap-125 top-175" aria-label="Sign Up">
      <input type="hidden" name="intent" value="sign-up" />
      {messages}
      <TextField
        {...field("email")}
        defaultValue={email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        hint="We send a link there. Your access code works for this address only."
      />
      <PasswordField {...field("password")} autoComplete="new-password" maxLength={256} hint={passwordHint} />
      <PasswordField {...field("confirmPassword")} autoComplete="new-password" maxLength={256} />
      <Button type="submit" variant="primary" wide busy={asked.busy} busyText="Creating your account">
        Sign Up
      </Button>
      <p className={`soft ui-size ${css.small}`}>
        By creating an account you accept the <a href={`${site}/terms`}>terms</a> and the{" "}
        <a href={`${site}/privacy`}>privacy notice</a>.
      </p>
    </form>
  );
}
