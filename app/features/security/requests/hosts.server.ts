import type { BlockList } from "node:net";
import { isListed, isLoopbackAddress, isLoopbackName } from "#app/platform/outside/ip-address.server.ts";

export type HostKind = "site" | "loopback" | "preview" | "unknown";
type HostSettings = { SITE_URL: string; PREVIEW_HOSTS: readonly string[] };

/**
 * Classifies the host of a request. Links in mails always use SITE_URL; production refuses unknown hosts with 421, so a
 * forged Host header has no effect (spec: preview-hosts).
 */
export function hostKind(host: string, settings: HostSettings): HostKind {
  const site = new URL(settings.SITE_URL);
  const normalized = normalizeHost(host, site.protocol);
  if (normalized === normalizeHost(site.host, site.protocol)) return "site";
  if (isLoopbackHost(normalized)) return "loopback";
  const name = hostname(normalized);
  return settings.PREVIEW_HOSTS.some((pattern) => matchesPattern(name, pattern.toLowerCase())) ? "preview" : "unknown";
}

/** Normalizes a host: lower case, no trailing dot, no default port. "" if it is not a host with an optional port. */
export function normalizeHost(host: string, protocol: string): string {
  const [, name, port = ""] = /^(\[[\da-f:.]+\]|[^\s/?#@\\:[\],]+)(:\d{1,5})?$/i.exec(host) ?? [];
  const address = `${protocol}//${name?.replace(/\.$/, "")}${port}`;
  return name && URL.canParse(address) ? new URL(address).host : "";
}

export const isLoopbackHost = (host: string): boolean => isLoopbackName(hostname(normalizeHost(host, "http:")));

/**
 * Returns the host and scheme that the visitor requested, according to a trusted proxy: the last entry of X-Forwarded-Host
 * and X-Forwarded-Proto. Only with TRUST_FORWARDED_HOST, because most proxies forward what visitors send in these headers.
 */
export function forwardedSite(
  peer: string,
  headers: Headers,
  trusted: BlockList,
  settings: { TRUST_FORWARDED_HOST: boolean },
): { host?: string; scheme?: "http" | "https" } {
  if (!settings.TRUST_FORWARDED_HOST || !isListed(peer, trusted)) return {};
  const host = lastOf(headers.get("x-forwarded-host"));
  const scheme = lastOf(headers.get("x-forwarded-proto"))?.toLowerCase();
  return { ...(host && { host }), ...((scheme === "http" || scheme === "https") && { scheme }) };
}

/**
 * Whether a program on this machine calls this server directly, under a loopback name. A request through a proxy is not
 * local, wherever the proxy runs; requiring the name excludes other sites with names that resolve to this machine.
 */
export const isLocalRequest = (peer: string, host: string, headers: Headers): boolean =>
  isLoopbackAddress(peer) && isLoopbackHost(host) && !proxyHeaders.some((name) => headers.has(name));

const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

const lastOf = (list: string | null) => list?.split(",").at(-1)?.trim();

/** A normalized host without its port; IPv6 without brackets. */
const hostname = (host: string) => host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");

/**
 * The valid origins of pages on this host. The site's own host has the scheme of SITE_URL. Other hosts are served over
 * https by a proxy that we do not see, so https is accepted; http only on loopback or if the site itself uses http.
 */
export function originsOf(host: string, settings: HostSettings): string[] {
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
