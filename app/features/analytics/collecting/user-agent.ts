import { isbot } from "isbot";
import { browserName, systemName } from "#app/lib/browsers/agents/browser-name.ts";
import type { DeviceKind } from "../storage/device-kinds.ts";
import { remembered } from "./recent-map.ts";

export type UserAgentFacts = {
  browser: string | null;
  os: string | null;
  device: DeviceKind;
  isBot: boolean;
  isBrowser: boolean;
};

/** The stored facts of a user agent; the text itself is never stored. */
export const userAgentFacts: (userAgent: string) => UserAgentFacts = remembered(5000, (userAgent) => {
  const browser = browserName(userAgent);
  const system = systemName(userAgent);
  return {
    browser,
    os: system === "iPhone" ? "iOS" : system === "iPad" ? "iPadOS" : system,
    device: deviceOf(userAgent, system),
    isBot: isbot(userAgent),
    isBrowser: /^(?:Mozilla|Opera)\/\d/.test(userAgent),
  };
});

function deviceOf(userAgent: string, system: string | null): DeviceKind {
  if (system === "iPhone") return "phone";
  if (system === "iPad") return "tablet";
  if (system === "Android") return /\bMobile\b/.test(userAgent) ? "phone" : "tablet";
  return system === null ? "unknown" : "desktop";
}
