import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { PasswordField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SignIn } from "../accounts.ts";
import css from "./form.module.css";
import { type Refusal, useRefusal } from "./refusal.ts";

const names = ["email", "password"] as const;
const labels = { email: "Email", password: "Password" } as const;
const idOf = (name: string) => `sign-in-${name}`;

/** Address and password. Fields are uncontrolled: what was typed before the page came alive stays. */
export function SignInForm({
  refusal,
  busy,
  onValid,
}: {
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: SignIn) => void;
}) {
  const form = useForm({ resolver: zodResolver(SignIn), mode: "onTouched" });
  const { errors, submitCount } = form.formState;
  const failure = useRefusal(form, refusal, names);
  const faulty = names.filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] }));
  return (
    <form
      method="post"
      noValidate
      className={css.form}
      aria-label="Sign In"
      onSubmit={form.handleSubmit((input) => onValid(input))}
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
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label={labels.password}
        id={idOf("password")}
        autoComplete="current-password"
        maxLength={256}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button type="submit" variant="primary" wide busy={busy} busyText="Signing you in">
        Sign In
      </Button>
    </form>
  );
}
