import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { PasswordField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SignUpForm as Schema, type SignUp } from "../accounts.ts";
import css from "./form.module.css";
import { type Refusal, useRefusal } from "./refusal.ts";

const names = ["email", "password", "confirmPassword"] as const;
const labels = { email: "Email", password: "Password", confirmPassword: "Confirm Password" } as const;
const idOf = (name: string) => `sign-up-${name}`;

/** A new account. The rules of a password are said before they are broken, and each broken one by its own sentence. */
export function SignUpForm({
  refusal,
  busy,
  onValid,
}: {
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: SignUp) => void;
}) {
  const form = useForm({ resolver: zodResolver(Schema), mode: "onTouched" });
  const { errors, submitCount } = form.formState;
  const failure = useRefusal(form, refusal, names);
  const faulty = names.filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] }));
  return (
    <form
      method="post"
      noValidate
      className={css.form}
      aria-label="Sign Up"
      onSubmit={form.handleSubmit(({ email, password }) => onValid({ email, password }))}
    >
      {submitCount > 0 && <ErrorSummary fields={faulty} attempt={submitCount} />}
      {failure && !busy && (
        <Notice kind="critical" live>
          {failure}
        </Notice>
      )}
      <TextField
        label={labels.email}
        id={idOf("email")}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        hint="We send a link there. Your access code works for this address only."
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label={labels.password}
        id={idOf("password")}
        autoComplete="new-password"
        maxLength={256}
        hint="8 characters or more, with an uppercase letter, a lowercase letter and a number."
        error={errors.password?.message}
        {...form.register("password")}
      />
      <PasswordField
        label={labels.confirmPassword}
        id={idOf("confirmPassword")}
        autoComplete="new-password"
        maxLength={256}
        error={errors.confirmPassword?.message}
        {...form.register("confirmPassword")}
      />
      <Button type="submit" variant="primary" wide busy={busy} busyText="Creating your account">
        Sign Up
      </Button>
      <p className={css.small}>
        By creating an account you accept the <a href="/terms">terms</a> and the <a href="/privacy">privacy notice</a>.
      </p>
    </form>
  );
}
