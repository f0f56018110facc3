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

/** Stored when a page is left by a sign-out, which other tabs notice. */
const signedOut = "signed_out_at";

/** Lets the other tabs know of a sign-out from this page. The page is left when the response has ended the session. */
export function announceSignOut(): () => void {
  const onSubmit = ({ target }: Event) => {
    if ((target as Element).getAttribute("action") !== "/api/auth/sign-out") return;
    addEventListener("pagehide", () => localStorage.setItem(signedOut, String(Date.now())), { once: true });
  };
  document.addEventListener("submit", onSubmit);
  return () => document.removeEventListener("submit", onSubmit);
}

/**
 * Calls `onEnd` if this browser is signed out, or signed in as another user than `reader`: at once when another tab announces a
 * sign-out, otherwise when the tab is shown again.
 */
export function watchSession(onEnd: () => void, reader?: string): () => void {
  let askedAt = 0;
  const check = async (isAnnounced = false) => {
    if (!isAnnounced && (document.visibilityState !== "visible" || Date.now() - askedAt < pauseMs)) return;
    askedAt = Date.now();
    const answer = await fetch(currentSession).catch(() => null);
    if (!answer?.ok) return;
    const session = (await answer.json().catch(() => undefined)) as { user: { id: string } } | null | undefined;
    if (session === undefined) return;
    if (session === null || (reader && session.user.id !== reader)) onEnd();
    else if (ended) noteSessionEnd(false);
  };
  const start = () => void check();
  const onStorage = ({ key }: StorageEvent) => void (key === signedOut && check(true));
  document.addEventListener("visibilitychange", start);
  addEventListener("focus", start);
  addEventListener("storage", onStorage);
  return () => {
    document.removeEventListener("visibilitychange", start);
    removeEventListener("focus", start);
    removeEventListener("storage", onStorage);
  };
}
