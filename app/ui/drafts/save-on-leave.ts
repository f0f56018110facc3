import { useEffect, useEffectEvent } from "react";
import { useUnloadWarning } from "./unload-warning.ts";

/**
 * Protects changes that are saved after a delay: saves when the page is hidden or its component unmounts, and asks the
 * browser to warn before a tab with unsaved changes closes.
 */
export function useSaveOnLeave({ flush, isUnsaved }: { flush: () => void; isUnsaved: () => boolean }) {
  const save = useEffectEvent(flush);
  useUnloadWarning(isUnsaved);
  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && save();
    document.addEventListener("visibilitychange", hide);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      save();
    };
  }, []);
}
