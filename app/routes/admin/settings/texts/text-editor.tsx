import { type FormEvent, type MouseEvent, useDeferredValue, useState } from "react";
import { useFetcher } from "react-router";
import type { LegalVersion } from "#app/features/content/texts/legal-days.server.ts";
import type { TextFacts } from "#app/features/content/texts/text-reader.ts";
import {
  readText,
  type SiteTexts,
  type TextKey,
  textDefinitions,
  textSetting,
} from "#app/features/content/texts/texts.ts";
import { isoLongDay } from "#app/lib/dates/date-text.ts";
import { changedLines, lineDifference } from "#app/lib/words/line-difference.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import type { SavedSettings } from "../group-actions.ts";
import { CatalogList } from "./catalog-list.tsx";
import { Difference } from "./difference.tsx";
import { countToNotify, type LegalNotices, NoticesSent, NotifyField, ShortNotice } from "./legal-notices.tsx";
import { TextPreview } from "./text-preview.tsx";
import css from "./texts.module.css";

type Stored = {
  text: string;
  version: number;
  isOwn: boolean;
  lockedBy: string | null;
  path: string;
  facts: TextFacts;
  /** ISO day in the firm's zone. */
  today: string;
  /** Of terms and the privacy policy. */
  legal?: LegalNotices | null;
};

/**
 * Edits a text with a preview that is the page's own rendering. A refused text stays in the field. If another admin saved in the
 * meantime, the difference to that version is shown, and saving again replaces it. Inside a `LeaveWarning`.
 */
export function TextEditor({ textKey, stored }: { textKey: TextKey; stored: Stored }) {
  const fetcher = useFetcher<SavedSettings>();
  const [edit, setEdit] = useState<{ text: string; version: number } | null>(null);
  const [cleared, setCleared] = useState(0);
  const [isRestoring, setRestoring] = useState(false);
  const [notifies, setNotifies] = useState(false);
  const saved = fetcher.state === "idle" ? fetcher.data : undefined;
  if (saved?.ok && saved.at > cleared) {
    setCleared(saved.at);
    setEdit(null);
    setNotifies(false);
  }
  const text = edit?.text ?? stored.text;
  const { form, preset } = textDefinitions[textKey];
  const deferred = useDeferredValue(text);
  const { value, problems } = readText(textKey, deferred, stored.facts);
  const isChanged = text.trim() !== stored.text.trim();
  const version = versionIn(value);
  const coming = version && version.effectiveOn > stored.today ? version : null;
  const { legal } = stored;
  const toNotify = legal && coming && !stored.lockedBy && countToNotify(legal, coming) > 0 ? coming : null;
  const isNewVersion =
    isChanged && version?.version !== versionIn(readText(textKey, stored.text, stored.facts).value)?.version;
  const announced = isNewVersion ? version : toNotify;
  const isNotifying = notifies && toNotify !== null;
  const canSave = (isChanged || isNotifying) && problems.length === 0;
  useUnsaved(isChanged);
  const isOvertaken = edit !== null && edit.version < stored.version && isChanged;

  const save = (newText: string | null, isNotifying = false) => {
    const isPreset = newText === null || newText.trim() === preset.trim();
    const changes = [{ name: textSetting(textKey), value: isPreset ? null : newText }];
    const fields = { intent: "save", version: String(stored.version), changes: JSON.stringify(changes) };
    void fetcher.submit({ ...fields, ...(isNotifying && { notifiesAccounts: "yes" }) }, { method: "post" });
  };
  const change = (text: string) => setEdit((before) => ({ text, version: before?.version ?? stored.version }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) save(text, isNotifying);
  };

  return (
    <>
      <form method="post" className="grid cols-1 gap-125" onSubmit={submit} noValidate>
        {textKey === "automations" && <CatalogList text={text} isLocked={stored.lockedBy !== null} onChange={change} />}
        <div className={css.write}>
          <TextArea
            label="Text"
            hint={stored.lockedBy ? `Fixed by ${stored.lockedBy} in the environment. ${form}` : form}
            name="text"
            rows={textKey === "footer" ? 4 : 24}
            spellCheck
            disabled={stored.lockedBy !== null}
            value={text}
            onChange={({ target }) => change(target.value)}
          />
        </div>
        <Placeholders facts={stored.facts} />
        {problems.length > 0 && (
          <Notice kind="caution" live>
            {problems.slice(0, 5).join(" ")}
          </Notice>
        )}
        {saved && (
          <Notice kind={saved.ok ? "positive" : "critical"} live>
            {saved.ok && coming
              ? `The text is saved and applies from ${isoLongDay(coming.effectiveOn)}.`
              : saved.message}
          </Notice>
        )}
        {isOvertaken && (
          <section aria-labelledby="overtaken">
            <h2 id="overtaken" className="below-75 larger strong">
              What saving again would change in the other admin's text
            </h2>
            <Difference lines={changedLines(lineDifference(stored.text, text))} />
          </section>
        )}
        {announced && <ShortNotice version={announced} today={stored.today} />}
        {legal && toNotify && <NotifyField legal={legal} coming={toNotify} checked={notifies} onChange={setNotifies} />}
        {legal && <NoticesSent {...legal} />}
        <div className="cluster gap-60 middle">
          <Button
            type="submit"
            variant="primary"
            size={40}
            disabled={!canSave}
            busy={fetcher.state !== "idle"}
            busyText="Saving"
          >
            Save Changes
          </Button>
          {stored.isOwn && stored.lockedBy === null && (
            <Button size={40} busy={fetcher.state !== "idle"} onClick={() => setRestoring(true)}>
              Restore the default text
            </Button>
          )}
          {isChanged && (
            <Button size={40} onClick={() => setEdit(null)}>
              Discard edits
            </Button>
          )}
          <a href={stored.path} target="_blank" rel="noopener">
            Open the page<span className="vh"> in a new tab</span>
          </a>
        </div>
      </form>
      <ConfirmDialog
        open={isRestoring}
        title="Restore the default text?"
        confirm="Restore"
        busy={false}
        busyText="Restoring"
        onConfirm={() => {
          setRestoring(false);
          save(null);
        }}
        onClose={() => setRestoring(false)}
      >
        <p>
          The site shows the default text at once. Your saved text stays in the history.
          {isChanged && " Your unsaved edits are lost."}
        </p>
      </ConfirmDialog>
      <section aria-labelledby="preview" className="top-175">
        <h2 id="preview" className="below-75 larger strong">
          Preview
        </h2>
        <div className={`framed ${css.preview}`} onClickCapture={keepPage}>
          <TextPreview shown={{ [textKey]: value }} contactEmail={stored.facts["contact_email"] ?? ""} />
        </div>
      </section>
    </>
  );
}

/** Version and day of terms or a privacy policy; null for other texts. */
const versionIn = (value: SiteTexts[TextKey]): LegalVersion | null =>
  typeof value === "object" && "effectiveOn" in value ? value : null;

/** Links and buttons of the preview do nothing: a link would leave the page with unsaved edits. */
function keepPage(event: MouseEvent<HTMLDivElement>) {
  const isControl = event.target instanceof Element && event.target.closest("a, button") !== null;
  if (isControl) event.preventDefault();
}

const Placeholders = ({ facts }: { facts: TextFacts }) => (
  <details className={`card ${css.placeholders}`}>
    <summary>Placeholders that follow the settings</summary>
    <dl className="grid small">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt className="breaks">{`{{${name}}}`}</dt>
          <dd className="muted breaks">{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);
