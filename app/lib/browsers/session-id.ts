/**
 * Returns the id of this visit (spec: collected): the tab's, otherwise the browser's, otherwise generated from the time
 * and random digits and stored for the tab. It does not identify a person. Visitors who opt out of tracking get an id
 * that is not stored.
 */
export function sessionId(): string {
  try {
    const kept = keptSessionId();
    if (kept) return kept;
    const id = generated();
    if (!wantsPrivacy()) sessionStorage.setItem(tabKey, id);
    return id;
  } catch {
    // Storage is blocked: one id for the document.
    inMemory ??= generated();
    return inMemory;
  }
}

let inMemory: string | undefined;

const generated = () => `${Date.now()}-${crypto.getRandomValues(new Uint32Array(3)).join("")}`;

/** Continues the visit of another tab, or starts a new one. Throws if storage is blocked. */
export const changeSession = (id = generated()): void => sessionStorage.setItem(tabKey, id);

/** Returns the id stored in this browser, if any. Throws if storage is blocked. */
export const keptSessionId = (): string | undefined =>
  (sessionStorage.getItem(tabKey) || localStorage.getItem(browserKey))?.slice(0, 200);

/** The collector's session storage keys: the campaign with which the session was reported, and the seconds on the previous page. */
export const sessionSentKey = "session_sent";
export const pageSecondsKey = "page_seconds";

export const wantsPrivacy = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === "1";

export const tabKey = "session_id";
export const browserKey = "visitor_session_id";
