/**
 * The visit's own id (public-site §3): of this tab, else of this browser, else made from the time and chance and kept for
 * the tab. Names nobody, and ends with the tab. Visitors who ask not to be tracked get one that is not kept.
 */
export function sessionId(): string {
  const made = () => `${Date.now()}-${crypto.getRandomValues(new Uint32Array(3)).join("")}`;
  try {
    const kept = sessionStorage.getItem("session_id") || localStorage.getItem("visitor_session_id");
    if (kept) return kept.slice(0, 200);
    const id = made();
    if (!wantsPrivacy()) sessionStorage.setItem("session_id", id);
    return id;
  } catch {
    // Storage is switched off; everything works without it.
    return made();
  }
}

/** Whether this browser sends Global Privacy Control or Do Not Track. */
export const wantsPrivacy = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === "1";
