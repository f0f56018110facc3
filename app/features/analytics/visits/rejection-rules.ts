import type { UserAgentFacts } from "../collecting/user-agent.ts";

/**
 * The stored numbers of rejection rules; they never change. Rejected hits are stored like others and excluded from every figure until
 * an admin accepts the rule (rejected.server.ts).
 */
export const rejectionRules = {
  bot: 1,
  no_browser: 2,
  script: 3,
  flood: 4,
  own_team: 5,
  development: 6,
  excluded: 7,
} as const;
export type RejectionRule = keyof typeof rejectionRules;

export const rejectionRuleNames = Object.keys(rejectionRules) as RejectionRule[];

export const rejectionLabels: Readonly<Record<RejectionRule, string>> = {
  bot: "Crawlers and other bots",
  no_browser: "Not a browser",
  script: "Scripts that imitate a browser",
  flood: "Too many sessions from one client",
  own_team: "Own team",
  development: "Development and test hosts",
  excluded: "Excluded addresses",
};

export const rejectionAbout: Readonly<Record<RejectionRule, string>> = {
  bot: "The user agent names a crawler, a monitor or a library, or a program drives the browser.",
  no_browser: "The user agent is missing or is not a browser's.",
  script: "The user agent is a browser's, but a header that every browser sends is missing.",
  flood: "More than 60 new sessions of one client in a minute.",
  own_team: "A signed-in admin.",
  development: "The page ran in development mode, on localhost or on an IP address.",
  excluded: "The address is in the list of the settings for analytics.",
};

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
