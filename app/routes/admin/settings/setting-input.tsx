import { useEffect, useEffectEvent, useRef } from "react";
import type { SettingField } from "#app/features/settings/setting-pages.server.ts";
import { firmLogo } from "#app/lib/firm.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckField, NumberField, PasswordField, SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";
import { PeopleInput } from "./people-input.tsx";
import { type SettingEdit, separatorOf } from "./setting-edits.ts";
import css from "./settings.module.css";

type Props = {
  field: SettingField;
  edit: SettingEdit;
  error: string | undefined;
  onEdit: (edit: SettingEdit) => void;
};

/** The input of one setting, by its kind. A locked one shows the variable that fixes it. */
export function SettingInput({ field, edit, error, onEdit }: Props) {
  const { label, kind, value, preset, lockedBy, problem } = field;
  const isLocked = lockedBy !== null;
  const frame = { label, hint: hintOf(field), error, name: field.name, disabled: isLocked };
  const separator = separatorOf(field);
  const shown = edit.text ?? (separator ? linesOf(value ?? "", separator) : (value ?? ""));
  const change = ({ target }: { target: { value: string } }) => onEdit({ text: target.value });
  return (
    <div className="grid gap-50 full-width">
      {problem && <Notice kind="caution">The saved value has no effect: it {problem}.</Notice>}
      {kind === "picture" ? (
        <PictureInput field={field} edit={edit} error={error} onEdit={onEdit} />
      ) : field.secret ? (
        <SecretInput field={field} edit={edit} error={error} onEdit={onEdit} />
      ) : ["switch", "choice", "zone", "holidays"].includes(kind) ? (
        <SelectField
          {...frame}
          value={shown}
          onChange={change}
          options={[...(preset === null ? [{ value: "", label: "Default" }] : []), ...optionsOf(field)]}
        />
      ) : kind === "people" ? (
        <PeopleInput
          field={field}
          text={shown}
          error={error}
          hint={isLocked ? hintOf(field) : peopleHint}
          onEdit={onEdit}
        />
      ) : separator ? (
        <TextArea {...frame} value={shown} onChange={change} rows={3} />
      ) : kind === "number" ? (
        <NumberField {...frame} value={shown} onChange={change} />
      ) : kind === "price" ? (
        <NumberField {...frame} sign="$" value={shown} onChange={change} />
      ) : (
        <TextField
          {...frame}
          type={kind === "email" || kind === "url" ? kind : "text"}
          autoComplete="off"
          value={shown}
          onChange={change}
        />
      )}
    </div>
  );
}

/** A file, sent as a data: URL. */
function PictureInput({ field, edit, error, onEdit }: Props) {
  const { label, name, value, lockedBy } = field;
  const preview = value === null ? undefined : firmLogo()?.src;
  const read = (file: File | undefined) => {
    if (!file) return onEdit({});
    const reader = new FileReader();
    reader.addEventListener("load", () => onEdit({ text: String(reader.result) }));
    reader.readAsDataURL(file);
  };
  // A file that was chosen before hydration.
  const input = useRef<HTMLInputElement>(null);
  const takeEarly = useEffectEvent(() => input.current?.files?.[0] && read(input.current.files[0]));
  useEffect(() => void takeEarly(), []);
  return (
    <>
      <TextField
        label={label}
        aside={<span className="note">{value ?? "Not set"}</span>}
        hint={hintOf(field)}
        error={error}
        ref={input}
        name={name}
        type="file"
        accept="image/png,image/webp,image/svg+xml"
        disabled={lockedBy !== null || edit.isRemoved}
        onChange={({ target }) => read(target.files?.[0])}
      />
      {preview && !edit.text && !edit.isRemoved && (
        <div className={`cluster gap-75 ${css.preview}`}>
          {["light", "dark"].map((theme) => (
            <span className="framed" key={theme} data-theme={theme}>
              <img src={preview} alt={`${label} on ${theme}`} height={40} />
            </span>
          ))}
        </div>
      )}
      {value !== null && lockedBy === null && (
        <CheckField
          label={`Remove: ${label}`}
          checked={edit.isRemoved ?? false}
          onChange={({ target }) => onEdit({ isRemoved: target.checked })}
        />
      )}
    </>
  );
}

/** A secret is never shown: it can be replaced or removed. */
function SecretInput({ field, edit, error, onEdit }: Props) {
  const { label, value, lockedBy } = field;
  const isSet = value !== null;
  return (
    <>
      <PasswordField
        label={label}
        aside={<span className="note">{isSet ? "Set" : "Not set"}</span>}
        hint={hintOf(field)}
        error={error}
        name={field.name}
        disabled={lockedBy !== null || edit.isRemoved}
        placeholder={isSet ? "Enter a value to replace it" : undefined}
        autoComplete="new-password"
        value={edit.text ?? ""}
        onChange={({ target }) => onEdit({ text: target.value })}
      />
      {isSet && lockedBy === null && (
        <CheckField
          label={`Remove: ${label}`}
          checked={edit.isRemoved ?? false}
          onChange={({ target }) => onEdit({ isRemoved: target.checked })}
        />
      )}
    </>
  );
}

const peopleHint =
  "The people who do the work, on Our Approach and Our Story. A portrait is a JPEG, PNG, WebP or AVIF of at least 480 px.";

const exampleKinds: readonly SettingField["kind"][] = ["text", "url", "email", "lines", "list"];

const hintOf = (field: SettingField): string => {
  const { lockedBy, secret, kind } = field;
  const separator = separatorOf(field);
  const help = separator && kind !== "people" ? `${field.help} One per line.` : field.help;
  const preset = separator ? field.preset?.split(separator).join(", ") : field.preset;
  if (lockedBy) return `Fixed by ${lockedBy} in the environment. ${help}`;
  if (preset && !secret) return `${help} Default: ${preset}`;
  const example = separator ? linesOf(field.example, separator).replaceAll("\n", " / ") : field.example;
  return example && exampleKinds.includes(kind) ? `${help} Example: ${example}` : help;
};

const optionsOf = ({ kind, choices }: SettingField) =>
  kind === "switch"
    ? [
        { value: "on", label: "On" },
        { value: "off", label: "Off" },
      ]
    : choices;

const linesOf = (value: string, separator: string): string =>
  value
    .split(separator)
    .map((line) => line.trim())
    .join("\n");
