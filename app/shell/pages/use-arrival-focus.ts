import { useEffect } from "react";
import { useNavigationType } from "react-router";

/** Focuses the heading of a page that an action opened without a document load, if what had the focus is gone. */
export function useArrivalFocus(): void {
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (type === "POP" || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, []);
}
