import { useState } from "react";
import type { ProspectDetail } from "../prospect-detail.server.ts";

type Prospect = ProspectDetail["prospect"];

/** The fields of the contact form as text, under the names of their controls. */
export const contactTexts = (prospect: Prospect) => ({
  name: prospect.name ?? "",
  role: prospect.role ?? "",
  company: prospect.company ?? "",
  website: prospect.website ?? "",
  industry: prospect.industry ?? "",
  employees: prospect.employees?.toString() ?? "",
  value: prospect.valueCents === null ? "" : String(Math.round(prospect.valueCents / 100)),
  ownerId: prospect.ownerId ?? "",
  expectedClose: prospect.expectedClose ?? "",
  tags: prospect.tags.join(", "),
});
export type ContactTexts = ReturnType<typeof contactTexts>;
export type ContactInput = keyof ContactTexts;

/** `base`: the stored text when the edit began. */
type Edits = { readonly [Name in ContactInput]?: { text: string; base: string } };

/**
 * The unsaved edits of the contact form. A field without an edit follows the stored value, an edited one keeps its text.
 * `savedAt` rises after a save once the saved values are loaded; edits typed during the save remain.
 */
export function useContactDraft(prospect: Prospect, savedAt: number) {
  const stored = contactTexts(prospect);
  const [edits, setEdits] = useState<Edits>({});
  const [startVersion, setStartVersion] = useState(prospect.version);
  const [sent, setSent] = useState<ContactTexts | null>(null);
  const [seenSave, setSeenSave] = useState(savedAt);
  const names = Object.keys(edits) as ContactInput[];
  if (savedAt > seenSave) {
    setSeenSave(savedAt);
    setStartVersion(prospect.version);
    if (sent)
      setEdits(
        Object.fromEntries(
          names
            .filter((name) => edits[name]?.text !== sent[name])
            .map((name) => [name, { text: edits[name]!.text, base: stored[name] }]),
        ),
      );
    setSent(null);
  }
  const isUnsaved = names.length > 0;
  return {
    texts: Object.fromEntries(
      Object.entries(stored).map(([name, text]) => [name, edits[name as ContactInput]?.text ?? text]),
    ) as ContactTexts,
    isUnsaved,
    isEdited: (name: ContactInput) => edits[name] !== undefined,
    /** Another save was loaded since the first edit. */
    isOutdated: isUnsaved && prospect.version !== startVersion,
    /** The stored text of an edited field that changed since its edit began; null without a conflict. */
    conflictOf: (name: ContactInput): string | null => {
      const edit = edits[name];
      return edit && stored[name] !== edit.base && stored[name] !== edit.text ? stored[name] : null;
    },
    change: (name: ContactInput, text: string) => {
      if (!isUnsaved) setStartVersion(prospect.version);
      setEdits((now) => {
        const { [name]: edit, ...others } = now;
        return text === stored[name] ? others : { ...others, [name]: { text, base: edit?.base ?? stored[name] } };
      });
    },
    takeOver: (name: ContactInput) =>
      setEdits((now) => {
        const { [name]: _, ...others } = now;
        return others;
      }),
    markSent: setSent,
  };
}
