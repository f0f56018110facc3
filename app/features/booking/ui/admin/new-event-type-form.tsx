import { type FormEvent, useState } from "react";
import { NewEventType } from "#app/features/booking/hosts/event-type.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { slugOf } from "#app/lib/words/slug.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import css from "./host-forms.module.css";

/** Names a new event type. The link follows the title until it is edited. */
export function NewEventTypeForm({
  choices,
  busy,
  refusal,
  onAdd,
}: {
  /** The event types to copy. */
  choices: readonly { value: string; label: string }[];
  busy: boolean;
  refusal: string | undefined;
  onAdd: (values: NewEventType) => void;
}) {
  const [title, setTitle] = useState("");
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const [copyOf, setCopyOf] = useState(choices[0]?.value ?? "");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const slug = typedSlug ?? slugOf(title);

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = NewEventType.safeParse({ title, slug, copyOf });
    setFaults(fieldErrors(parsed.error?.issues ?? []));
    if (parsed.success) onAdd(parsed.data);
  }

  return (
    <ScriptForm
      noValidate
      className={`grid gap-110 justify-items-start ${css.form}`}
      onSubmit={submit}
      aria-label="New event type"
    >
      <FormFailure text={refusal} />
      <TextField
        label="Title"
        maxLength={100}
        value={title}
        error={faults["title"]}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextField
        label="Link"
        maxLength={60}
        value={slug}
        error={faults["slug"]}
        hint={`The address of its page: /schedule/${slug || "…"}. It cannot change later.`}
        onChange={(event) => setTypedSlug(event.currentTarget.value)}
      />
      <SelectField
        label="Copy the rules of"
        value={copyOf}
        options={choices}
        hint="Its length, hosts and questions; change them afterwards."
        onChange={(event) => setCopyOf(event.currentTarget.value)}
      />
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Adding">
        Add the event type
      </Button>
    </ScriptForm>
  );
}
