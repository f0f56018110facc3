import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";

/** Reloads the page every `everyMs` while it is visible; null stops it. */
export function useReloadEvery(everyMs: number | null) {
  const { revalidate, state } = useRevalidator();
  const reload = useEffectEvent(() => {
    if (document.visibilityState === "visible" && state === "idle") void revalidate();
  });
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => reload(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
