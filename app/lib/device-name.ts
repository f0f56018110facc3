import { browserName, systemName } from "./browser-name.ts";

/**
 * How the session list names the browser behind a user agent: "Chrome on Windows", "Safari on iPhone"; "An unknown browser"
 * when it names none. Never a part of the text itself, which the visitor can choose.
 */
export function deviceName(userAgent: string): string {
  const browser = browserName(userAgent);
  const system = systemName(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}
