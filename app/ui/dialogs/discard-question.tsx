import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "./dialog.module.css";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isField = (target: EventTarget): target is Field =>
  target instanceof Element && target.matches('input:not([type="hidden"]), select, textarea');
const contentOf = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
    ? String(field.checked)
    : field.value;

/**
 * Protects text typed in a dialog. `start` stores the field values when a dialog opens. While a field differs (`isChanged`),
 * `handlers` for the dialog element stop Escape and the close button and show the question.
 */
export function useDiscardQuestion() {
  const initial = useRef(new Map<Field, string>());
  const changed = useRef(new Set<Field>());
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const reset = () => {
    initial.current.clear();
    changed.current.clear();
    setChanged(false);
    setAsking(false);
  };
  /** Returns whether the event was stopped. Fields of an earlier step that are gone do not count. */
  const ask = (event: SyntheticEvent) => {
    if (![...changed.current].some((field) => field.isConnected)) return false;
    event.preventDefault();
    setAsking(true);
    return true;
  };
  return {
    isChanged,
    isAsking,
    keep: () => setAsking(false),
    start(dialog: HTMLDialogElement) {
      reset();
      for (const field of dialog.querySelectorAll("*"))
        if (isField(field)) initial.current.set(field, contentOf(field));
    },
    stop: reset,
    handlers: {
      onChange({ target, currentTarget }: FormEvent<HTMLDialogElement>) {
        if (!isField(target) || target.closest("dialog") !== currentTarget) return;
        if (contentOf(target) === initial.current.get(target)) changed.current.delete(target);
        else changed.current.add(target);
        setChanged(changed.current.size > 0);
      },
      // `closedby="none"` leaves Escape to the page. Canceling `cancel` does not work: browsers close at the second Escape.
      onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        const { target, currentTarget } = event;
        if (!isChanged || (target as Element).closest("dialog") !== currentTarget) return;
        if (isAsking) setAsking(false);
        else if (!ask(event)) currentTarget.close();
        event.preventDefault();
      },
      // Android's Back gesture, and Escape without `closedby` support.
      onCancel(event: SyntheticEvent<HTMLDialogElement>) {
        if (event.target === event.currentTarget) ask(event);
      },
    },
    onCloseButton: (event: FormEvent) => void ask(event),
  };
}

/** The question at the top of a dialog. It takes the focus and returns it if the user keeps editing. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector("button")?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div ref={box} role="alertdialog" aria-label="Discard what you typed?" className={css.question}>
      <b>Discard what you typed?</b>
      <Button size={32} onClick={onKeep}>
        Keep editing
      </Button>
      <Button size={32} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
