import { getDomain, getDomainWithoutSuffix } from "tldts";

/** The stored numbers of channels; they never change. */
export const channels = {
  direct: 1,
  search: 2,
  social: 3,
  assistant: 4,
  email: 5,
  paid: 6,
  campaign: 7,
  referral: 8,
} as const;
export type Channel = keyof typeof channels;

const stored = new Map(Object.entries(channels).map(([name, number]) => [number as number, name as Channel]));
export const channelName = (number: number): Channel => stored.get(number) ?? "direct";

const searchNames = new Set(
  "google bing duckduckgo yahoo ecosia qwant startpage baidu yandex kagi brave naver seznam".split(" "),
);
const socialNames = new Set(
  "facebook instagram linkedin pinterest quora reddit threads tiktok twitter youtube bsky mastodon xing".split(" "),
);
const socialDomains = new Set(["x.com", "t.co", "lnkd.in", "fb.me", "youtu.be", "news.ycombinator.com"]);
const assistantDomains = new Set(["chatgpt.com", "openai.com", "perplexity.ai", "claude.ai", "phind.com", "you.com"]);
const assistantHosts = new Set(["gemini.google.com", "copilot.microsoft.com", "chat.mistral.ai"]);

const paidMediums = /^(?:cpc|ppc|cpm|cpv|cpa|paid.*|display|banner|retargeting|affiliate)$/;
const emailMessages = /^(?:e-?mail|newsletter)$/;
const socialMediums = /^social.*|^sm$/;

/**
 * Determines how a visitor arrived: by the campaign's medium first, then by the referrer, a URL of another site. Social networks and
 * search engines are recognized by domain.
 */
export function channelOf(facts: {
  referrer: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
}): Channel {
  const medium = facts.medium?.toLowerCase() ?? "";
  const source = facts.source?.toLowerCase() ?? "";
  if (paidMediums.test(medium)) return "paid";
  if (emailMessages.test(medium) || emailMessages.test(source)) return "email";
  if (socialMediums.test(medium)) return "social";
  const site = facts.referrer === null ? null : channelOfSite(facts.referrer);
  if (site !== null && site !== "referral") return site;
  if (socialNames.has(source)) return "social";
  if (facts.source !== null || facts.medium !== null || facts.campaign !== null) return "campaign";
  return site ?? "direct";
}

function channelOfSite(url: string): Channel {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const domain = getDomain(host) ?? host;
  const name = getDomainWithoutSuffix(host) ?? "";
  if (assistantHosts.has(host) || assistantDomains.has(domain)) return "assistant";
  if (socialDomains.has(domain) || socialDomains.has(host) || socialNames.has(name)) return "social";
  return searchNames.has(name) ? "search" : "referral";
}
