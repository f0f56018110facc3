import { type ComponentType, useEffect, useState } from "react";
import { type Messages, receive, send } from "#app/island-kit/bus.ts";

/**
 * Loads the form of a dialog shell, with its styles, when the island wakes: many pages have the shell and few visitors open it.
 * `message` comes from the button that opened the dialog and is null while it is closed. `isLost`: the form could not be
 * loaded; `retry`, or the next click that opens the dialog, tries again.
 */
export function useDialogForm<Name extends "open-newsletter" | "open-training", Props>(
  name: Name,
  dialogId: string,
  load: () => Promise<ComponentType<Props>>,
) {
  const [message, setMessage] = useState<Messages[Name] | null>(null);
  const [Form, setForm] = useState<ComponentType<Props> | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let state: "loading" | "there" | "lost" = "loading";
    const settle = (next: "there" | "lost") => {
      state = next;
      setLost(next === "lost");
    };
    const fetchForm = () =>
      load().then(
        (component) => {
          setForm(() => component);
          settle("there");
        },
        () => settle("lost"),
      );
    void fetchForm();
    return receive(name, (opened) => {
      if (state === "lost") {
        state = "loading";
        setLost(false);
        void fetchForm();
      }
      // The kit opens the dialog on the same click, before or after this; a message sent earlier may find it closed again.
      setTimeout(() => {
        const dialog = document.getElementById(dialogId);
        if (dialog instanceof HTMLDialogElement && dialog.open) setMessage(opened);
      });
    });
  }, [name, dialogId, load]);
  return { message, close: () => setMessage(null), Form, isLost, retry: () => message && send(name, message) };
}
