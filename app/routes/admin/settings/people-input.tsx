import { useEffect, useRef, useState } from "react";
import type { SettingField } from "#app/features/settings/setting-pages.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { PortraitCrop } from "./portrait-crop.tsx";
import type { SettingEdit } from "./setting-edits.ts";
import css from "./settings.module.css";

type Person = { name: string; role: string; picture: string };

/** The people as rows with their portraits; edits are sent as one text, a line `name;role;picture` for each. */
export function PeopleInput({
  field: { label, lockedBy },
  text,
  error,
  hint,
  onEdit,
}: {
  field: SettingField;
  text: string;
  error: string | undefined;
  hint: string;
  onEdit: (edit: SettingEdit) => void;
}) {
  const [photo, setPhoto] = useState<{ place: number; file: File } | null>(null);
  const people = text.split("\n").filter(Boolean).map(personOf);
  // Edits made before hydration are reported one after the other without a render between them.
  const newest = useRef(people);
  newest.current = people;
  const change = (changed: Person[]) => {
    newest.current = changed;
    onEdit({ text: changed.map(lineOf).join("\n") });
  };
  const edit = (place: number, part: Partial<Person>) =>
    change(newest.current.map((person, index) => (index === place ? { ...person, ...part } : person)));
  const rows = useRef<HTMLFieldSetElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    rows.current?.querySelector<HTMLInputElement>(`[data-place="${people.length - 1}"] input`)?.focus();
  }, [people.length]);
  const isLocked = lockedBy !== null;
  return (
    <fieldset ref={rows} className={`grid gap-100 justify-items-start ${css.people}`} disabled={isLocked}>
      <legend>{label}</legend>
      <p className={`muted size-81 ${css.hint}`}>{hint} Save after two new portraits.</p>
      {people.map((person, place) => {
        const number = `${label} ${place + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place, and their inputs no state.
          <div key={place} data-place={place} className={`cluster full-width ${css.person}`}>
            <Portrait picture={person.picture} />
            <div className={`grid gap-75 justify-items-start ${css.personFields}`}>
              <TextField
                label={`${number}: name`}
                value={person.name}
                onChange={({ target }) => edit(place, { name: plain(target.value) })}
              />
              <TextField
                label={`${number}: role`}
                value={person.role}
                onChange={({ target }) => edit(place, { role: plain(target.value) })}
              />
              <TextField
                label={`${number}: portrait`}
                type="file"
                accept="image/jpeg,image/png,image/webp,image/avif"
                onChange={({ target }) => target.files?.[0] && setPhoto({ place, file: target.files[0] })}
              />
              {photo?.place === place && (
                <PortraitCrop
                  key={`${photo.file.name} ${photo.file.lastModified}`}
                  file={photo.file}
                  onCrop={(picture) => edit(place, { picture })}
                />
              )}
              <Button
                size={32}
                onClick={() => {
                  setPhoto(null);
                  change(people.filter((_, index) => index !== place));
                }}
              >
                Remove {person.name.trim() || `person ${place + 1}`}
              </Button>
            </div>
          </div>
        );
      })}
      <Button
        size={32}
        icon="plus"
        onClick={() => {
          isAdded.current = true;
          change([...people, { name: "", role: "", picture: "" }]);
        }}
      >
        Add a person
      </Button>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

const Portrait = ({ picture }: { picture: string }) =>
  picture && !picture.startsWith("data:") ? (
    <img src={`/people/${picture}`} alt="" width={96} height={96} className={`framed ${css.portrait}`} />
  ) : (
    <span className={`framed ${css.portrait}`} />
  );

/** `;` and `|` separate the parts of the value. */
const plain = (typed: string) => typed.replaceAll(/[;|\n]/g, "");
const lineOf = ({ name, role, picture }: Person) => `${name};${role}${picture ? `;${picture}` : ""}`;

function personOf(line: string): Person {
  const [name = "", role = "", ...rest] = line.split(";");
  return { name, role, picture: rest.join(";") };
}
