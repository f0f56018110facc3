import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#app/ui/buttons/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ChangeEmail } from "../accounts.ts";
import { AgainField } from "./again-field.tsx";
import { type Refusal, useFormFaults } from "./form-faults.ts";

const labels = { newEmail: "New Email", password: "Current Password" } as const;

export function ChangeEmailForm({
  refusal,
  busy,
  onValid,
}: {
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: ChangeEmail) => void;
}) {
  const form = useForm({ resolver: zodResolver(ChangeEmail), mode: "onTouched", shouldFocusError: false });
  const { summary, failure, onInvalid, field } = useFormFaults(form, labels, "change-email", refusal);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-125 top-175"
      aria-label="Change email"
      onSubmit={form.handleSubmit((input) => onValid(input), onInvalid)}
    >
      {summary.attempt > 0 && <ErrorSummary {...summary} />}
      <FormFailure text={busy ? null : failure} />
      <TextField
        {...field("newEmail")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <AgainField {...field("password")} />
      <div className="cluster middle gap-100">
        <Button type="submit" variant="primary" busy={busy} busyText="Sending the first email">
          Change Email
        </Button>
      </div>
    </form>
  );
}
