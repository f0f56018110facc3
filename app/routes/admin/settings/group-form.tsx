import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { SettingField, SettingPage } from "#app/features/settings/setting-pages.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import type { SavedSettings } from "./group-actions.ts";
import { changeOf, type SettingEdit, separatorOf } from "./setting-edits.ts";
import { SettingInput } from "./setting-input.tsx";
import css from "./settings.module.css";

type Edits = Readonly<Record<string, SettingEdit>>;

/**
 * The fields of a group. Sends what was edited; refused values keep their input and have a sentence each, and the first of them gets
 * the focus. `suggested`: edits of fields that are not edited yet. `onSaved` instead of the notice that the settings apply.
 */
export function GroupForm({
  page,
  suggested = {},
  onSaved,
}: {
  page: SettingPage;
  suggested?: Edits;
  onSaved?: () => void;
}) {
  const fetcher = useFetcher<SavedSettings>();
  const [typed, setTyped] = useState<Edits>({});
  const edits = { ...suggested, ...typed };
  const [cleared, setCleared] = useState(0);
  const saved = fetcher.state === "idle" ? fetcher.data : undefined;
  if (saved?.ok && saved.at > cleared) {
    setCleared(saved.at);
    setTyped({});
  }
  const isSaved = saved?.ok ?? false;
  useEffect(() => {
    if (isSaved) onSaved?.();
  }, [isSaved, onSaved]);
  const changes = page.fields.flatMap((field) => changeOf(field, edits[field.name]));
  useUnsaved(page.fields.some((field) => changeOf(field, typed[field.name]).length > 0));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (saved && !saved.ok) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [saved]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes.length === 0) return;
    const fields = { intent: "save", version: String(page.version), changes: JSON.stringify(changes) };
    void fetcher.submit(fields, { method: "post" });
  };
  const textOf = (name: string): string => {
    const field = page.fields.find((one) => one.name === name);
    return (edits[name]?.text ?? field?.value ?? field?.preset ?? "").trim();
  };
  const refused = saved && !saved.ok ? saved.fields : {};
  return (
    <form ref={form} method="post" className="grid gap-150 justify-items-start max-46" onSubmit={submit} noValidate>
      {page.fields.map((field) => (
        <SettingInput
          key={field.name}
          field={field}
          edit={edits[field.name] ?? {}}
          error={sentence(refused[field.name], field, page.fields)}
          onEdit={(edit) => setTyped((newest) => ({ ...newest, [field.name]: edit }))}
        />
      ))}
      {page.group === "firm" && (
        <BrandPreview
          name={textOf("firm.name")}
          accent={textOf("firm.accent")}
          logo={edits["firm.logo"] ?? {}}
          onAccent={(text) => setTyped((newest) => ({ ...newest, "firm.accent": { text } }))}
        />
      )}
      {saved && (
        <Notice kind={saved.ok ? "positive" : "critical"} live>
          {saved.ok ? saved.message : refusalOf(saved, page.fields)}
        </Notice>
      )}
      <Button type="submit" variant="primary" size={40} busy={fetcher.state !== "idle"} busyText="Saving">
        Save Changes
      </Button>
      {changes.length === 0 && (
        <p data-changes-only className={`muted size-81 ${css.hint}`}>
          Nothing has been changed.
        </p>
      )}
    </form>
  );
}

type Fields = SettingPage["fields"];

/** The labels in place of the names that API and command line have. */
const withLabels = (text: string, fields: Fields): string =>
  fields.reduce((labeled, { name, label }) => labeled.replaceAll(name, `“${label}”`), text);

/** API and command line separate several lines by a character; the page has one per line. */
function inLines(text: string, field: SettingField): string {
  const separator = separatorOf(field);
  if (!separator) return text;
  const example = field.example.split(separator).join(" / ");
  return text
    .replace(/,? (?:separated by (?:\||commas)|with commas)/, ", one per line")
    .replace(field.example, example);
}

function sentence(problem: string | undefined, field: SettingField, fields: Fields): string | undefined {
  const text = problem && withLabels(inLines(problem, field), fields);
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** One refused field has its sentence; several are named. */
const refusalOf = ({ message, fields: refused }: { message: string; fields: object }, fields: Fields): string => {
  const labels = fields.flatMap(({ name, label }) => (name in refused ? [`“${label}”`] : []));
  if (labels.length === 0 || labels.length < Object.keys(refused).length) return withLabels(message, fields);
  return `Nothing was saved. Correct ${labels.join(", ")}.`;
};
