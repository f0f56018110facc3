const currentSession = "/api/auth/get-session";
/** Focus and visibility events come in pairs. */
const pauseMs = 1000;

let ended = false;
const listeners = new Set<() => void>();

/** For a request that was refused because the session has ended; false once there is one again. */
export function noteSessionEnd(hasEnded = true): void {
  ended = hasEnded;
  for (const listener of listeners) listener();
}

export const hasSessionEnded = () => ended;

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `onEnd` if this browser is signed out, or signed in as another user than `reader`, when the tab is shown again. */
export function watchSession(onEnd: () => void, reader?: string): () => void {
  let askedAt = 0;
  const check = async () => {
    if (document.visibilityState !== "visible" || Date.now() - askedAt < pauseMs) return;
    askedAt = Date.now();
    const answer = await fetch(currentSession).catch(() => null);
    if (!answer?.ok) return;
    const session = (await answer.json().catch(() => undefined)) as { user: { id: string } } | null | undefined;
    if (session === undefined) return;
    if (session === null || (reader && session.user.id !== reader)) onEnd();
    else if (ended) noteSessionEnd(false);
  };
  const start = () => void check();
  document.addEventListener("visibilitychange", start);
  addEventListener("focus", start);
  return () => {
    document.removeEventListener("visibilitychange", start);
    removeEventListener("focus", start);
  };
}
