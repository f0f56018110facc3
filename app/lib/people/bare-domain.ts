import { getDomain } from "tldts";

/**
 * Returns the bare domain of a website typed in any format: `bareDomain(" HTTPS://www.Acme.co.uk/about/ ") ===
 * "acme.co.uk"`. Trims and lower-cases, strips spaces and trailing slashes, adds https:// if there is no scheme, then
 * parses (spec: bare-domain). Null without a public host. Server side: it includes the public suffix list.
 */
export function bareDomain(text: string): string | null {
  const tidy = text.toLowerCase().replace(/\s+/g, "").replace(/\/+$/, "");
  if (!tidy) return null;
  const url = /^[a-z][a-z\d+.-]*:\/\//.test(tidy) ? tidy : `https://${tidy.replace(/^\/+/, "")}`;
  if (!URL.canParse(url)) return null;
  return getDomain(new URL(url).hostname, { validateHostname: true });
}
