import { useEffect, useEffectEvent } from "react";
import { hasSessionEnded } from "#app/lib/browsers/session-end.ts";

/**
 * Asks the browser to warn before a tab with unsaved changes closes or loads another page. Not after the session has ended:
 * the input is kept for the return from the sign-in.
 */
export function useUnloadWarning(isUnsaved: () => boolean) {
  const unsaved = useEffectEvent(isUnsaved);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => !hasSessionEnded() && unsaved() && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
}
