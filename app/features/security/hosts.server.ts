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

const matchesPattern = (name: string, pattern: string) =>
  pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) && name.length > pattern.length - 1 : name === pattern;
