import { useState } from "react";

/** `base`: the stored value when the edit started. */
type Edits<Fields> = { readonly [Name in keyof Fields]?: { value: Fields[Name]; base: Fields[Name] } };

const hasSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The unsaved edits of a form that two people can have open. Fields without an edit follow the stored value, edited ones keep
 * their text. `version` increases with every save by anyone. `savedAt` increases after a save of this form once the saved
 * values are loaded; edits typed during the save remain. Values are JSON without undefined.
 */
export function useDraft<Fields extends object>({
  stored,
  version,
  savedAt,
  isSame = hasSameJson,
}: {
  stored: Fields;
  version: number;
  savedAt: number;
  isSame?: (one: Fields[keyof Fields], other: Fields[keyof Fields]) => boolean;
}) {
  type Name = keyof Fields;
  const [edits, setEdits] = useState<Edits<Fields>>({});
  const [startVersion, setStartVersion] = useState(version);
  const [sent, setSent] = useState<Fields | null>(null);
  const [seenSave, setSeenSave] = useState(savedAt);
  const names = Object.keys(edits) as Name[];
  if (savedAt > seenSave) {
    setSeenSave(savedAt);
    setStartVersion(version);
    if (sent)
      setEdits(
        Object.fromEntries(
          names
            .filter((name) => !isSame(edits[name]!.value, sent[name]))
            .map((name) => [name, { value: edits[name]!.value, base: stored[name] }]),
        ) as Edits<Fields>,
      );
    setSent(null);
  }
  const isUnsaved = names.length > 0;
  const without = (all: Edits<Fields>, name: Name): Edits<Fields> => {
    const { [name]: _, ...others } = all;
    return others as Edits<Fields>;
  };
  return {
    values: { ...stored, ...Object.fromEntries(names.map((name) => [name, edits[name]!.value])) },
    isUnsaved,
    isEdited: (name: Name) => edits[name] !== undefined,
    /** Whether another save was loaded since the first edit. */
    isOutdated: isUnsaved && version !== startVersion,
    /** The stored value of an edited field that changed since its edit began; undefined without a conflict. */
    conflictOf: <Key extends Name>(name: Key): Fields[Key] | undefined => {
      const edit = edits[name];
      return edit && !isSame(stored[name], edit.base) && !isSame(stored[name], edit.value) ? stored[name] : undefined;
    },
    change: <Key extends Name>(name: Key, value: Fields[Key]) => {
      if (!isUnsaved) setStartVersion(version);
      setEdits((now) =>
        isSame(value, stored[name])
          ? without(now, name)
          : { ...now, [name]: { value, base: now[name]?.base ?? stored[name] } },
      );
    },
    takeOver: (name: Name) => setEdits((now) => without(now, name)),
    markSent: setSent,
  };
}
