import { useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Chip } from "#app/ui/buttons/chip.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import css from "./step-preview.module.css";

const widths = [640, 390] as const;
const looks = [
  { key: "light", label: "Light" },
  { key: "dark", label: "Dark" },
  { key: "text", label: "Text" },
] as const;
type Look = (typeof looks)[number]["key"];

export type PreviewPerson = { id: string; label: string };

/** The saved email as a prospect would get it, at desktop and phone width. Reloads when `version` changes. */
export function StepPreview({
  address,
  stepKey,
  version,
  isSaved,
  isStored,
  people,
  personId,
  onPerson,
  onTest,
}: {
  /** URL of the preview document; the query is appended. */
  address: string;
  stepKey: string;
  version: number;
  isSaved: boolean;
  isStored: boolean;
  people: readonly PreviewPerson[];
  personId: string;
  onPerson: (id: string) => void;
  onTest: () => void;
}) {
  const [look, setLook] = useState<Look>("light");
  const [width, setWidth] = useState<(typeof widths)[number]>(640);
  const query = new URLSearchParams({ step: stepKey, as: look, version: String(version) });
  if (personId) query.set("prospect", personId);
  return (
    <section className={`grid gap-100 shrinks rule-top ${css.preview}`} aria-label="Preview">
      <div className={`cluster end ${css.bar}`}>
        <SelectField
          label="Preview for"
          value={personId}
          placeholder="No one (fallback values)"
          options={people.map(({ id, label }) => ({ value: id, label }))}
          onChange={({ target }) => onPerson(target.value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around a row of buttons */}
        <div className="line gap-40" role="group" aria-label="How it looks">
          {looks.map(({ key, label }) => (
            <Chip key={key} pressed={look === key} onClick={() => setLook(key)}>
              {label}
            </Chip>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around a row of buttons */}
        <div className="line gap-40" role="group" aria-label="Width">
          {widths.map((each) => (
            <Chip key={each} pressed={width === each} onClick={() => setWidth(each)}>
              {`${each} px`}
            </Chip>
          ))}
        </div>
        <Button size={40} icon="mail" disabled={!isStored} onClick={onTest}>
          Send a test
        </Button>
      </div>
      {!isSaved && (
        <Notice kind="info">
          {isStored ? "The preview shows the saved draft." : "Save the draft to see the preview and send a test."}
        </Notice>
      )}
      {isStored && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard
        <section className={css.pane} tabIndex={0} aria-label="Email">
          <iframe
            className={css[`width${width}`]}
            src={`${address}?${query}`}
            title="The email as the prospect gets it"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        </section>
      )}
    </section>
  );
}
