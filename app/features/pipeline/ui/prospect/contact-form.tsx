import { type FormEvent, useState } from "react";
import { contactFields, isLine, prospectFields } from "#app/features/pipeline/prospect-fields.ts";
import type { ProspectDetail } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { ProspectEdit } from "#app/features/pipeline/prospects/prospect-input.ts";
import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { recordOf } from "#app/lib/program/record-of.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useDraft } from "#app/ui/drafts/use-draft.ts";
import { useIsHydrated } from "#app/ui/drafts/use-hydrated.ts";
import { NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ColleagueValue } from "#app/ui/text/colleague-value.tsx";
import type { CardOwner } from "../board/prospect-card.tsx";

const contactTexts = (prospect: ProspectDetail["prospect"]) => ({
  ...recordOf(contactFields, (field) => prospect[field]?.toString() ?? ""),
  valueCents: prospect.valueCents === null ? "" : String(Math.round(prospect.valueCents / 100)),
  ownerId: prospect.ownerId ?? "",
  expectedClose: prospect.expectedClose ?? "",
  tags: prospect.tags.join(", "),
});
type ContactInput = keyof ReturnType<typeof contactTexts>;

/**
 * Edits contact, owner, tags and expected close date of a prospect. Input survives refusals and colleagues' changes: a field that both
 * edited shows the colleague's value below, and saving sends the currently loaded version.
 */
export function ContactForm({
  prospect,
  owners,
  busy,
  refusal,
  savedAt,
  onSave,
}: {
  prospect: ProspectDetail["prospect"];
  owners: readonly CardOwner[];
  busy: boolean;
  refusal: string | undefined;
  /** Time of the form's last save, once the saved values are loaded; 0 before. */
  savedAt: number;
  onSave: (edit: ProspectEdit) => void;
}) {
  const draft = useDraft({ stored: contactTexts(prospect), version: prospect.version, savedAt });
  const [errors, setErrors] = useState<Record<string, string>>({});
  useUnsaved(draft.isUnsaved);
  // Without scripts the form would be posted to a page that does not accept posts.
  const isHydrated = useIsHydrated();
  const { values: texts } = draft;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (name: ContactInput) => texts[name].trim() || null;
    const value = parseNumber(texts.valueCents);
    const parsed = ProspectEdit.safeParse({
      version: prospect.version,
      ...recordOf(contactFields, (field) => (isLine(field) ? text(field) : parseNumber(texts[field]))),
      // The form shows whole dollars; a value that was not edited keeps its cents.
      valueCents: draft.isEdited("valueCents") ? value && Math.round(value * 100) : prospect.valueCents,
      ownerId: text("ownerId"),
      expectedClose: text("expectedClose"),
      tags: texts.tags.split(",").flatMap((tag) => tag.trim() || []),
    });
    const asked = contactFields.flatMap((field) => (isLine(field) ? [] : [[field, askedNumber(texts[field])]]));
    setErrors({
      ...(parsed.success ? {} : fieldErrors(parsed.error.issues)),
      ...Object.fromEntries(asked.filter(([, message]) => message)),
    });
    if (!parsed.success) return;
    draft.markSent(texts);
    onSave(parsed.data);
  };
  const field = (name: ContactInput, label: string, hint?: string) => {
    const conflict = busy ? undefined : draft.conflictOf(name);
    const shown = name === "ownerId" ? owners.find(({ userId }) => userId === conflict)?.name : conflict;
    return {
      ...{ label, name, value: texts[name], error: errors[name] },
      onChange: ({ target }: { target: { value: string } }) => draft.change(name, target.value),
      hint:
        conflict === undefined ? (
          hint
        ) : (
          <ColleagueValue label={label} value={shown ?? ""} onUse={() => draft.takeOver(name)} />
        ),
    };
  };
  const notice =
    refusal ??
    (draft.isOutdated && !busy
      ? "This prospect changed while you were editing. Your text is still in the form: compare it, then save again."
      : undefined);
  return (
    <ScriptForm className="grid gap-90" onSubmit={submit} noValidate aria-label="Contact">
      <FormFailure text={notice} />
      {contactFields.map((name) => {
        const { label, hint }: { label: string; hint?: string } = prospectFields[name];
        const props = field(name, label, hint);
        if (isLine(name)) return <TextField key={name} {...props} />;
        return <NumberField key={name} {...props} {...(name === "valueCents" && { sign: "$" })} />;
      })}
      <SelectField
        {...field("ownerId", "Owner")}
        placeholder="No owner"
        options={owners.map(({ userId, name }) => ({ value: userId, label: name }))}
      />
      <TextField {...field("expectedClose", "Expected close")} type="date" />
      <TextField {...field("tags", "Tags", "Separate tags with commas.")} />
      <div>
        <Button type="submit" size={40} disabled={!isHydrated} busy={busy} busyText="Saving">
          Save
        </Button>
      </div>
    </ScriptForm>
  );
}
