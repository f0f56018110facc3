import { filePathWithoutSecrets } from "#app/lib/addresses/path-without-secrets.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import { env } from "#app/platform/env.server.ts";
import { hostKind } from "../requests/hosts.server.ts";

/**
 * Returns the storable form of an address from a browser, such as a referrer or the page of a report: for this site's
 * addresses the path with secret segments replaced by `:token`, for all others the origin. Never a query or fragment.
 * Keywords such as `inline` are returned unchanged; other text is scrubbed.
 */
export function storedAddress(
  address: string,
  settings: { SITE_URL: string; PREVIEW_HOSTS: readonly string[] } = env(),
): string {
  if (/^[a-z-]{0,40}$/.test(address)) return address;
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(address)?.[0];
  if (!scheme && !/^[/\\]/.test(address)) return scrub(withoutQuery(address));
  if (!URL.canParse(address, settings.SITE_URL)) return scheme ?? "";
  const { protocol, host, pathname } = new URL(address, settings.SITE_URL);
  const kind = /^https?:$/.test(protocol) ? hostKind(host, settings) : "unknown";
  if (kind === "site" || kind === "loopback") return filePathWithoutSecrets(pathname);
  return host ? `${protocol}//${host}` : protocol;
}

export const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? "";
