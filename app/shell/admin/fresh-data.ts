import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";

const everyMs = 25_000;
/** Focus and visibility events come in pairs. */
const pauseMs = 1000;

/**
 * Reloads the page after someone else changed its data: polls the state every 25 seconds while the page is visible, and when it
 * becomes visible or focused. Stops while `isPaused`. If `ask` returns null (the state could not be read), the page stays as it
 * is, so a lost connection loses no input.
 */
export function useFreshData({
  state,
  ask,
  isPaused,
}: {
  state: string;
  ask: () => Promise<string | null>;
  isPaused: boolean;
}) {
  const { revalidate, state: loading } = useRevalidator();
  const shown = useRef({ state, isPaused });
  const askedAt = useRef(0);
  const isAsking = useRef(false);
  useEffect(() => {
    shown.current = { state, isPaused };
  }, [state, isPaused]);
  const check = useEffectEvent(async () => {
    const isBusy = isPaused || isAsking.current || loading !== "idle";
    if (document.visibilityState !== "visible" || isBusy || Date.now() - askedAt.current < pauseMs) return;
    isAsking.current = true;
    askedAt.current = Date.now();
    const now = await ask();
    isAsking.current = false;
    // An action that started meanwhile reloads the page itself.
    if (now !== null && now !== shown.current.state && !shown.current.isPaused) await revalidate();
  });
  useEffect(() => {
    const start = () => void check();
    const timer = setInterval(start, everyMs);
    document.addEventListener("visibilitychange", start);
    window.addEventListener("focus", start);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", start);
      window.removeEventListener("focus", start);
    };
  }, []);
}
