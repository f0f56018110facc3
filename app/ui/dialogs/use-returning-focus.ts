import { useEffect, useRef } from "react";

/** When a box with the focus closes, returns the focus to the last focused field of the page, else to the heading. */
export function useReturningFocus(isOpen: boolean) {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = (target: EventTarget | null) => {
      if (target instanceof HTMLElement && target.matches("main :is(input, select)")) last.current = target;
    };
    // A field may have had the focus since before hydration.
    remember(document.activeElement);
    const follow = ({ target }: FocusEvent) => remember(target);
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed || document.activeElement !== document.body) return;
    const field = last.current;
    if (field?.isConnected) return field.focus();
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [isOpen]);
}
