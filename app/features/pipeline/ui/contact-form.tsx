import { type FormEvent, useState } from "react";
import { fieldErrors } from "#app/lib/validation-messages.ts";
import { Button } from "#app/ui/button.tsx";
import { NumberField, SelectField, TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ProspectDetail } from "../prospect-detail.server.ts";
import { ProspectEdit } from "../prospect-input.ts";
import css from "./contact-form.module.css";
import type { CardOwner } from "./prospect-card.tsx";

/** Contact, owner, tags and expected close date of a prospect. Bad input is said beside its field and loses nothing. */
export function ContactForm({
  prospect,
  owners,
  busy,
  refusal,
  onSave,
}: {
  prospect: ProspectDetail["prospect"];
  owners: readonly CardOwner[];
  busy: boolean;
  refusal: string | undefined;
  onSave: (edit: ProspectEdit) => void;
}) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim() || null;
    const number = (name: string) => {
      const typed = text(name)?.replace(/[$,\s]/g, "");
      return typed === undefined ? null : Number(typed);
    };
    const value = number("value");
    const parsed = ProspectEdit.safeParse({
      version: prospect.version,
      ...{ name: text("name"), company: text("company"), website: text("website"), role: text("role") },
      industry: text("industry"),
      employees: number("employees"),
      valueCents: value === null ? null : Math.round(value * 100),
      ownerId: text("ownerId"),
      expectedClose: text("expectedClose"),
      tags: (text("tags") ?? "").split(",").flatMap((tag) => tag.trim() || []),
    });
    setErrors(parsed.success ? {} : fieldErrors(parsed.error.issues));
    if (parsed.success) onSave(parsed.data);
  };
  return (
    <form method="post" className={css.form} onSubmit={submit} noValidate aria-label="Contact">
      {refusal && (
        <Notice kind="critical" live>
          {refusal}
        </Notice>
      )}
      <TextField label="Name" name="name" defaultValue={prospect.name ?? ""} error={errors["name"]} />
      <TextField label="Role" name="role" defaultValue={prospect.role ?? ""} error={errors["role"]} />
      <TextField label="Company" name="company" defaultValue={prospect.company ?? ""} error={errors["company"]} />
      <TextField label="Website" name="website" defaultValue={prospect.website ?? ""} error={errors["website"]} />
      <TextField label="Industry" name="industry" defaultValue={prospect.industry ?? ""} error={errors["industry"]} />
      <NumberField
        label="Employees"
        name="employees"
        defaultValue={prospect.employees?.toString() ?? ""}
        error={errors["employees"]}
      />
      <NumberField
        label="Yearly value"
        sign="$"
        name="value"
        defaultValue={prospect.valueCents === null ? "" : String(Math.round(prospect.valueCents / 100))}
        error={errors["valueCents"]}
      />
      <SelectField
        label="Owner"
        name="ownerId"
        placeholder="No owner"
        defaultValue={prospect.ownerId ?? ""}
        options={owners.map(({ userId, name }) => ({ value: userId, label: name }))}
        error={errors["ownerId"]}
      />
      <TextField
        label="Expected close"
        type="date"
        name="expectedClose"
        defaultValue={prospect.expectedClose ?? ""}
        error={errors["expectedClose"]}
      />
      <TextField
        label="Tags"
        name="tags"
        hint="Separate tags with commas."
        defaultValue={prospect.tags.join(", ")}
        error={errors["tags"]}
      />
      <div>
        <Button type="submit" size={40} busy={busy} busyText="Saving">
          Save
        </Button>
      </div>
    </form>
  );
}
