import { useEffect, useEffectEvent } from "react";

/** Asks the browser to warn before a tab with unsaved changes closes or loads another page. */
export function useUnloadWarning(isUnsaved: () => boolean) {
  const unsaved = useEffectEvent(isUnsaved);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => unsaved() && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
}
