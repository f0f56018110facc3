import { useEffect, useEffectEvent } from "react";

/**
 * Protects changes that are saved after a delay: saves when the page is hidden or its component unmounts, and asks the
 * browser to warn before a tab with unsaved changes closes.
 */
export function useSaveOnLeave({ flush, isUnsaved }: { flush: () => void; isUnsaved: () => boolean }) {
  const save = useEffectEvent(flush);
  const unsaved = useEffectEvent(isUnsaved);
  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && save();
    const warn = (event: BeforeUnloadEvent) => unsaved() && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    document.addEventListener("visibilitychange", hide);
    return () => {
      window.removeEventListener("beforeunload", warn);
      document.removeEventListener("visibilitychange", hide);
      save();
    };
  }, []);
}
