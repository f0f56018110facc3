import { type RefObject, useEffect } from "react";

/**
 * Focuses the heading of a section when an action removes the element of the section that has the focus, such as its own button. A
 * user who leaves the element is left alone.
 */
export function useKeptFocus(section: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = section.current;
    if (!root) return;
    let last: Element | null = null;
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
      heading.current?.focus();
    });
    root.addEventListener("focusin", remember);
    root.addEventListener("focusout", forget);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener("focusin", remember);
      root.removeEventListener("focusout", forget);
      observer.disconnect();
    };
  }, [section, heading]);
}
