import { type ChangeEvent, useLayoutEffect } from "react";

export type EditableControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /**
     * Controls that were edited before hydration, with their text, or with whether they are checked. Filled by an inline script
     * (early-events.tsx); undefined once the page is hydrated.
     */
    heldEdits?: Map<EditableControl, string | boolean> | undefined;
  }
}

type Shown = string | boolean | undefined;
type Report = ((event: ChangeEvent<never>) => void) | undefined;

/**
 * Reports an edit that was made before hydration in the controlled field with this id. React neither calls `onChange` for it
 * nor leaves it alone: the next render resets the field. Runs before anything else can render, and writes nothing into an
 * edited field, so the caret and an open composition stay as they are. `shown` undefined: the field is uncontrolled.
 *
 * The event has `target` and `currentTarget` only. `onChange` is the one of the first render: it must ask for the newest state.
 */
export function useEarlyEdit(id: string, shown: Shown, onChange: Report) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (control) takeEarlyEdit(control as EditableControl, shown, onChange);
  }, []);
}

/** As `useEarlyEdit`, for one control that is at hand. Call in a layout effect of the first render. */
export function takeEarlyEdit(control: EditableControl, shown: Shown, onChange: Report) {
  const held = window.heldEdits;
  if (!held || shown === undefined) return;
  const isEdited = held.delete(control);
  const edit = readControl(control);
  if (edit === shown) return;
  if (isEdited) {
    // React tracks the value by a setter on the element, and it may have hydrated the field several keystrokes ago.
    writeControl(control, edit);
    onChange?.({ target: control, currentTarget: control } as unknown as ChangeEvent<never>);
  } else if (canShow(control, shown)) {
    // The browser filled in what the field held when this page was last left. The draft knows better.
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

/** A list without the option would become blank; checking a radio button would undo an edit of its group. */
const canShow = (control: EditableControl, value: string | boolean) =>
  control instanceof HTMLSelectElement
    ? [...control.options].some((option) => option.value === value)
    : control.type !== "radio";
