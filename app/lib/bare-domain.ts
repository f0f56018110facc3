import { getDomain } from "tldts";

/**
 * The bare domain of a website typed in any format: `bareDomain(" HTTPS://www.Acme.co.uk/about/ ") === "acme.co.uk"`.
 * Trimmed, lower-cased, stripped of spaces and trailing slashes, given https:// when it has no scheme, then parsed
 * (spec: bare-domain). Null when nothing in it names a public host. Server side: it brings the public suffix list.
 */
export function bareDomain(text: string): string | null {
  const tidy = text.toLowerCase().replace(/\s+/g, "").replace(/\/+$/, "");
  if (!tidy) return null;
  const url = /^[a-z][a-z\d+.-]*:\/\//.test(tidy) ? tidy : `https://${tidy.replace(/^\/+/, "")}`;
  if (!URL.canParse(url)) return null;
  return getDomain(new URL(url).hostname, { validateHostname: true });
}
