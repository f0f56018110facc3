import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { SignUpForm as Schema, type SignUp } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import css from "../form.module.css";
import { type Refusal, useFormFaults } from "../form-faults.ts";
import { passwordHint } from "./new-password-form.tsx";

const labels = { email: "Email", password: "Password", confirmPassword: "Confirm Password" } as const;

/** Shows the password rules in advance, and one message per broken rule. `site` as in the sign-in form. */
export function SignUpForm({
  site,
  refusal,
  busy,
  email,
  onValid,
}: {
  site: string;
  refusal: Refusal | undefined;
  busy: boolean;
  email?: string | undefined;
  onValid: (input: SignUp) => void;
}) {
  const form = useForm({ resolver: zodResolver(Schema), mode: "onTouched", shouldFocusError: false });
  const { summary, failure, onInvalid, field } = useFormFaults(form, labels, "sign-up", refusal);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="Sign Up"
      onSubmit={form.handleSubmit(({ email, password }) => onValid({ email, password }), onInvalid)}
    >
      <input type="hidden" name="intent" value="sign-up" />
      {summary.attempt > 0 && <ErrorSummary {...summary} />}
      <FormFailure text={busy ? null : failure} />
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
      <Button type="submit" variant="primary" wide busy={busy} busyText="Creating your account">
        Sign Up
      </Button>
      <p className={`soft ui-size lh-150 ${css.small}`}>
        By creating an account you accept the <a href={`${site}/terms`}>terms</a> and the{" "}
        <a href={`${site}/privacy`}>privacy notice</a>.
      </p>
    </form>
  );
}
