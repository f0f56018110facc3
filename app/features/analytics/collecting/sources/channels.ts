import { sourceChannel } from "./source-name.ts";

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
export const findChannel = (number: number): Channel | null => stored.get(number) ?? null;
export const channelName = (number: number): Channel => findChannel(number) ?? "direct";

/** Ids of clicks on ads and their networks; the collector reports the name of the id as the medium. */
export const adClicks: Readonly<Record<string, string>> = {
  ...{ gclid: "google", gbraid: "google", wbraid: "google", msclkid: "bing", ttclid: "tiktok", li_fat_id: "linkedin" },
};

const paidMediums = /^(?:cpc|ppc|cpm|cpv|cpa|cpl|sem|paid.*|(?:.*[-_ ])?ads?|display|banner|retargeting|affiliate)$/;
const emailMediums = /^(?:e-?mail|newsletter)$/;
const socialMediums = /^(?:social.*|sm)$/;
const organicMediums = /^(?:organic|search|seo)?$/;

/**
 * Determines how a visitor arrived: by the campaign's medium first, then by the referrer, a URL of another site or app, then by the
 * campaign's source. Sites are known from known-sources.ts.
 */
export function channelOf(facts: {
  referrer: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
}): Channel {
  const medium = facts.medium?.trim().toLowerCase() ?? "";
  const named = facts.source === null ? null : sourceChannel(facts.source);
  if (paidMediums.test(medium) || Object.hasOwn(adClicks, medium) || named === "paid") return "paid";
  if (emailMediums.test(medium) || named === "email") return "email";
  if (socialMediums.test(medium)) return "social";
  const site = facts.referrer === null ? null : (sourceChannel(facts.referrer) ?? "referral");
  if (site !== null && site !== "referral") return site;
  if (named === "social" || named === "assistant") return named;
  if (named === "search" && organicMediums.test(medium)) return named;
  if (facts.source !== null || facts.medium !== null || facts.campaign !== null) return "campaign";
  return site ?? "direct";
}
