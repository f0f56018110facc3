import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { SignIn } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { type Refusal, useFormFaults } from "../form-faults.ts";

const labels = { email: "Email", password: "Password" } as const;

/** Uncontrolled fields keep input from before hydration. `site` prefixes links to pages on another host. */
export function SignInForm({
  site,
  passkeys,
  refusal,
  busy,
  email,
  onValid,
}: {
  site: string;
  passkeys: boolean;
  refusal: Refusal | undefined;
  busy: boolean;
  email?: string | undefined;
  onValid: (input: SignIn) => void;
}) {
  const form = useForm({ resolver: zodResolver(SignIn), mode: "onTouched", shouldFocusError: false });
  const { summary, failure, onInvalid, field } = useFormFaults(form, labels, "sign-in", refusal);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="Sign In"
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      <input type="hidden" name="intent" value="sign-in" />
      {summary.attempt > 0 && <ErrorSummary {...summary} />}
      <FormFailure text={busy ? null : failure} />
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
      <Button type="submit" variant="primary" wide busy={busy} busyText="Signing you in">
        Sign In
      </Button>
    </form>
  );
}
