import { domainToUnicode } from "node:url";
import { env } from "#app/platform/env.server.ts";

/**
 * Returns an absolute URL for a link that an admin wrote into a mail for many people, or null if it is not a web or mail link or contains a
 * variable. Links to this site get the campaign's parameters.
 */
export function campaignLink(href: string, { source, campaign }: { source: string; campaign: string }): string | null {
  const { SITE_URL } = env();
  if (!URL.canParse(href, SITE_URL)) return null;
  const url = new URL(href, SITE_URL);
  if (!["http:", "https:", "mailto:"].includes(url.protocol) || hasPlace(url)) return null;
  if (url.origin === new URL(SITE_URL).origin && !url.searchParams.has("utm_source")) {
    url.searchParams.set("utm_source", source);
    url.searchParams.set("utm_medium", "email");
    url.searchParams.set("utm_campaign", campaign);
  }
  return url.href;
}

/** A placeholder in an address would be encoded, and so never be filled in. */
export const hasPlace = ({ href, hostname }: URL): boolean => /%E2%9F%A6|⟦/i.test(href + domainToUnicode(hostname));
