import type { UserAgentFacts } from "../collecting/user-agent.ts";
import { type RejectionRule, rejectionRules } from "./rejection-rules.ts";

export type Evidence = {
  isAdmin: boolean;
  /** By its address, in the settings. */
  isExcluded: boolean;
  userAgent: Pick<UserAgentFacts, "isBot" | "isBrowser">;
  /** By a program, as the page reports it. */
  isDriven: boolean;
  acceptLanguage: string | null;
  startsTooMany: boolean;
  isDevelopment: boolean;
};

export function rejectionOf(evidence: Evidence): number | null {
  const rule = ruleOf(evidence);
  return rule && rejectionRules[rule];
}

function ruleOf({
  isAdmin,
  isExcluded,
  userAgent,
  isDriven,
  acceptLanguage,
  startsTooMany,
  isDevelopment,
}: Evidence): RejectionRule | null {
  if (isAdmin) return "own_team";
  if (isExcluded) return "excluded";
  if (userAgent.isBot || isDriven) return "bot";
  if (!userAgent.isBrowser) return "no_browser";
  // Every browser sends this header with every request; most scripts that copy a user agent do not.
  if (!acceptLanguage) return "script";
  if (startsTooMany) return "flood";
  return isDevelopment ? "development" : null;
}

/** Whether a page's origin is localhost or an IP address; false for text that is not an origin. */
export function isDevelopmentOrigin(origin: string | null | undefined): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return hostname === "localhost" || hostname.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(hostname);
}
