import { browserKey, pageSecondsKey, sessionSentKey, tabKey } from "./session-id.ts";

/** Removes the kept session ids and what the collector keeps with them. Throws where storage is blocked. */
export function forgetSession(): void {
  for (const key of [tabKey, sessionSentKey, pageSecondsKey]) sessionStorage.removeItem(key);
  localStorage.removeItem(browserKey);
}
