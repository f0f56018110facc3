/**
 * Converts a website as typed into a URL. Adds https:// without a scheme, and www. unless the host is localhost, an IP
 * address or already begins with it. Empty text stays empty; null if it is not a website.
 *
 * @example normalizeWebsite("northfield.io") // "https://www.northfield.io"
 */
export function normalizeWebsite(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return "";
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  if (!isPlainHost(url.hostname) && !url.hostname.startsWith("www.")) url.hostname = `www.${url.hostname}`;
  if (!isPlainHost(url.hostname) && !/^www\.[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname)) return null;
  return url.href.replace(/\/+$/, "");
}

/** localhost, IPv4 or IPv6, in the form of a parsed URL. */
const isPlainHost = (host: string) => host === "localhost" || /^\d+(\.\d+){3}$/.test(host) || host.startsWith("[");
