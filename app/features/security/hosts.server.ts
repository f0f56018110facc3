/**
 * Which hosts this site answers to. Links in mails always use SITE_URL; a request that names another host in production
 * is answered 421, so a forged Host header finds nothing to poison (decision 24).
 */
export function hostKind(
  host: string,
  settings: { SITE_URL: string; PREVIEW_HOSTS: readonly string[] },
): "site" | "loopback" | "preview" | "unknown" {
  const name = host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "");
  if (host.toLowerCase() === new URL(settings.SITE_URL).host) return "site";
  if (name === "localhost" || name === "127.0.0.1" || name === "::1") return "loopback";
  if (settings.PREVIEW_HOSTS.some((pattern) => matchesPattern(name, pattern.toLowerCase()))) return "preview";
  return "unknown";
}

/**
 * The origins that pages of this host have. The site's own host has the scheme of SITE_URL. Other hosts are served over
 * https by a proxy that we do not see, so https is accepted; http only on loopback and where the site itself is http.
 */
export function originsOf(host: string, settings: Parameters<typeof hostKind>[1]): string[] {
  const site = new URL(settings.SITE_URL);
  const kind = hostKind(host, settings);
  const schemes =
    kind === "site"
      ? [site.protocol]
      : kind === "loopback" || site.protocol === "http:"
        ? ["http:", "https:"]
        : ["https:"];
  return schemes
    .filter((scheme) => URL.canParse(`${scheme}//${host}`))
    .map((scheme) => new URL(`${scheme}//${host}`).origin);
}

const matchesPattern = (name: string, pattern: string) =>
  pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) && name.length > pattern.length - 1 : name === pattern;
