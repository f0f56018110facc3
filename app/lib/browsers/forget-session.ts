import { browserKey, pageSecondsKey, sessionSentKey, tabKey } from "./session-id.ts";

/** Removes the stored session ids and the collector's data with them. Throws if storage is blocked. */
export function forgetSession(): void {
  for (const key of [tabKey, sessionSentKey, pageSecondsKey]) sessionStorage.removeItem(key);
  localStorage.removeItem(browserKey);
}
