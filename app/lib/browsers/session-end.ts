const signOut = "/api/auth/sign-out";
const currentSession = "/api/auth/get-session";
const announcement = "session_end";
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

/** Other tabs then ask whether they are still signed in. Nothing stays stored, and no open channel keeps a page from going back. */
export function announceSessionEnd(): void {
  try {
    localStorage.setItem(announcement, "1");
    localStorage.removeItem(announcement);
  } catch {
    // Without storage they ask when they are shown again.
  }
}

/** Announces sign-outs of this page: by a form, when its response replaces the page, and by any script. */
function watchSignOuts(): () => void {
  const submitted = ({ target }: Event) => {
    if ((target as Element).getAttribute("action") === signOut)
      addEventListener("pagehide", announceSessionEnd, { once: true });
  };
  addEventListener("submit", submitted);
  const send = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await send(...request);
    if (response.url === location.origin + signOut) announceSessionEnd();
    return response;
  };
  return () => {
    removeEventListener("submit", submitted);
    globalThis.fetch = send;
  };
}

/**
 * Calls `onEnd` if this browser is signed out, or signed in as another user than `reader`: when the tab is shown again, and when
 * another tab announces it.
 */
export function watchSession(onEnd: () => void, reader?: string): () => void {
  let askedAt = 0;
  const check = async () => {
    askedAt = Date.now();
    const answer = await fetch(currentSession).catch(() => null);
    if (!answer?.ok) return;
    const session = (await answer.json().catch(() => undefined)) as { user: { id: string } } | null | undefined;
    if (session === undefined) return;
    if (session === null || (reader && session.user.id !== reader)) onEnd();
    else if (ended) noteSessionEnd(false);
  };
  const start = () => {
    if (document.visibilityState === "visible" && Date.now() - askedAt >= pauseMs) void check();
  };
  const announced = ({ key, newValue }: StorageEvent) => {
    if (key === announcement && newValue) void check();
  };
  const stopAnnouncing = watchSignOuts();
  addEventListener("storage", announced);
  document.addEventListener("visibilitychange", start);
  addEventListener("focus", start);
  return () => {
    stopAnnouncing();
    removeEventListener("storage", announced);
    document.removeEventListener("visibilitychange", start);
    removeEventListener("focus", start);
  };
}
