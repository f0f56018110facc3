import { browserName, systemName } from "./browser-name.ts";

/**
 * Returns the session list's name for a user agent: "Chrome on Windows", "Safari on iPhone", or "An unknown browser".
 * Never returns a part of the text itself, which the visitor can choose.
 */
export function deviceName(userAgent: string): string {
  const browser = browserName(userAgent);
  const system = systemName(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}
