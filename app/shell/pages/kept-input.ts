import { hourMs } from "#app/lib/durations.ts";
import type { EditableControl } from "#app/ui/drafts/early-edit.ts";
import { replayEdit } from "./early-events.tsx";

/*
 * What was typed into a page, kept in this tab while its user signs in again. Passwords, codes and files are not kept, and
 * another user does not get it.
 */

type KeptField = { key: string; label: string; value: string | boolean };
type Kept = { path: string; reader: string; at: number; fields: KeptField[] };

const storageKey = "gtmarc.kept-input";
const lifeMs = 8 * hourMs;
const secret = "[type=password], [type=hidden], [type=file], [autocomplete=one-time-code], form:not([method=post]) *";

const edited = new Set<EditableControl>();

/** Remembers which fields were edited. Call it once per page, before hydration. */
export function watchEdits(page: Document): void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.matches("form input, form select, form textarea"))
      edited.add(target as EditableControl);
  };
  page.addEventListener("input", note, true);
  page.addEventListener("change", note, true);
}

const editedNow = () => [...edited].filter((control) => control.isConnected && !control.matches(secret));

export const hasEdits = () => editedNow().length > 0;

export function keepInput(path: string, reader: string): void {
  const fields = editedNow().map((control) => ({
    key: keyOf(control),
    label: labelOf(control),
    value: isCheckable(control) ? control.checked : control.value,
  }));
  const kept: Kept = { path, reader, at: Date.now(), fields };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage the page still has the input until it is left.
  }
}

export function dropInput(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept either.
  }
}

/** Restores the input of this page and user, once. Returns how many fields were restored, and those that are not on the page. */
export function restoreInput(path: string, reader: string | null): { restored: number; missing: KeptField[] } {
  const kept = takeKept(path);
  if (!kept || kept.reader !== reader || Date.now() - kept.at > lifeMs) return { restored: 0, missing: [] };
  const controls = new Map(
    [...document.querySelectorAll<EditableControl>("form :is(input, select, textarea)")].map((control) => [
      keyOf(control),
      control,
    ]),
  );
  const missing = kept.fields.filter(({ key }) => !controls.has(key));
  for (const { key, value } of kept.fields) {
    const control = controls.get(key);
    if (!control) continue;
    edited.add(control);
    if ((isCheckable(control) ? control.checked : control.value) !== value) replayEdit(control, value);
  }
  return { restored: kept.fields.length - missing.length, missing };
}

function takeKept(path: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Kept | null;
    if (kept?.path !== path) return null;
    sessionStorage.removeItem(storageKey);
    return kept;
  } catch {
    return null;
  }
}

const isCheckable = (control: EditableControl): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

const labelOf = (control: EditableControl) => control.labels?.[0]?.textContent?.trim() ?? control.name;

/** The same for the same field of the reloaded page: its form, its name or label, and its place among equal ones. */
function keyOf(control: EditableControl): string {
  const form = control.form!;
  const name = (other: EditableControl) => other.name || labelOf(other);
  const equals = [...form.elements].filter(
    (other) => "labels" in other && name(other as EditableControl) === name(control),
  );
  const forms = [...document.querySelectorAll("form[method=post]")].filter(
    (other) => other.getAttribute("aria-label") === form.getAttribute("aria-label"),
  );
  return [form.getAttribute("aria-label"), forms.indexOf(form), name(control), equals.indexOf(control)].join("|");
}
