import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EmailOnly } from "#app/features/accounts/accounts.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { type Refusal, useFormFaults } from "../form-faults.ts";

const labels = { email: "Email" } as const;

/** `title` is the form's label, `action` its button. */
export function EmailForm({
  title = "Forgotten password",
  action = "Send me a code",
  refusal,
  busy,
  intent,
  email,
  onValid,
}: {
  title?: string;
  action?: string;
  refusal: Refusal | undefined;
  busy: boolean;
  /** What the form asks for, sent with it where scripts are off. */
  intent: string;
  email?: string | undefined;
  onValid: (input: EmailOnly) => void;
}) {
  const form = useForm({ resolver: zodResolver(EmailOnly), mode: "onTouched", shouldFocusError: false });
  const { failure, onInvalid, field } = useFormFaults(form, labels, "forgotten", refusal);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label={title}
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      <input type="hidden" name="intent" value={intent} />
      <FormFailure text={busy ? null : failure} />
      <TextField
        {...field("email")}
        defaultValue={email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <Button type="submit" variant="primary" wide busy={busy} busyText="Sending">
        {action}
      </Button>
    </form>
  );
}
