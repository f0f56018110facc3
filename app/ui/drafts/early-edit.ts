import { type ChangeEvent, useLayoutEffect } from "react";

export type EditableControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Shown = string | boolean | undefined;
type Report = ((event: ChangeEvent<never>) => void) | undefined;

/**
 * Reports an edit made before hydration in the controlled field with this id: React does not call `onChange` for it, and the
 * next render would reset the field. Runs before any other render and writes nothing into an edited field, so the caret and an
 * open composition are kept. `shown` undefined: the field is uncontrolled.
 *
 * The event has `target` and `currentTarget` only. `onChange` is the one of the first render, so it must read the newest state.
 */
export function useEarlyEdit(id: string, shown: Shown, onChange: Report) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (control) takeEarlyEdit(control as EditableControl, shown, onChange);
  }, []);
}

/** Like `useEarlyEdit` for one given control. Call it in a layout effect of the first render. */
export function takeEarlyEdit(control: EditableControl, shown: Shown, onChange: Report) {
  const held = window.heldEdits;
  if (!held || shown === undefined) return;
  const isEdited = held.delete(control);
  const edit = readControl(control);
  if (edit === shown) return;
  if (isEdited) {
    // React tracks the value through a setter on the element and may have hydrated the field several keystrokes ago.
    writeControl(control, edit);
    onChange?.({ target: control, currentTarget: control } as unknown as ChangeEvent<never>);
  } else if (canShow(control, shown)) {
    // The browser restored the field's content from the last visit of this page; the draft is newer.
    writeControl(control, shown);
  }
}

const isCheckable = (control: EditableControl): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

const readControl = (control: EditableControl) => (isCheckable(control) ? control.checked : control.value);

function writeControl(control: EditableControl, value: string | boolean) {
  if (isCheckable(control)) control.checked = value === true;
  else control.value = String(value);
}

/** A select without the option would become blank; checking a radio button would undo an edit of its group. */
const canShow = (control: EditableControl, value: string | boolean) =>
  control instanceof HTMLSelectElement
    ? [...control.options].some((option) => option.value === value)
    : control.type !== "radio";
