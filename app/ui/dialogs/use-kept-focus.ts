import { type RefObject, useEffect } from "react";

/**
 * Focuses the first h1 or h2 of a section when an action removes the element of the section that has the focus, such as its own
 * button. A user who leaves the element is left alone.
 */
export function useKeptFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = section.current;
    if (!root) return;
    // It may have had the focus since before hydration, or since its dialog opened.
    let last: Element | null = root.querySelector(":focus");
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    // Some browsers report a removed element as left; it is disconnected a moment later.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && (target as Element).isConnected) last = null;
      });
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      const heading = root.querySelector<HTMLElement>("h1, h2");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus();
    });
    root.addEventListener("focusin", remember);
    root.addEventListener("focusout", forget);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener("focusin", remember);
      root.removeEventListener("focusout", forget);
      observer.disconnect();
    };
  }, [section]);
}
