import { type ComponentType, useEffect, useState } from "react";
import { type Messages, receive, send } from "#app/island-kit/bus.ts";

/**
 * The form inside a dialog shell that many pages carry and few visitors open: fetched, with its styles, when the island
 * wakes. `message` is the one that came with the press that opened the dialog, null while it is closed. `isLost` says that
 * the form did not come; `retry`, or the next press that opens the dialog, tries again.
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
      // The kit opens the dialog at the same press, before or after this; one kept from before may find it closed again.
      setTimeout(() => {
        const dialog = document.getElementById(dialogId);
        if (dialog instanceof HTMLDialogElement && dialog.open) setMessage(opened);
      });
    });
  }, [name, dialogId, load]);
  return { message, close: () => setMessage(null), Form, isLost, retry: () => message && send(name, message) };
}
