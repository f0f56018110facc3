import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from "react";

/**
 * For the hydrated body of a `DialogShell`: controls the dialog around the element with `ref`. While `locked` it cannot be
 * closed; `onClosed` is called after every close; `close` closes it even when locked.
 */
export function useEnclosingDialog<Element extends HTMLElement>({
  locked = false,
  onClosed,
}: {
  locked?: boolean;
  onClosed?: () => void;
}): { ref: RefObject<Element | null>; close: () => void } {
  const ref = useRef<Element>(null);
  const closed = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    const dialog = ref.current?.closest("dialog");
    if (!dialog) return;
    const onClose = () => closed();
    dialog.addEventListener("close", onClose);
    return () => dialog.removeEventListener("close", onClose);
  }, []);
  useEffect(() => {
    const dialog = ref.current?.closest("dialog");
    if (!dialog || !locked) return;
    const button = dialog.querySelector<HTMLButtonElement>("form[method=dialog] button");
    const hold = (event: Event) => event.preventDefault();
    dialog.setAttribute("closedby", "none");
    dialog.addEventListener("cancel", hold);
    if (button) button.disabled = true;
    return () => {
      dialog.setAttribute("closedby", "any");
      dialog.removeEventListener("cancel", hold);
      if (button) button.disabled = false;
    };
  }, [locked]);
  const close = useCallback(() => ref.current?.closest("dialog")?.close(), []);
  return { ref, close };
}
